import { expect } from '@playwright/test'
import pg from 'pg'

/** One statement in the database of the test's shop. */
export async function runSql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/**
 * Raises a price by one hryvnia until the test ends; both changes resolve once the shop has updated its catalogue. Only for
 * a file with a shop of its own: other tests compare prices at the same time.
 */
export async function raisePriceTemporarily(slug: string): Promise<AsyncDisposable> {
  await changePrice(slug, 1)
  return { [Symbol.asyncDispose]: () => changePrice(slug, -1) }
}

async function changePrice(slug: string, delta: number): Promise<void> {
  const [row] = await runSql<{ price: string }>(
    'UPDATE products SET price = price + $1 WHERE slug = $2 RETURNING price::text',
    [delta, slug],
  )
  if (!row) throw new Error(`no product ${slug}`)
  const readShownPrice = async () => {
    const response = await fetch(`${process.env['SHOP_URL']}/api/products/${slug}`)
    return ((await response.json()) as { price: string }).price
  }
  await expect.poll(readShownPrice).toBe(row.price)
}
