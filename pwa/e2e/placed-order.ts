import { randomUUID } from 'node:crypto'
import { expect, shopUrl } from './fixtures.ts'
import { createPhoneNumber } from './harness/order-form.ts'

/** A shopper orders the first product of the catalogue, somewhere else. */
export async function createOrder(customerName: string, customerPhone = createPhoneNumber()): Promise<string> {
  const id = randomUUID()
  const listResponse = await fetch(`${shopUrl()}/api/products?limit=24`)
  const { products } = (await listResponse.json()) as { products: { id: string; availablePackages: string[] }[] }
  const body = {
    id,
    customerName,
    customerPhone,
    customerComment: 'Бар «Барвінок», вхід із двору',
    productId: products.find(({ availablePackages }) => availablePackages.includes('500г'))?.id,
    packageSize: '500г',
    quantity: 2,
    filledInMs: 9_000,
  }
  const headers = {
    'content-type': 'application/json',
    origin: shopUrl(),
    'x-forwarded-for': `10.9.${Date.now() % 250}.${Math.trunc(Math.random() * 250)}`,
  }
  const response = await fetch(`${shopUrl()}/api/orders`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(response.status).toBe(201)
  return id
}
