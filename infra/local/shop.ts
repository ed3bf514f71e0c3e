import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Edge, openEdge } from '../edge/local-edge.ts'
import type { Registry } from './leftovers.ts'
import { builtPage } from './page.ts'
import { freePort } from './ports.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { runToEnd, type Service, startService } from './process.ts'
import { type Redis, startRedis } from './redis.ts'
import { root } from './repository.ts'

/** The staff group of the stand-in. */
export const STAFF_CHAT = '-1001'

export interface ShopOptions {
  /** Holds database, Redis, pictures, chat and logs; made when it is not there. */
  dir: string
  /** 0 takes a free one, as for every port. */
  port?: number
  telegramPort?: number
  mailPort?: number
  smtpPort?: number
  keepAlive?: boolean
  watch?: boolean
  pagePort?: number
  registry?: Registry
  say?: (text: string) => void
  /** Real parts in place of embedded ones: DATABASE_URL, REDIS_URL, TELEGRAM_BOT_TOKEN, … */
  env?: Record<string, string | undefined>
}

export interface Shop extends AsyncDisposable {
  url: string
  telegramUrl: string | undefined
  mailUrl: string
  postgres: Postgres | undefined
  redis: Redis | undefined
  api: Service
  worker: Service
  edge: Edge
}

/** The whole shop: embedded parts where no real one is named, API, demo catalogue, worker, edge. */
export async function startShop(options: ShopOptions): Promise<Shop> {
  const { dir, say = () => {}, keepAlive = false, watch = false, env = {}, registry } = options
  await using parts = new AsyncDisposableStack()
  const common = { keepAlive, say, registry }
  const log = (name: string) => join(dir, 'logs', `${name}.log`)
  const portOr = async (wanted: number | undefined) => wanted || freePort()

  const postgres = env['DATABASE_URL']
    ? undefined
    : parts.use(await startPostgres({ ...common, dir: join(dir, 'postgres'), log: log('postgres') }))
  const redis = env['REDIS_URL']
    ? undefined
    : parts.use(await startRedis({ ...common, dir: join(dir, 'redis'), log: log('redis') }))
  say('Postgres and Redis are up')

  const port = await portOr(options.port)
  const [telegramPort, mailPort, smtpPort] = [
    await portOr(options.telegramPort),
    await portOr(options.mailPort),
    await portOr(options.smtpPort),
  ]
  const [apiPort, apiHealth, workerHealth] = [await freePort(), await freePort(), await freePort()]
  const program = (name: string, script: string, own: Record<string, string>, readyUrl: string) =>
    startService({
      ...common,
      name,
      command: process.execPath,
      args: [...(watch ? ['--watch', '--watch-preserve-output'] : []), script],
      cwd: root,
      env: own,
      log: log(name),
      isReady: answers(readyUrl),
      readyWithinMs: 60_000,
      shows: (line) =>
        /"level":(?:50|60)|^(?:Bad configuration|\s+[A-Z_]+:)/.test(line) ? line.slice(0, 300) : undefined,
    })

  if (!env['TELEGRAM_BOT_TOKEN']) {
    parts.use(
      await program(
        'telegram',
        'infra/fakes/telegram/main.ts',
        { PORT: `${telegramPort}`, STAFF_CHAT_ID: STAFF_CHAT, DATA_FILE: join(dir, 'telegram.jsonl') },
        `http://127.0.0.1:${telegramPort}/`,
      ),
    )
  }
  parts.use(
    await program(
      'mail',
      'infra/fakes/mail/main.ts',
      { PORT: `${mailPort}`, SMTP_PORT: `${smtpPort}`, DATA_FILE: join(dir, 'mail.jsonl') },
      `http://127.0.0.1:${mailPort}/`,
    ),
  )

  const shared = {
    NODE_ENV: 'development',
    DATABASE_URL: env['DATABASE_URL'] ?? postgres?.url ?? '',
    PUBLIC_ORIGIN: env['PUBLIC_ORIGIN'] ?? `http://localhost:${port}`,
  }
  const media = join(dir, 'media')
  mkdirSync(media, { recursive: true })
  const apiEnv = {
    ...shared,
    PORT: `${apiPort}`,
    HEALTH_PORT: `${apiHealth}`,
    TRUST_PROXY: 'loopback',
    ADDRESS_SECRET: secretOf(dir, 'address'),
    MEDIA_DIR: media,
  }
  const api = parts.use(await program('api', 'api/src/main.ts', apiEnv, `http://127.0.0.1:${apiHealth}/readyz`))
  await runToEnd({
    name: 'demo catalogue',
    command: process.execPath,
    args: ['api/src/prepare.ts'],
    cwd: root,
    env: apiEnv,
    log: log('prepare'),
  })
  say('API and demo catalogue are up')

  const telegram = env['TELEGRAM_BOT_TOKEN']
    ? {}
    : {
        TELEGRAM_BOT_TOKEN: '1000000001:local-only-telegram-stand-in-token',
        TELEGRAM_STAFF_CHAT_ID: STAFF_CHAT,
        TELEGRAM_API_ROOT: `http://127.0.0.1:${telegramPort}`,
      }
  const workerEnv = {
    ...shared,
    ...telegram,
    REDIS_URL: env['REDIS_URL'] ?? redis?.url ?? '',
    HEALTH_PORT: `${workerHealth}`,
  }
  const worker = parts.use(
    await program('worker', 'worker/src/main.ts', workerEnv, `http://127.0.0.1:${workerHealth}/healthz`),
  )
  const edge = parts.use(await openEdge({ port, apiPort, page: builtPage, media, pagePort: options.pagePort }))
  say('Worker and edge are up')

  const owned = parts.move()
  return {
    url: `http://localhost:${edge.port}`,
    telegramUrl: env['TELEGRAM_BOT_TOKEN'] ? undefined : `http://localhost:${telegramPort}`,
    mailUrl: `http://localhost:${mailPort}`,
    postgres,
    redis,
    api,
    worker,
    edge,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const answers = (url: string) => () =>
  fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
    (res) => res.ok,
    () => false,
  )

/** Made once and kept: what is hashed with it must mean the same at the next start. */
function secretOf(dir: string, name: string): string {
  const file = join(dir, `${name}.secret`)
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 })
  }
  return readFileSync(file, 'utf8').trim()
}
