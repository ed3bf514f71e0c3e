import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { testDatabase } from '../test/database.ts'
import { createTestUser } from '../test/users.ts'
import { readConfig } from './config.ts'

type Settings = Record<string, string>

const secret = () => randomBytes(32).toString('hex')
const path = (program: string) => fileURLToPath(new URL(program, import.meta.url))

const commonSettings = (): Settings => ({
  NODE_ENV: 'test',
  PUBLIC_ORIGIN: 'http://localhost:8080',
  PORT: '0',
  HEALTH_PORT: '0',
  ADDRESS_SECRET: secret(),
  CODE_SECRET: secret(),
  SESSION_SECRETS: `1:${secret()}`,
})

/** Creates a database, and runs the shop's programs with it until they exit. */
async function openTestDatabase() {
  const database = await testDatabase()
  const media = mkdtempSync(join(tmpdir(), 'tsedra-demo-'))
  // Production rejects the short password of the test server's own role.
  const url = new URL(database.url)
  url.username = `role_${randomBytes(6).toString('hex')}`
  url.password = secret()
  await database.db.raw(`CREATE ROLE ${url.username} LOGIN SUPERUSER PASSWORD '${url.password}'`)
  const settings: Settings = { ...commonSettings(), DATABASE_URL: url.href, MEDIA_DIR: media }
  return {
    db: database.db,
    run(program: string, more: Settings = {}) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [path(program)], {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], ...settings, ...more },
      })
      return { status, out: stdout, err: stderr }
    },
    /** Starts the API; resolves after it has opened and stopped, or has rejected its configuration. */
    async startApi(more: Settings) {
      const child = spawn(process.execPath, [path('main.ts')], {
        env: { PATH: process.env['PATH'], ...settings, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const ended = once(child, 'exit')
      const output = text(child.stderr)
      let opened = false
      child.stdout.on('data', (chunk) => {
        opened ||= /"msg":"open"/.test(String(chunk))
        if (opened) child.kill('SIGKILL')
      })
      const [code] = (await ended) as [number | null]
      return { opened, code, output: await output }
    },
    async [Symbol.asyncDispose]() {
      await database.db.raw(`DROP ROLE ${url.username}`)
      await database[Symbol.asyncDispose]()
      rmSync(media, { recursive: true })
    },
  }
}

const production: Settings = { NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://shop.example' }

// catches mutation: demo-needs-local-origin
test.each<[why: string, settings: Settings]>([
  ['NODE_ENV is production', production],
  ['PUBLIC_ORIGIN is https', { PUBLIC_ORIGIN: 'https://localhost' }],
  ['PUBLIC_ORIGIN is another machine', { PUBLIC_ORIGIN: 'http://192.168.1.5:8080' }],
  ['the bot is a real one', { TELEGRAM_BOT_NAME: 'tsedra_bot' }],
])('a shop is no demo shop when %s', (_why, settings) => {
  const standIn = { TELEGRAM_BOT_NAME: 'tsedra_local_bot', TELEGRAM_LINK_ROOT: 'http://localhost:8081' }
  const common = { ...commonSettings(), DATABASE_URL: `postgres://shop:${secret()}@db/shop`, MEDIA_DIR: '/media' }

  expect(readConfig(common).isTryOut).toBe(true)
  expect(readConfig({ ...common, ...standIn }).isTryOut).toBe(true)
  expect(readConfig({ ...common, PUBLIC_ORIGIN: 'http://127.0.0.1:9090' }).isTryOut).toBe(true)
  expect(readConfig({ ...common, ...settings }).isTryOut).toBe(false)
})

// catches mutation: demo-users-refused
test('demo accounts are added to a demo shop alone; a production refuses to start with them', {
  timeout: 120_000,
}, async () => {
  await using stack = await openTestDatabase()
  expect(stack.run('prepare.ts', production)).toMatchObject({
    status: 0,
    out: 'pictures: ready\n',
  })
  expect(await stack.db('users').count()).toEqual([{ count: '0' }])
  expect(stack.run('prepare.ts')).toMatchObject({ status: 0, out: expect.stringContaining('demo accounts: 3 added') })
  const olena = await createTestUser(stack.db)
  // The demo admin stays one under another address.
  await stack.db('users').where({ role: 'admin' }).update({ email: 'olena@bar.example' })

  const refused = await stack.startApi(production)

  expect(refused).toMatchObject({ opened: false, code: 78, output: expect.stringContaining('remove-demo-accounts.ts') })
  expect(refused.output.split('\n')).toHaveLength(3)
  expect(refused.output).not.toMatch(/@/)
  expect(stack.run('remove-demo-accounts.ts', production)).toMatchObject({
    status: 0,
    out: 'demo accounts: 3 removed\n',
  })
  expect(await stack.db('users').pluck('id')).toEqual([olena.id])
  expect(await stack.db('audit_log').where({ action: 'user.deleted' }).pluck('actor')).toEqual(Array(3).fill('command'))
  expect(await stack.startApi(production)).toMatchObject({ opened: true })
})
