import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { listMigrations } from '@tsedra/database/migrate'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { openS3Store } from '../../test/object-store.ts'
import { runCheck } from '../../test/run-check.ts'
import { openShop, type Shop } from '../../test/shop.ts'
import { createS3Store } from '../images/s3-store.ts'
import { checkDatabase, checkDatabaseClock } from './check-database.ts'
import { checkOrigin } from './check-origin.ts'
import { checkStore } from './check-store.ts'

const FORGED_ADDRESS = '203.0.113.77'
/** Nothing listens there. */
const CLOSED = 'postgres://shop_app:Wq7Zr2kVmN8pQs4Y@127.0.0.1:1/shop'

test('Postgres: passes at head, and names the first missing migration', async () => {
  await using database = await testDatabase()
  const migrations = await listMigrations()

  expect(await runCheck(checkDatabase(database.url))).toMatch(
    new RegExp(`^ok    Postgres: \\d+\\S*.*, all ${migrations.length} migrations applied\n$`),
  )

  await database.db('migrations').whereIn('name', migrations.slice(-2)).delete()
  expect(await runCheck(checkDatabase(database.url))).toMatch(
    new RegExp(`^FAIL  Postgres: 2 migrations are not applied, the first is ${migrations.at(-2)}\n +Run .*migrate`),
  )
  await database.db.schema.dropTable('migrations')
  expect(await runCheck(checkDatabase(database.url))).toContain(`${migrations.length} migrations are not applied`)
})

test('Postgres: one that cannot be reached fails with its cause, without the password', async () => {
  const output = await runCheck(checkDatabase(CLOSED))

  expect(output).toMatch(/^FAIL {2}Postgres: ECONNREFUSED .*\n +Look at/)
  expect(output).not.toContain('Wq7Zr2kVmN8pQs4Y')
})

test('clock of Postgres: fails when this machine is a minute behind', async () => {
  await using database = await testDatabase()
  expect(await runCheck(checkDatabaseClock(database.url))).toMatch(/^ok {4}clock of Postgres: -?\d+ ms ahead\n$/)
  const now = Date.now
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() - 60_000)
  onTestFinished(() => clock.mockRestore())

  expect(await runCheck(checkDatabaseClock(database.url))).toMatch(
    /^FAIL {2}clock of Postgres: (59|60)\.?\d* s ahead of this machine\n +Correct the clock/,
  )
})

test('picture store: passes with the rights of the shop’s account and leaves nothing behind', async () => {
  await using s3 = await openS3Store()

  expect(await runCheck(checkStore(async () => s3.store))).toBe('ok    picture store: stores, reads and deletes\n')
  expect(await s3.store.names()).toEqual([])
})

test('picture store: fails with a wrong key, a wrong bucket, no server, or with other bytes', async () => {
  await using s3 = await openS3Store()
  const secretKey = 'not the secret of this account'
  const open = (changes: object) => async () => createS3Store({ ...s3.media, ...changes }, 'http://shop.example')
  const changed = { ...s3.store, get: async () => Buffer.from('other bytes') }

  expect(await runCheck(checkStore(open({ secretKey })), [secretKey])).toMatch(/^FAIL .*SignatureDoesNotMatch.*\n +Run/)
  expect(await runCheck(checkStore(open({ bucket: 'none-of-ours' })))).toMatch(/^FAIL {2}picture store: .*\n +Run/)
  expect(await runCheck(checkStore(open({ endpoint: 'http://127.0.0.1:1' })))).toMatch(/^FAIL .*ECONNREFUSED.*\n +Run/)
  expect(await runCheck(checkStore(async () => changed))).toMatch(
    /^FAIL .*not return what was stored\n +Check the disk/,
  )
  const silent = { ...s3.store, get: () => Promise.reject(new Error('the store does not respond')) }
  expect(await runCheck(checkStore(async () => silent))).toMatch(/^FAIL .*the store does not respond/)
  expect(await s3.store.names()).toEqual([])
})

