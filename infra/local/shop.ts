import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '@tsedra/database/migrate'
import { grantRoles } from '@tsedra/database/roles'
import { type Edge, openEdge } from '../edge/local-edge.ts'
import { leanEnvironment, leanFlags, workerFlags } from './lean.ts'
import type { Registry } from './leftovers.ts'
import { builtPage } from './page.ts'
import { freePort } from './ports.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { runToEnd, type Service, startService } from './process.ts'
import { type Redis, startRedis } from './redis.ts'
import { root } from './repository.ts'
import { worthShowing } from './worth-showing.ts'

/** The bot of the stand-in, whose page plays the phone. */
export const BOT_NAME = 'tsedra_local_bot'
/** The staff group of the stand-in. */
export const STAFF_CHAT = '-1001'

type Environment = Record<string, string | undefined>

export interface ShopOptions {
  /** Holds database, Redis, pictures, chat and logs; made when it is not there. */
  dir: string
  /** A free one when absent, as for every port. */
  port?: number
  telegramPort?: number
  mailPort?: number
  smtpPort?: number
  thirdPartyPort?: number
  /** Crashed parts start again by themselves. */
  keepAlive?: boolean
  /** API and worker start again after every save. */
  watch?: boolean
  /** A development server that draws the page. */
  pagePort?: number
  /** The page is being built meanwhile; the door opens when it is there. */
  page?: Promise<unknown>
  registry?: Registry
  say?: (text: string) => void
  /**
   * Real parts in place of embedded ones: DATABASE_URL, REDIS_URL, SMTP_URL, TELEGRAM_BOT_TOKEN, GOOGLE_CLIENT_ID or
   * APPLE_CLIENT_ID; any other setting of API and worker.
   */
  env?: Environment
  /** Addresses whose `X-Forwarded-For` the edge keeps. Default: this machine, whose tests play many customers. */
  trustedProxies?: readonly string[]
  /** Gives the start up. */
  signal?: AbortSignal
}

export interface Shop extends AsyncDisposable {
  url: string
  /** Of the schema's owner. */
  databaseUrl: string
  redisUrl: string
  telegramUrl: string | undefined
  mailUrl: string | undefined
  thirdPartyUrl: string | undefined
  postgres: Postgres | undefined
  redis: Redis | undefined
  telegram: Service | undefined
  mail: Service | undefined
  thirdParties: Service | undefined
  api: Service
  worker: Service
  edge: Edge
}

/**
 * The whole shop: embedded parts where no real one is named, API, demo catalogue, worker, edge.
 *
 * Each part can be killed and started again by its handle; at the end they stop in the opposite order.
 */
