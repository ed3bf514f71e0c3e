import { once } from 'node:events'
import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { createTestProduct } from '../../test/fixtures.ts'
import { connect } from './connection.ts'
import { runAsLeader } from './leader-election.ts'
import { migrate } from './migrate.ts'
import { grantRoles } from './roles.ts'

/** Roles belong to the cluster, which other tests share: each test has role names of its own. */
async function withRoles() {
  const database = await testDatabase()
  const name = new URL(database.url).pathname.slice(1)
  const shop = withCredentials(database.url, `shop of ${name}`, "it's 100% secret")
  const backup = withCredentials(database.url, `backup of ${name}`, 'another')
  await grantRoles(database.url, { shop, backup })
  return {
    database,
    shop,
    backup,
    async [Symbol.asyncDispose]() {
      for (const role of [`shop of ${name}`, `backup of ${name}`])
        await database.db.raw('DROP OWNED BY ??', [role]).then(() => database.db.raw('DROP ROLE ??', [role]))
      await database[Symbol.asyncDispose]()
    },
  }
}

function withCredentials(url: string, user: string, password: string): string {
  const address = new URL(url)
  address.username = encodeURIComponent(user)
  address.password = encodeURIComponent(password)
  return address.href
}

/** Returns `ok`, or the error message of Postgres. */
async function tryStatement(url: string, sql: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('BEGIN')
    await client.query(sql)
    return 'ok'
  } catch (error) {
    return (error as Error).message
  } finally {
    await client.end()
  }
}

// catches mutation: shop-role-limited
test('I-01: the shop’s role reads and writes the rows of every table', async () => {
  await using roles = await withRoles()

  const { rows } = await roles.database.db.raw<{ rows: { name: string; may: string }[] }>(
    `SELECT relname AS name, (
       SELECT string_agg(right_, ' ') FROM unnest(?::text[]) AS right_
       WHERE has_table_privilege(?, pg_class.oid, right_)
     ) AS may
     FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    [
      ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN'],
      decodeURIComponent(new URL(roles.shop).username),
    ],
  )

  const unlike = rows
    .filter(({ may }) => may !== 'SELECT INSERT UPDATE DELETE')
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  expect(rows.length).toBeGreaterThan(15)
  expect(unlike).toEqual([
    { name: 'audit_log', may: 'SELECT INSERT DELETE' },
    { name: 'migrations', may: 'SELECT' },
    { name: 'migrations_lock', may: 'SELECT' },
  ])
})

// catches mutation: shop-role-limited
test('I-01: the shop’s role may change no schema, make no roles, run no programs and read no files', async () => {
  await using roles = await withRoles()
  for (const sql of [
    'CREATE TABLE extra ()',
    'ALTER TABLE orders ADD COLUMN more int',
    'ALTER TABLE orders DISABLE TRIGGER USER',
    'DROP TABLE orders CASCADE',
    'TRUNCATE orders CASCADE',
    'CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
    'CREATE OR REPLACE FUNCTION audit_log_stands() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
    'CREATE ROLE friend LOGIN',
    `COPY users TO PROGRAM 'cat'`,
    `SELECT pg_read_file('/etc/passwd')`,
  ])
    expect(await tryStatement(roles.shop, sql), sql).toMatch(/permission denied|must be owner/)
})

// catches mutation: audit-log-append-only
test('Z-08: the shop’s role cannot change a line of the audit log', async () => {
  await using roles = await withRoles()

  expect(await tryStatement(roles.shop, `UPDATE audit_log SET actor = 'forged'`)).toBe(
    'permission denied for table audit_log',
  )
})

test('the shop’s role starts at head; below head it fails with the reason', async () => {
  await using roles = await withRoles()
  await expect(migrate(roles.shop)).resolves.toBeUndefined()

  await roles.database.db('migrations').where('name', 'like', '%-account-changes.ts').delete()

  await expect(migrate(roles.shop)).rejects.toThrow('this role may not change it')
})

test('the shop’s role inserts and deletes rows, identity columns included', async () => {
  await using roles = await withRoles()
  const db = connect({ url: roles.shop, max: 1 })
  try {
    const id = await createTestProduct(db)
    await db('audit_log').insert({ actor: 'editor', action: 'product.changed', thing_id: id })
    expect(await db('products').where({ id }).delete()).toBe(1)
  } finally {
    await db.destroy()
  }
})

test('the backup’s role reads every table and writes none', async () => {
  await using roles = await withRoles()
  for (const table of await roles.database.db('pg_tables').where({ schemaname: 'public' }).pluck('tablename')) {
    expect(await tryStatement(roles.backup, `SELECT count(*) FROM ${pg.escapeIdentifier(table)}`)).toBe('ok')
    expect(await tryStatement(roles.backup, `DELETE FROM ${pg.escapeIdentifier(table)}`)).toMatch('permission denied')
  }
})

// catches mutation: roles-own-lock
test('a release grants roles while the bot of the previous release holds its lock', async () => {
  await using roles = await withRoles()
  const atWork = Promise.withResolvers<void>()
  await using _bot = runAsLeader(roles.shop, 'bot', async (signal) => {
    atWork.resolve()
    await once(signal, 'abort')
  })
  await atWork.promise

  await expect(grantRoles(roles.database.url, { shop: roles.shop })).resolves.toBeUndefined()
})

test('granting roles again changes the password', async () => {
  await using roles = await withRoles()
  const renewed = withCredentials(roles.shop, decodeURIComponent(new URL(roles.shop).username), 'renewed')

  await Promise.all([1, 2, 3].map(() => grantRoles(roles.database.url, { shop: renewed })))

  expect(await tryStatement(renewed, 'SELECT 1')).toBe('ok')
  await expect(tryStatement(roles.shop, 'SELECT 1')).rejects.toThrow('password authentication failed')
})
