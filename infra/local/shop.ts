import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '@tsedra/database/migrate'
import { grantRoles } from '@tsedra/database/roles'
import { type LocalEdge, openLocalEdge } from '../edge/local-edge.ts'
import { processEnvironment, nodeFlags, workerFlags } from './process-flags.ts'
import type { ProcessRegistry } from './orphan-processes.ts'
import { builtPage } from './page.ts'
import { getFreePort } from './ports.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { runToCompletion, type Service, startService } from './process.ts'
import { type Redis, startRedis } from './redis.ts'
import { root } from './repository.ts'
import { filterLogLine } from './log-filter.ts'

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
  providerPort?: number
  /** Crashed parts start again by themselves. */
  keepAlive?: boolean
  /** API and worker start again after every save. */
  watch?: boolean
  /** A development server that draws the page. */
  pagePort?: number
  /** The page is being built meanwhile; the door opens when it is there. */
  page?: Promise<unknown>
  registry?: ProcessRegistry
  print?: (text: string) => void
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
  providerUrl: string | undefined
  postgres: Postgres | undefined
  redis: Redis | undefined
  telegram: Service | undefined
  mail: Service | undefined
  providers: Service | undefined
  api: Service
  worker: Service
  edge: LocalEdge
}

/**
 * The whole shop: embedded parts where no real one is named, API, demo catalogue, worker, edge.
 *
 * Each part can be killed and started again by its handle; at the end they stop in the opposite order.
 */