export async function startShop(options: ShopOptions): Promise<Shop> {
  const { dir, say = () => {}, env = {}, signal } = options
  const mode = env['NODE_ENV'] === 'test' ? 'test' : 'development'
  await using parts = new AsyncDisposableStack()
  // A failed build is told when the door would open, not as an unhandled rejection before.
  options.page?.catch(() => {})
  const common = { keepAlive: options.keepAlive ?? false, say, registry: options.registry }
  const log = (name: string) => join(dir, 'logs', `${name}.log`)
  const started = <T extends AsyncDisposable>(name: string, part: Promise<T>) =>
    part.then((one) => {
      say(`${name} is up`)
      return parts.use(one)
    })
  const program = (
    name: string,
    own: Environment,
    options: { script: string; ready: string; watch?: boolean; flags?: readonly string[] },
  ) =>
    startService({
      ...common,
      name,
      command: process.execPath,
      args: [
        ...(options.flags ?? leanFlags),
        ...(options.watch ? ['--watch', '--watch-preserve-output'] : []),
        options.script,
      ],
      cwd: root,
      env: { ...env, ...leanEnvironment, NODE_ENV: mode, ...own },
      log: log(name),
      isReady: answers(options.ready),
      readyWithinMs: 60_000,
      shows: worthShowing,
    })

  const port = options.port ?? (await freePort())
  const telegramPort = options.telegramPort ?? (await freePort())
  const mailPort = options.mailPort ?? (await freePort())
  const smtpPort = options.smtpPort ?? (await freePort())
  const thirdPartyPort = options.thirdPartyPort ?? (await freePort())
  const [apiPort, apiHealth, workerHealth] = [await freePort(), await freePort(), await freePort()]
  const secrets = secretsOf(dir)
  const publicOrigin = env['PUBLIC_ORIGIN'] ?? `http://localhost:${port}`
  const ofThirdParties = standIns(secrets, `http://127.0.0.1:${thirdPartyPort}`)
  const hasRealOnes = Boolean(env['GOOGLE_CLIENT_ID']) || Boolean(env['APPLE_CLIENT_ID'])
  const media = join(dir, 'media')
  mkdirSync(media, { recursive: true })

  const [postgres, redis, telegram, mail, thirdParties] = await together(
    env['DATABASE_URL']
      ? undefined
      : started('Postgres', startPostgres({ ...common, dir: join(dir, 'postgres'), log: log('postgres') })),
    env['REDIS_URL']
      ? undefined
      : started('Redis', startRedis({ ...common, dir: join(dir, 'redis'), log: log('redis') })),
    env['TELEGRAM_BOT_TOKEN']
      ? undefined
      : started(
          'Telegram stand-in',
          program(
            'telegram',
            {
              PORT: `${telegramPort}`,
              TOKEN: secrets.telegramToken,
              STAFF_CHAT_ID: STAFF_CHAT,
              DATA_FILE: join(dir, 'telegram.jsonl'),
            },
            { script: 'infra/fakes/telegram/main.ts', ready: `http://127.0.0.1:${telegramPort}/` },
          ),
        ),
    env['SMTP_URL']
      ? undefined
      : started(
          'Mail viewer',
          program(
            'mail',
            { PORT: `${mailPort}`, SMTP_PORT: `${smtpPort}`, DATA_FILE: join(dir, 'mail.jsonl') },
            { script: 'infra/fakes/mail/main.ts', ready: `http://127.0.0.1:${mailPort}/` },
          ),
        ),
    hasRealOnes
      ? undefined
      : started(
          'Google and Apple stand-in',
          program(
            'third-parties',
            { ...ofThirdParties, PORT: `${thirdPartyPort}`, SHOP_ORIGIN: publicOrigin },
            { script: 'infra/fakes/third-parties/main.ts', ready: `http://127.0.0.1:${thirdPartyPort}/` },
          ),
        ),
  )
  signal?.throwIfAborted()
  const shopUrl = postgres && asRole(postgres.url, 'shop_app')
  if (postgres) {
    await migrate(postgres.url)
    await grantRoles(postgres.url, { shop: shopUrl })
  }

  const shared = {
    NODE_ENV: mode,
    DATABASE_URL: env['DATABASE_URL'] ?? shopUrl ?? '',
    REDIS_URL: env['REDIS_URL'] ?? redis?.url ?? '',
    CODE_SECRET: secrets.codeSecret,
    SMTP_URL: env['SMTP_URL'] ?? `smtp://127.0.0.1:${smtpPort}`,
    PUBLIC_ORIGIN: publicOrigin,
    ...(telegram && {
      TELEGRAM_BOT_TOKEN: secrets.telegramToken,
      TELEGRAM_STAFF_CHAT_ID: STAFF_CHAT,
      TELEGRAM_API_ROOT: `http://127.0.0.1:${telegramPort}`,
      TELEGRAM_BOT_NAME: BOT_NAME,
      TELEGRAM_LINK_ROOT: `http://localhost:${telegramPort}`,
    }),
  }
  const apiEnv = {
    ...shared,
    PORT: `${apiPort}`,
    HEALTH_PORT: `${apiHealth}`,
    TRUST_PROXY: 'loopback',
    ADDRESS_SECRET: secrets.addressSecret,
    SESSION_SECRETS: `1:${secrets.sessionSecret}`,
    MEDIA_DIR: media,
    ...(thirdParties && ofThirdParties),
  }
  const { watch = false } = options
  const apiReady = `http://127.0.0.1:${apiHealth}/readyz`
  const api = await started('API', program('api', apiEnv, { script: 'api/src/main.ts', ready: apiReady, watch }))
  signal?.throwIfAborted()

  const workerReady = `http://127.0.0.1:${workerHealth}/healthz`
  const workerEnv = { ...shared, HEALTH_PORT: `${workerHealth}` }
  const [, worker] = await together(
    fillIn({ env: { ...env, ...apiEnv }, log: log('prepare'), signal }).then(() => say('Demo catalogue is in')),
    started(
      'Worker',
      program('worker', workerEnv, { script: 'worker/src/main.ts', ready: workerReady, watch, flags: workerFlags }),
    ),
    options.page?.then(() => say('Page is built')),
  )
  signal?.throwIfAborted()
  const edge = parts.use(
    await openEdge({
      port,
      host: env['HOST'],
      apiPort,
      page: builtPage,
      media,
      store: env['S3_ENDPOINT'] ? { url: env['S3_ENDPOINT'], bucket: env['S3_BUCKET'] ?? 'tsedra' } : undefined,
      pagePort: options.pagePort,
      trustedProxies: options.trustedProxies ?? ['127.0.0.0/8', '::1'],
    }),
  )

  const owned = parts.move()
  return {
    url: `http://localhost:${edge.port}`,
    databaseUrl: env['DATABASE_URL'] ?? postgres?.url ?? '',
    redisUrl: shared.REDIS_URL,
    telegramUrl: telegram && `http://localhost:${telegramPort}`,
    mailUrl: mail && `http://localhost:${mailPort}`,
    thirdPartyUrl: thirdParties && `http://127.0.0.1:${thirdPartyPort}`,
    postgres,
    redis,
    telegram,
    mail,
    thirdParties,
    api,
    worker,
    edge,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** As API and worker connect (infra/decisions/0037-database-roles.md). */
function asRole(url: string, role: string): string {
  const address = new URL(url)
  address.username = role
  return address.href
}

/** Bucket or folder, and the demo catalogue of an empty shop. */
function fillIn({ env, log, signal }: { env: Environment; log: string; signal: AbortSignal | undefined }) {
  return runToEnd({
    name: 'demo catalogue',
    command: process.execPath,
    args: ['api/src/prepare.ts'],
    cwd: root,
    env,
    log,
    signal,
  })
}

/** Waits for all of them even when one fails, so that whoever stops the others stops every one. */
async function together<T extends readonly unknown[]>(...work: T): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  for (const outcome of await Promise.allSettled(work)) if (outcome.status === 'rejected') throw outcome.reason
  return (await Promise.all(work)) as { [K in keyof T]: Awaited<T[K]> }
}

const answers = (url: string) => () =>
  fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
    (res) => res.ok,
    () => false,
  )

