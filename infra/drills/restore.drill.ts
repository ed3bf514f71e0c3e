import { spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startFakeTelegram } from '../fakes/telegram/server.ts'
import { getFreePort } from '../local/ports.ts'
import { runSql, startPostgres } from '../local/postgres.ts'
import { startService } from '../local/process.ts'
import { startRedis } from '../local/redis.ts'
import { root } from '../local/repository.ts'
import { ORIGIN, STAFF_CHAT } from '../chaos/chaos-stack.ts'

/** Minutes within which the shop must stand again. */
const MAX_RECOVERY_MINUTES = 30

const createSecret = () => randomBytes(32).toString('hex')
/** Secrets that an owner stores apart from backups: without them no second factor can be decrypted. */
const secrets = { CODE_SECRET: createSecret(), ADDRESS_SECRET: createSecret(), SESSION_SECRETS: `1:${createSecret()}` }
const backupKey = createSecret()

test('R-51: a shop restored to an empty cluster has the same data and repeats no notification', {
  timeout: 300_000,
}, async () => {
  await using disposables = new AsyncDisposableStack()
  const temporaryDir = await mkdtemp(join(tmpdir(), 'tsedra-drill-'))
  disposables.defer(() => rm(temporaryDir, { recursive: true, force: true }))
  const telegram = disposables.use(await startFakeTelegram({ port: await getFreePort(), staffChatId: STAFF_CHAT }))
  const countMessages = () => telegram.world.ledger.filter(({ method }) => method === 'sendMessage').length
  const backups = join(temporaryDir, 'backups')

  const shop = await openShop('before')
  shop.run('api/src/prepare.ts')
  let products: Products = { products: [] }
  // Seeded by another process: the API shows it a moment later.
  await waitUntil(async () => {
    products = (await (await fetch(`${shop.url}/api/products?lang=ua&limit=20`)).json()) as Products
    return products.products.length === 20
  })
  const worker = await shop.startWorker()
  for (let orderNumber = 0; orderNumber < 12; orderNumber++) await placeOrder(shop.url, products, orderNumber)
  await waitUntil(async () => (await countUnsentJobs(shop.databaseUrl)) === 0)
  await worker.stop()
  for (let orderNumber = 0; orderNumber < 3; orderNumber++) await placeOrder(shop.url, products, orderNumber)
  const { cookie } = await signIn(shop.url)
  const messagesBefore = countMessages()
  expect(messagesBefore).toBe(12)

  expect(shop.run('api/src/backup/backup.ts')).toMatch(
    /tsedra-.+\.backup: \d+ rows, \d+ pictures, \d+ bytes, read back\n$/,
  )
  const before = await readAllRows(shop.databaseUrl)
  const [name = ''] = await readdir(backups)
  const startedAt = performance.now()
  const restoredDatabase = await openDatabase('after')
  const restoreOutput = restoredDatabase.run('api/src/backup/restore.ts', join(backups, name))
  const restored = await restoredDatabase.start()
  const minutes = (performance.now() - startedAt) / 60_000

  // The shop that starts on it applies nothing: what was there is there, and nothing else.
  expect(await readAllRows(restored.databaseUrl)).toEqual(before)
  expect(restoreOutput).toContain('3 notifications are paused')
  expect(restoreOutput).toMatch(/^orders +15 = 15$/m)
  expect(minutes).toBeLessThan(MAX_RECOVERY_MINUTES)
  console.log(`restored and answering after ${(minutes * 60).toFixed(1)} s`)
  const pictures = await listPictures(restored.databaseUrl)
  expect(pictures.length).toBeGreaterThan(30)
  for (const picture of pictures) {
    const bytes = await readFile(join(restored.media, picture))
    expect(bytes.equals(await readFile(join(shop.media, picture))), picture).toBe(true)
  }
  const readCatalogue = async (url: string) => (await fetch(`${url}/api/catalogue/ua`)).text()
  expect(await readCatalogue(restored.url)).toBe(await readCatalogue(shop.url))
  expect((await signIn(restored.url)).status).toBe(200)
  expect((await fetch(`${restored.url}/api/auth/user`, { headers: { cookie } })).status).toBe(200)

  // Once a new notification is sent, the relay has passed all earlier ones.
  await restored.startWorker()
  await placeOrder(restored.url, products, 99)
  await waitUntil(async () => countMessages() > messagesBefore)
  // Sent first, recorded as sent after that.
  await waitUntil(async () => (await countUnsentJobs(restored.databaseUrl)) <= 3)
  expect(countMessages()).toBe(messagesBefore + 1)
  expect(await countUnsentJobs(restored.databaseUrl)).toBe(3)
  expect(restored.run('api/src/backup/release-notifications.ts')).toBe('3 notifications will be sent\n')
  await waitUntil(async () => (await countUnsentJobs(restored.databaseUrl)) === 0)
  expect(countMessages()).toBe(messagesBefore + 4)

  /** A cluster with nothing in it, and commands that run on it. */
  async function openDatabase(name: string) {
    const databaseDir = join(temporaryDir, name)
    const postgres = disposables.use(await startPostgres({ dir: join(databaseDir, 'postgres'), withoutFsync: true }))
    const media = join(databaseDir, 'media')
    const env = {
      NODE_ENV: 'test',
      LOG_LEVEL: 'info',
      PUBLIC_ORIGIN: ORIGIN,
      DATABASE_URL: postgres.url,
      MEDIA_DIR: media,
      PASSWORD_MEMORY_KIB: '64',
      BACKUP_DIR: backups,
      BACKUP_KEY: backupKey,
      ...secrets,
    }
    const run = (script: string, ...args: string[]): string => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, ...env },
      })
      if (status !== 0) throw new Error(`${script} ended with ${status}\n${stderr}`)
      return stdout
    }
    return {
      databaseUrl: postgres.url,
      media,
      run,
      start: () => startApi({ env, databaseUrl: postgres.url, media, run, databaseDir }),
    }
  }

  async function openShop(name: string) {
    const database = await openDatabase(name)
    return database.start()
  }

  async function startApi({ env, databaseDir, ...shop }: DatabaseStack) {
    const [port, health] = [await getFreePort(), await getFreePort()]
    await startProgram(
      'api',
      { ...env, PORT: `${port}`, HEALTH_PORT: `${health}` },
      `http://127.0.0.1:${health}/readyz`,
    )
    return {
      ...shop,
      url: `http://127.0.0.1:${port}`,
      async startWorker() {
        const redis = disposables.use(await startRedis({ dir: join(databaseDir, 'redis') }))
        const workerHealth = await getFreePort()
        const workerEnv = {
          REDIS_URL: redis.url,
          HEALTH_PORT: `${workerHealth}`,
          SMTP_URL: 'smtp://127.0.0.1:1',
          TELEGRAM_BOT_TOKEN: '1:campaign',
          TELEGRAM_STAFF_CHAT_ID: `${STAFF_CHAT}`,
          TELEGRAM_API_ROOT: `http://127.0.0.1:${telegram.port}`,
        }
        return startProgram('worker', { ...env, ...workerEnv }, `http://127.0.0.1:${workerHealth}/healthz`)
      },
    }
  }

  async function startProgram(name: string, env: Record<string, string>, readyUrl: string) {
    const isReady = () =>
      fetch(readyUrl, { signal: AbortSignal.timeout(1_000) }).then(
        (res) => res.ok,
        () => false,
      )
    const args = [`${name}/src/main.ts`]
    return disposables.use(
      await startService({ name, command: process.execPath, args, cwd: root, env, isReady, readyTimeoutMs: 60_000 }),
    )
  }
})

