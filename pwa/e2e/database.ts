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

/** A product costs a hryvnia more, until the test is over. Either way the shop knows when this is done. */
export async function repriced(slug: string): Promise<AsyncDisposable> {
  await raise(slug, 1)
  return { [Symbol.asyncDispose]: () => raise(slug, -1) }
}

async function raise(slug: string, by: number): Promise<void> {
  const [row] = await sql<{ price: string }>(
    'UPDATE products SET price = price + $1 WHERE slug = $2 RETURNING price::text',
    [by, slug],
  )
  if (!row) throw new Error(`no product ${slug}`)
  const told = async () => {
    const answer = await fetch(`${process.env['SHOP_URL']}/api/products/${slug}`)
    return ((await answer.json()) as { price: string }).price
  }
  await expect.poll(told).toBe(row.price)
}
