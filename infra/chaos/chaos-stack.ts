import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connect, type Db } from '@tsedra/database/connection'
import { startFakeTelegram } from '../fakes/telegram/server.ts'
import { getFreePort } from '../local/ports.ts'
import { type Postgres, startPostgres } from '../local/postgres.ts'
import { type Service, startService } from '../local/process.ts'
import { nodeFlags, processEnvironment, workerFlags } from '../local/process-flags.ts'
import { type Redis, startRedis } from '../local/redis.ts'

export const STAFF_CHAT = -1001
/** The origin of the shop; clients send it with each POST, as the page does (infra/decisions/0011-request-validation.md). */
export const ORIGIN = 'http://localhost:8080'

export interface ChaosStack extends AsyncDisposable {
  url: string
  postgres: Postgres
  redis: Redis
  api: Service
  worker: Service
  telegram: Awaited<ReturnType<typeof startFakeTelegram>>
  db: Db
  logFile: string
  workerReadyUrl: string
  apiReadyUrl: string
  /** Another API process over the same database. */
  startReplica(): Promise<{ service: Service; port: number; readyUrl: string }>
}

interface ChaosStackOptions {
  /** Laid over the settings of API processes. */
  api?: Record<string, string>
}

/** Postgres, Redis, API, worker and a Telegram of our own, each on a free port and each to be killed at will. */
export async function openChaosStack(options: ChaosStackOptions = {}): Promise<ChaosStack> {
  const directory = await mkdtemp(join(tmpdir(), 'tsedra-chaos-'))
  const logFile = join(directory, 'processes.log')
  // Long enough for a process of production.
  const password = randomBytes(16).toString('hex')
  const postgres = await startPostgres({ dir: join(directory, 'postgres'), password })
  const redis = await startRedis({ dir: join(directory, 'redis') })
  const telegram = await startFakeTelegram({ port: await getFreePort(), staffChatId: STAFF_CHAT })
  const workerHealthPort = await getFreePort()
  const shared = {
    ...processEnvironment,
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    PUBLIC_ORIGIN: ORIGIN,
    CODE_SECRET: randomBytes(32).toString('hex'),
    TELEGRAM_BOT_NAME: 'tsedra_local_bot',
  }
  const workerReadyUrl = `http://127.0.0.1:${workerHealthPort}/healthz`
  const apiEnvironment = {
    ...shared,
    TRUST_PROXY: 'loopback',
    ADDRESS_SECRET: randomBytes(32).toString('hex'),
    SESSION_SECRETS: `1:${randomBytes(32).toString('hex')}`,
    MEDIA_DIR: join(directory, 'media'),
    ...options.api,
  }
  const startApi = async () => {
    const [port, healthPort] = [await getFreePort(), await getFreePort()]
    const readyUrl = `http://127.0.0.1:${healthPort}/readyz`
    const env = { ...apiEnvironment, PORT: `${port}`, HEALTH_PORT: `${healthPort}` }
    return {
      service: await startProgram('api', [...nodeFlags, 'api/src/main.ts'], readyUrl, logFile, env),
      port,
      readyUrl,
    }
  }
  const { service: api, port, readyUrl: apiReadyUrl } = await startApi()
  const replicas: Service[] = []
  const worker = await startProgram('worker', [...workerFlags, 'worker/src/main.ts'], workerReadyUrl, logFile, {
    ...shared,
    HEALTH_PORT: `${workerHealthPort}`,
    SMTP_URL: 'smtp://127.0.0.1:1',
    TELEGRAM_BOT_TOKEN: '1:chaos-test',
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
    logFile,
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

function startProgram(
  name: string,
  args: string[],
  readyUrl: string,
  logFile: string,
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
    args,
    cwd: root,
    env,
    log: logFile,
    isReady,
    readyTimeoutMs: 60_000,
  })
}
