import { expect } from '@playwright/test'
import pg from 'pg'

/** One statement in the database of the test's shop. */
export async function sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** A product costs a hryvnia more, until the test is over. */
export async function repriced(slug: string): Promise<AsyncDisposable> {
  const [row] = await sql<{ price: string }>('SELECT (price + 1)::text AS price FROM products WHERE slug = $1', [slug])
  return soldAs(slug, { price: row?.price ?? '' })
}

interface Sold {
  price: string
  availablePackages: string[]
  isActive: boolean
}

/** Changes how a product is sold, until the test is over. Either way the shop knows when this is done. */
export async function soldAs(slug: string, change: Partial<Sold>): Promise<AsyncDisposable> {
  const [before] = await sql<Sold>(
    'SELECT price, available_packages AS "availablePackages", is_active AS "isActive" FROM products WHERE slug = $1',
    [slug],
  )
  if (!before) throw new Error(`no product ${slug}`)
  await sell(slug, { ...before, ...change })
  return { [Symbol.asyncDispose]: () => sell(slug, before) }
}

async function sell(slug: string, { price, availablePackages, isActive }: Sold): Promise<void> {
  await sql('UPDATE products SET price = $1, available_packages = $2, is_active = $3 WHERE slug = $4', [
    price,
    availablePackages,
    isActive,
    slug,
  ])
  const told = async () => {
    const answer = await fetch(`${process.env['SHOP_URL']}/api/products/${slug}`)
    if (answer.status === 404) return { isActive: false }
    const { price, availablePackages } = (await answer.json()) as Sold
    return { isActive: true, price, availablePackages }
  }
  await expect
    .poll(told)
    .toEqual(isActive ? { isActive, price: Number(price).toFixed(2), availablePackages } : { isActive })
}