export async function startShop(options: ShopOptions): Promise<Shop> {
  const { dir, print = () => {}, env = {}, signal } = options
  const mode = env['NODE_ENV'] === 'test' ? 'test' : 'development'
  await using disposables = new AsyncDisposableStack()
  // A failed build is told when the door would open, not as an unhandled rejection before.
  options.page?.catch(() => {})
  const common = { keepAlive: options.keepAlive ?? false, say: print, registry: options.registry }
  const log = (name: string) => join(dir, 'logs', `${name}.log`)
  const startPart = <T extends AsyncDisposable>(name: string, pendingPart: Promise<T>) =>
    pendingPart.then((resource) => {
      print(`${name} is up`)
      return disposables.use(resource)
    })
  const startProgram = (
    name: string,
    programEnv: Environment,
    options: { script: string; readyUrl: string; watch?: boolean; flags?: readonly string[] },
  ) =>
    startService({
      ...common,
      name,
      command: process.execPath,
      args: [
        ...(options.flags ?? nodeFlags),
        ...(options.watch ? ['--watch', '--watch-preserve-output'] : []),
        options.script,
      ],
      cwd: root,
      env: { ...env, ...processEnvironment, NODE_ENV: mode, ...programEnv },
      log: log(name),
      isReady: createReadinessCheck(options.readyUrl),
      readyTimeoutMs: 60_000,
      filterLine: filterLogLine,
    })

  const port = options.port ?? (await getFreePort())
  const telegramPort = options.telegramPort ?? (await getFreePort())
  const mailPort = options.mailPort ?? (await getFreePort())
  const smtpPort = options.smtpPort ?? (await getFreePort())
  const providerPort = options.providerPort ?? (await getFreePort())
  const [apiPort, apiHealth, workerHealth] = [await getFreePort(), await getFreePort(), await getFreePort()]
  const secrets = loadSecrets(dir)
  const publicOrigin = env['PUBLIC_ORIGIN'] ?? `http://localhost:${port}`
  const providerEnv = buildProviderEnv(secrets, `http://127.0.0.1:${providerPort}`)
  const hasRealProviders = Boolean(env['GOOGLE_CLIENT_ID']) || Boolean(env['APPLE_CLIENT_ID'])
  const media = join(dir, 'media')
  mkdirSync(media, { recursive: true })

  const [postgres, redis, telegram, mail, providers] = await awaitAll(
    env['DATABASE_URL']
      ? undefined
      : startPart('Postgres', startPostgres({ ...common, dir: join(dir, 'postgres'), log: log('postgres') })),
    env['REDIS_URL']
      ? undefined
      : startPart('Redis', startRedis({ ...common, dir: join(dir, 'redis'), log: log('redis') })),
    env['TELEGRAM_BOT_TOKEN']
      ? undefined
      : startPart(
          'Telegram stand-in',
          startProgram(
            'telegram',
            {
              PORT: `${telegramPort}`,
              TOKEN: secrets.telegramToken,
              STAFF_CHAT_ID: STAFF_CHAT,
              DATA_FILE: join(dir, 'telegram.jsonl'),
            },
            { script: 'infra/fakes/telegram/main.ts', readyUrl: `http://127.0.0.1:${telegramPort}/` },
          ),
        ),
    env['SMTP_URL']
      ? undefined
      : startPart(
          'Mail viewer',
          startProgram(
            'mail',
            { PORT: `${mailPort}`, SMTP_PORT: `${smtpPort}`, DATA_FILE: join(dir, 'mail.jsonl') },
            { script: 'infra/fakes/mail/main.ts', readyUrl: `http://127.0.0.1:${mailPort}/` },
          ),
        ),
    hasRealProviders
      ? undefined
      : startPart(
          'Google and Apple stand-in',
          startProgram(
            'providers',
            { ...providerEnv, PORT: `${providerPort}`, SHOP_ORIGIN: publicOrigin },
            { script: 'infra/fakes/providers/main.ts', readyUrl: `http://127.0.0.1:${providerPort}/` },
          ),
        ),
  )
  signal?.throwIfAborted()
  const shopUrl = postgres && withRole(postgres.url, 'shop_app')
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
    ...(providers && providerEnv),
  }
  const { watch = false } = options
  const apiReady = `http://127.0.0.1:${apiHealth}/readyz`
  const api = await startPart(
    'API',
    startProgram('api', apiEnv, { script: 'api/src/main.ts', readyUrl: apiReady, watch }),
  )
  signal?.throwIfAborted()

  const workerReady = `http://127.0.0.1:${workerHealth}/healthz`
  const workerEnv = { ...shared, HEALTH_PORT: `${workerHealth}` }
  const [, worker] = await awaitAll(
    prepareShop({ env: { ...env, ...apiEnv }, log: log('prepare'), signal }).then(() => print('Demo catalogue is in')),
    startPart(
      'Worker',
      startProgram('worker', workerEnv, {
        script: 'worker/src/main.ts',
        readyUrl: workerReady,
        watch,
        flags: workerFlags,
      }),
    ),
    options.page?.then(() => print('Page is built')),
  )
  signal?.throwIfAborted()
  const edge = disposables.use(
    await openLocalEdge({
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

  const resources = disposables.move()
  return {
    url: `http://localhost:${edge.port}`,
    databaseUrl: env['DATABASE_URL'] ?? postgres?.url ?? '',
    redisUrl: shared.REDIS_URL,
    telegramUrl: telegram && `http://localhost:${telegramPort}`,
    mailUrl: mail && `http://localhost:${mailPort}`,
    providerUrl: providers && `http://127.0.0.1:${providerPort}`,
    postgres,
    redis,
    telegram,
    mail,
    providers,
    api,
    worker,
    edge,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** As API and worker connect (infra/decisions/0037-database-roles.md). */
function withRole(url: string, role: string): string {
  const address = new URL(url)
  address.username = role
  return address.href
}

/** Bucket or folder, and the demo catalogue of an empty shop. */
function prepareShop({ env, log, signal }: { env: Environment; log: string; signal: AbortSignal | undefined }) {
  return runToCompletion({
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
async function awaitAll<T extends readonly unknown[]>(...work: T): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  for (const outcome of await Promise.allSettled(work)) if (outcome.status === 'rejected') throw outcome.reason
  return (await Promise.all(work)) as { [K in keyof T]: Awaited<T[K]> }
}

const createReadinessCheck = (url: string) => () =>
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
function buildProviderEnv({ googleSecret, appleKey }: Secrets, root: string) {
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
function loadSecrets(dir: string): Secrets {
  const file = join(dir, 'secrets.json')
  mkdirSync(dir, { recursive: true })
  const createSecret = () => randomBytes(32).toString('hex')
  const generated: Secrets = {
    addressSecret: createSecret(),
    sessionSecret: createSecret(),
    codeSecret: createSecret(),
    telegramToken: `1000000001:${randomBytes(24).toString('base64url')}`,
    googleSecret: createSecret(),
    appleKey: generateKeyPairSync('ec', { namedCurve: 'P-256' })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString(),
  }
  const stored = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) : {}
  const secrets = { ...generated, ...stored }
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
  return secrets
}
