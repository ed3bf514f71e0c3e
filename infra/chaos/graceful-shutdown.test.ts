import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { orderPlaced } from '@tsedra/contract/jobs'
import { queueJob } from '@tsedra/database/outbox'
import { expect, inject, test } from 'vitest'
import { testDatabase } from '../../api/test/database.ts'
import { createTestOrder } from '../../api/test/orders.ts'
import { startFakeTelegram } from '../fakes/telegram/server.ts'
import { openTcpProxy } from '../fakes/tcp-proxy.ts'
import { getFreePort } from '../local/ports.ts'
import { root } from '../local/repository.ts'
import { ORIGIN, STAFF_CHAT } from './chaos-stack.ts'

const SLOW_REQUESTS = 50
/** Default number of connections of an API process. */
const POOL_SIZE = 10
/** What a worker does at the same time. */
const JOB_COUNT = 4

// catches mutation: readiness-while-stopping, requests-drained
test(`R-41: SIGTERM with ${SLOW_REQUESTS} slow requests in flight: all receive a response, readiness fails at once, exit code 0`, {
  timeout: 120_000,
}, async () => {
  await using database = await testDatabase()
  const id = await createTestOrder(database.db)
  const port = await getFreePort()
  await using proxy = await openTcpProxy(database.url)
  await using api = await startProcess('api', {
    DATABASE_URL: proxy.url,
    PORT: `${port}`,
    ADDRESS_SECRET: `of this very test${'a'.repeat(16)}`,
    SESSION_SECRETS: `1:of-this-very-test${'c'.repeat(16)}`,
    MEDIA_DIR: join(tmpdir(), 'nothing-of-this-test'),
  })
  const read = () => fetch(`http://127.0.0.1:${port}/api/orders/${id}`).then(({ status }) => status)
  // Connections are opened before they are slow.
  expect(await Promise.all(Array.from({ length: POOL_SIZE }, read))).not.toContain(503)
  proxy.setLatency(300)
  const responses = Array.from({ length: SLOW_REQUESTS }, read)
  await expect
    .poll(() => api.readMetric('tsedra_db_pool_waiting_queries'), { timeout: 20_000 })
    .toBeGreaterThan(POOL_SIZE)

  api.process.kill('SIGTERM')
  await expect
    .poll(() => Promise.all([api.health('readyz'), api.health('healthz')]))
    .toEqual([{ status: 503, reason: 'stopping' }, { status: 200 }])

  expect(await Promise.all(responses)).toEqual(Array.from({ length: SLOW_REQUESTS }, () => 200))
  expect(await api.ended).toBe(0)
})

// catches mutation: jobs-drained
test(`R-41: ${JOB_COUNT} jobs under way at SIGTERM: all are done and written down as done, it ends with 0`, {
  timeout: 120_000,
}, async () => {
  await using database = await testDatabase()
  await using telegram = await startFakeTelegram({ port: 0, staffChatId: STAFF_CHAT })
  await using proxy = await openTcpProxy(`http://127.0.0.1:${telegram.port}`)
  proxy.holdResponses()
  await using worker = await startProcess('worker', {
    DATABASE_URL: database.url,
    REDIS_URL: inject('redisUrl'),
    SMTP_URL: 'smtp://127.0.0.1:1',
    TELEGRAM_BOT_TOKEN: '1:of-this-test',
    TELEGRAM_STAFF_CHAT_ID: `${STAFF_CHAT}`,
    TELEGRAM_API_ROOT: proxy.url,
  })
  for (let jobIndex = 0; jobIndex < JOB_COUNT; jobIndex++) {
    const orderId = await createTestOrder(database.db)
    await database.db.transaction((trx) => queueJob(trx, orderPlaced, { orderId }))
  }
  await expect.poll(() => telegram.world.ledger.length, { timeout: 20_000 }).toBe(JOB_COUNT)
  const doneBefore = await database.db('job_outbox').whereNotNull('done_at').pluck('id')

  worker.process.kill('SIGTERM')
  await expect.poll(() => worker.health('readyz')).toMatchObject({ reason: 'stopping' })
  proxy.releaseResponses()

  expect(await worker.ended).toBe(0)
  expect(doneBefore).toEqual([])
  expect(await database.db('job_outbox').pluck('outcome')).toEqual(Array.from({ length: JOB_COUNT }, () => 'sent'))
  expect(telegram.world.ledger).toHaveLength(JOB_COUNT)
})

/** API or worker, ready. */
async function startProcess(name: 'api' | 'worker', env: Record<string, string>) {
  const healthPort = await getFreePort()
  const child = spawn(process.execPath, [join(root, name, 'src', 'main.ts')], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PUBLIC_ORIGIN: ORIGIN,
      CODE_SECRET: `of this very test${'b'.repeat(16)}`,
      HEALTH_PORT: `${healthPort}`,
      ...env,
    },
    stdio: 'ignore',
  })
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const fetchHealth = (path: string) => fetch(`http://127.0.0.1:${healthPort}/${path}`)
  const readHealth = (path: string) =>
    fetchHealth(path).then(
      async (res) => ({ status: res.status, reason: ((await res.json()) as { reason?: string }).reason }),
      () => ({ status: 0, reason: undefined }),
    )
  await expect.poll(() => readHealth('readyz'), { timeout: 60_000 }).toMatchObject({ status: 200 })
  return {
    process: child,
    ended: exited,
    health: readHealth,
    readMetric: async (name: string) =>
      Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(await (await fetchHealth('metrics')).text())?.[1]),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