interface Secrets {
  /** Client addresses are hashed with it: what was written must mean the same at the next start. */
  addressSecret: string
  sessionSecret: string
  codeSecret: string
  telegramToken: string
  googleSecret: string
  appleKey: string
}

/** The shop's accounts at the stand-in: what API and stand-in know of each other. */
function standIns({ googleSecret, appleKey }: Secrets, root: string) {
  return {
    GOOGLE_ISSUER: `${root}/google`,
    GOOGLE_CLIENT_ID: 'tsedra-local',
    GOOGLE_CLIENT_SECRET: googleSecret,
    APPLE_ISSUER: `${root}/apple`,
    APPLE_CLIENT_ID: 'ua.tsedra.local',
    APPLE_TEAM_ID: 'LOCALTEAM1',
    APPLE_KEY_ID: 'LOCALKEY01',
    APPLE_PRIVATE_KEY: appleKey,
  }
}

/** Made once and kept beside the data they belong to; one that is missing is made later. */
function secretsOf(dir: string): Secrets {
  const file = join(dir, 'secrets.json')
  mkdirSync(dir, { recursive: true })
  const secret = () => randomBytes(32).toString('hex')
  const made: Secrets = {
    addressSecret: secret(),
    sessionSecret: secret(),
    codeSecret: secret(),
    telegramToken: `1000000001:${randomBytes(24).toString('base64url')}`,
    googleSecret: secret(),
    appleKey: generateKeyPairSync('ec', { namedCurve: 'P-256' })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString(),
  }
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) : {}
  const secrets = { ...made, ...kept }
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
  return secrets
}
