import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connect, type Db } from '@tsedra/database/connection'
import { startTelegram } from '../fakes/telegram/server.ts'
import { freePort } from '../local/ports.ts'
import { type Postgres, startPostgres } from '../local/postgres.ts'
import { type Service, startService } from '../local/process.ts'
import { type Redis, startRedis } from '../local/redis.ts'

export const STAFF_CHAT = -1001
/** What the shop calls itself; whoever posts to it names it, as the shop's page does (infra/decisions/0011-request-validation.md). */
export const ORIGIN = 'http://localhost:8080'

export interface Rig extends AsyncDisposable {
  url: string
  postgres: Postgres
  redis: Redis
  api: Service
  worker: Service
  telegram: Awaited<ReturnType<typeof startTelegram>>
  db: Db
  log: string
  workerReadyUrl: string
  apiReadyUrl: string
  /** Another API process over the same database. */
  startReplica(): Promise<{ service: Service; port: number; readyUrl: string }>
}

interface RigOptions {
  /** Laid over the settings of API processes. */
  api?: Record<string, string>
}

/** Postgres, Redis, API, worker and a Telegram of our own, each on a free port and each to be killed at will. */
export async function openRig(options: RigOptions = {}): Promise<Rig> {
  const directory = await mkdtemp(join(tmpdir(), 'tsedra-rig-'))
  const log = join(directory, 'processes.log')
  // Long enough for a process of production.
  const password = randomBytes(16).toString('hex')
  const postgres = await startPostgres({ dir: join(directory, 'postgres'), password })
  const redis = await startRedis({ dir: join(directory, 'redis') })
  const telegram = await startTelegram({ port: await freePort(), staffChatId: STAFF_CHAT })
  const workerHealth = await freePort()
  const shared = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    PUBLIC_ORIGIN: ORIGIN,
    CODE_SECRET: randomBytes(32).toString('hex'),
    TELEGRAM_BOT_NAME: 'tsedra_local_bot',
  }
  const workerReadyUrl = `http://127.0.0.1:${workerHealth}/healthz`
  const apiEnvironment = {
    ...shared,
    TRUST_PROXY: 'loopback',
    ADDRESS_SECRET: randomBytes(32).toString('hex'),
    SESSION_SECRETS: `1:${randomBytes(32).toString('hex')}`,
    MEDIA_DIR: join(directory, 'media'),
    ...options.api,
  }
  const startApi = async () => {
    const [port, health] = [await freePort(), await freePort()]
    const readyUrl = `http://127.0.0.1:${health}/readyz`
    const env = { ...apiEnvironment, PORT: `${port}`, HEALTH_PORT: `${health}` }
    return { service: await program('api', 'api/src/main.ts', readyUrl, log, env), port, readyUrl }
  }
  const { service: api, port, readyUrl: apiReadyUrl } = await startApi()
  const replicas: Service[] = []
  const worker = await program('worker', 'worker/src/main.ts', workerReadyUrl, log, {
    ...shared,
    HEALTH_PORT: `${workerHealth}`,
    SMTP_URL: 'smtp://127.0.0.1:1',
    TELEGRAM_BOT_TOKEN: '1:campaign',
    TELEGRAM_STAFF_CHAT_ID: `${STAFF_CHAT}`,
    TELEGRAM_API_ROOT: `http://127.0.0.1:${telegram.port}`,
  })
  const db = connect({ url: postgres.url, max: 2 })
  return {
    url: `http://127.0.0.1:${port}`,
    postgres,
    redis,
    api,
    worker,
    telegram,
    db,
    log,
    workerReadyUrl,
    apiReadyUrl,
    async startReplica() {
      const replica = await startApi()
      replicas.push(replica.service)
      return replica
    },
    async [Symbol.asyncDispose]() {
      await db.destroy()
      await Promise.all([api, ...replicas, worker].map((service) => service.kill()))
      await telegram[Symbol.asyncDispose]()
      await redis.kill()
      await postgres.stop('immediate')
      await rm(directory, { recursive: true, force: true })
    },
  }
}

const root = fileURLToPath(new URL('../../', import.meta.url))

function program(
  name: string,
  script: string,
  readyUrl: string,
  log: string,
  env: Record<string, string>,
): Promise<Service> {
  const isReady = () =>
    fetch(readyUrl, { signal: AbortSignal.timeout(1_000) }).then(
      (res) => res.ok,
      () => false,
    )
  return startService({
    name,
    command: process.execPath,
    args: [script],
    cwd: root,
    env,
    log,
    isReady,
    readyWithinMs: 60_000,
  })
}