test('public address: passes when the API counts the sender', async () => {
  await using shop = await openShop({ trustProxy: 0 })

  expect(await runCheck(checkOrigin({ publicOrigin: shop.url, trustProxy: 2 }))).toBe(
    'ok    public address: the shop responds, and counts this request under 127.0.0.1\n',
  )
})

test('public address: fails when clients can choose their address', async () => {
  await using shop = await openShop({ trustProxy: 1 })

  expect(
    (await shop.send('GET', '/api/client-address', undefined, { 'x-forwarded-for': FORGED_ADDRESS })).body,
  ).toEqual({
    address: FORGED_ADDRESS,
  })
  expect(await runCheck(checkOrigin({ publicOrigin: shop.url, trustProxy: 1 }))).toMatch(
    /^FAIL {2}public address: clients can choose the address .*\n +TRUST_PROXY must be/,
  )
})

test.each([
  [
    'the proxy’s own address',
    200,
    { address: '172.20.0.1' },
    'tsedra',
    /requests arrive from 172\.20\.0\.1, .*\n +TRUSTED_PROXIES must/,
  ],
  ['another server', 200, {}, undefined, /another server responds with 200\n +The proxy must forward/],
  ['a redirect', 301, {}, undefined, /another server responds with 301\n/],
  ['a busy shop', 503, {}, 'tsedra', /the shop responds with 503\n +Look at/],
])('public address: fails with %s', async (_what, status, body, app, expected) => {
  await using server = await startServer((res) => {
    res.writeHead(status, { ...(app && { 'X-App': app }), Location: 'https://shop.example/' }).end(JSON.stringify(body))
  })

  expect(await runCheck(checkOrigin({ publicOrigin: server.url, trustProxy: 2 }))).toMatch(expected)
})

// With the edge alone, and with the TLS proxy of infra/production/https.yml.
test.each([1, 'uniquelocal'])(
  'public address: with TRUST_PROXY=%s, the gateway of the network may be the sender',
  async (trustProxy) => {
    await using server = await startServer((res) =>
      res.writeHead(200, { 'X-App': 'tsedra' }).end('{"address":"172.20.0.1"}'),
    )

    expect(await runCheck(checkOrigin({ publicOrigin: server.url, trustProxy }))).toContain('under 172.20.0.1')
  },
)

test('the program exits with 0 in a sound shop, with 1 when a part is missing, and prints no secret', async () => {
  await using shop = await openShop({ trustProxy: 0 })

  const sound = await runProgram(shop, {})
  const unsound = await runProgram(shop, { PUBLIC_ORIGIN: 'http://127.0.0.1:1' })

  expect(sound.output).toMatch(/^(ok .*\n){5}$/)
  expect(sound.code).toBe(0)
  expect(unsound.output.match(/^FAIL .*/gm)).toEqual([expect.stringContaining('public address: ')])
  expect(unsound.code).toBe(1)
  expect(await runProgram(shop, { PUBLIC_ORIGIN: 'http://127.0.0.1:1' }, '--no-origin')).toEqual({
    code: 0,
    output: expect.not.stringContaining('public address: '),
  })
  for (const secret of Object.values(secrets)) expect(sound.output + unsound.output).not.toContain(secret)
})

const secrets = {
  ADDRESS_SECRET: 'address-secret-of-the-tests-0123456789',
  CODE_SECRET: 'code-secret-of-the-tests-0123456789abc',
  SESSION_SECRETS: '1:session-secret-of-the-tests-0123456789',
}

async function runProgram(shop: Shop, changes: Record<string, string>, ...options: string[]) {
  const program = spawn(process.execPath, [fileURLToPath(new URL('../doctor.ts', import.meta.url)), ...options], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      DATABASE_URL: shop.database.url,
      PUBLIC_ORIGIN: shop.url,
      MEDIA_DIR: shop.media,
      ...secrets,
      ...changes,
    },
  })
  const [out, err, [code]] = await Promise.all([text(program.stdout), text(program.stderr), once(program, 'exit')])
  return { code, output: out + err }
}

async function startServer(respond: (res: ServerResponse) => void) {
  const server = createServer((_req, res) => respond(res)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
