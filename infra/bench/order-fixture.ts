import { randomUUID } from 'node:crypto'

/** Returns an order of a new customer with an address of its own, so that no rate limit is reached. */
export function buildOrderRequest(productId: string | undefined, origin: string) {
  const octets = [10, ...Array.from({ length: 3 }, () => Math.floor(Math.random() * 255))]
  return {
    headers: { 'content-type': 'application/json', origin, 'x-forwarded-for': octets.join('.') },
    body: JSON.stringify({
      id: randomUUID(),
      customerName: 'Олена Барвінок',
      customerPhone: `+38067${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`,
      productId,
      packageSize: '50г',
      quantity: 1,
    }),
  }
}