interface Products {
  products: { id: string }[]
}

interface DatabaseStack {
  env: Record<string, string>
  databaseUrl: string
  media: string
  databaseDir: string
  run(script: string, ...args: string[]): string
}

async function placeOrder(url: string, { products }: Products, orderNumber: number): Promise<void> {
  const response = await fetch(`${url}/api/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN, 'x-forwarded-for': `10.1.${orderNumber}.1` },
    body: JSON.stringify({
      id: randomUUID(),
      customerName: 'Олена Барвінок',
      customerPhone: `+38067${String(1_000_000 + orderNumber * 7_919)}`,
      customerComment: 'до п’ятниці, "якщо" можна\\',
      items: [
        {
          productId: products[orderNumber % products.length]?.id,
          packageSize: '100г',
          quantity: 1 + (orderNumber % 3),
        },
      ],
      filledInMs: 20_000,
    }),
  })
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`)
}

/** As the demo customer of `api/seeds/accounts.json`. */
async function signIn(url: string): Promise<{ status: number; cookie: string }> {
  const accounts = JSON.parse(await readFile(join(root, 'api/seeds/accounts.json'), 'utf8')) as Record<string, string>[]
  const { email: emailOrPhone, password } = accounts.find(({ role }) => role === 'user') ?? {}
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN },
    body: JSON.stringify({ emailOrPhone, password }),
  })
  return {
    status: response.status,
    cookie: response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; '),
  }
}

/** Every table's rows, as text; what pausing changes is left out. */
async function readAllRows(url: string): Promise<Record<string, unknown>> {
  const tables = await runSql(
    url,
    `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  )
  const rowsByTable: Record<string, unknown> = {}
  for (const { relname } of tables) {
    if (String(relname).startsWith('migrations')) continue
    const ignoredColumns = `- '{not_before,dispatched_at,lease_until}'::text[]`
    rowsByTable[String(relname)] = await runSql(
      url,
      `SELECT (to_jsonb(each) ${ignoredColumns})::text AS row FROM ${String(relname)} each ORDER BY 1`,
    )
  }
  return rowsByTable
}

async function listPictures(url: string): Promise<string[]> {
  const rows = await runSql(
    url,
    `SELECT image_url AS path FROM products UNION SELECT image_url FROM categories UNION SELECT unnest(gallery_images) FROM products`,
  )
  return rows.map(({ path }) => String(path).replace('/media/', ''))
}

async function countUnsentJobs(url: string): Promise<number> {
  const [row] = await runSql(url, 'SELECT count(*)::int AS jobs FROM job_outbox WHERE done_at IS NULL')
  return Number(row?.['jobs'])
}

async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not within a minute: ${String(condition)}`)
    await sleep(50)
  }
}
