import knex, { type Knex } from 'knex'
import type { Figures } from './contents.ts'

/** The migrations themselves write these tables. */
const apart = ['migrations', 'migrations_lock']

/** Opens a single connection without the shop's query timeouts. */
export function openDatabase(url: string): Knex {
  return knex({
    client: 'pg',
    connection: { connectionString: url, connectionTimeoutMillis: 10_000 },
    pool: { min: 0, max: 1 },
  })
}

/** Returns every table, after those that it references. @throws when two reference each other */
export async function tablesInOrder(trx: Knex): Promise<string[]> {
  const tables = await queryRows<{ name: string }>(
    trx,
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname`,
  )
  const references = await queryRows<{ child: string; parent: string }>(
    trx,
    `SELECT c.relname AS child, p.relname AS parent
     FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid JOIN pg_class p ON p.oid = f.confrelid
     WHERE f.contype = 'f' AND f.connamespace = 'public'::regnamespace AND f.conrelid <> f.confrelid`,
  )
  const ordered: string[] = []
  let left = tables.map(({ name }) => name).filter((name) => !apart.includes(name))
  while (left.length > 0) {
    const waits = (name: string) => references.some(({ child, parent }) => child === name && left.includes(parent))
    const next = left.filter((name) => !waits(name))
    if (next.length === 0) throw new Error(`tables refer to each other: ${left.join(', ')}`)
    ordered.push(...next)
    left = left.filter((name) => !next.includes(name))
  }
  return ordered
}

/** Returns the names of a table's columns, without generated ones. */
export async function columnsOf(trx: Knex, table: string): Promise<string[]> {
  const found = await queryRows<{ name: string }>(
    trx,
    `SELECT attname AS name FROM pg_attribute
     WHERE attrelid = ?::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [table],
  )
  return found.map(({ name }) => name)
}

/** Returns the names of the applied migrations, oldest first; none in an empty database. */
export async function appliedMigrations(trx: Knex): Promise<string[]> {
  return (await queryRows<{ name: string }>(trx, 'SELECT name FROM migrations ORDER BY name')).map(({ name }) => name)
}

export async function readFigures(trx: Knex, tables: readonly string[]): Promise<Figures> {
  const rows: Record<string, number> = {}
  for (const table of tables) {
    const [found] = await queryRows<{ count: string }>(trx, 'SELECT count(*) FROM ??', [table])
    rows[table] = Number(found?.count)
  }
  const [orders] = await queryRows<Pick<Figures, 'orderTotal' | 'newestOrder'>>(
    trx,
    `SELECT (SELECT sum(total_amount) FROM orders)::text AS "orderTotal",
       (SELECT id || ' ' || (created_at AT TIME ZONE 'UTC') FROM orders ORDER BY created_at DESC, id LIMIT 1) AS "newestOrder"`,
  )
  return { rows, orderTotal: orders?.orderTotal ?? null, newestOrder: orders?.newestOrder ?? null }
}

/** Returns the last values of the identity sequences. */
export async function readSequences(trx: Knex): Promise<Record<string, string>> {
  const found = await queryRows<{ name: string; value: string }>(
    trx,
    `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
     WHERE schemaname = 'public' AND last_value IS NOT NULL AND sequencename NOT LIKE 'migrations%'`,
  )
  return Object.fromEntries(found.map(({ name, value }) => [name, value]))
}

export async function queryRows<Row>(trx: Knex, sql: string, values: readonly Knex.RawBinding[] = []): Promise<Row[]> {
  return (await trx.raw<{ rows: Row[] }>(sql, values)).rows
}
