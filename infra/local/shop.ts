import { mkdirSync } from 'node:fs'
import { migrate } from '@tsedra/database/migrate'
import { grantRoles } from '@tsedra/database/roles'
import { type LocalEdge, openLocalEdge } from '../edge/local-edge.ts'
import { builtPage } from './page.ts'
import type { Postgres } from './postgres.ts'
import { workerFlags } from './process-flags.ts'
import type { Service } from './process.ts'
import { type AddPart, type Dependencies, startDependencies } from './shop-dependencies.ts'
import { buildApiEnv, buildSharedEnv, createShopSettings, type ShopSettings } from './shop-environment.ts'
import type { ShopOptions } from './shop-options.ts'
import { awaitAll, createProgramStarter, prepareShop, type StartProgram } from './shop-programs.ts'

export interface Shop extends AsyncDisposable, Dependencies {
  url: string
  /** Connects as the owner of the schema. */
  databaseUrl: string
  redisUrl: string
  telegramUrl: string | undefined
  mailUrl: string | undefined
  providerUrl: string | undefined
  api: Service
  worker: Service
  edge: LocalEdge
}

/**
 * Starts a complete shop: dependencies, migrations, API, demo catalogue, worker and edge.
 *
 * Each service can be killed and restarted by its handle; disposal stops them in reverse order.
 */
export async function startShop(options: ShopOptions): Promise<Shop> {
  const { print = () => {}, signal } = options
  await using disposables = new AsyncDisposableStack()
  // A failed build is reported where it is awaited, not as an unhandled rejection before.
  options.page?.catch(() => {})
  const settings = await createShopSettings(options)
  mkdirSync(settings.mediaDir, { recursive: true })
  const startProgram = createProgramStarter(options, settings)
  const addPart: AddPart = async (name, pendingPart) => {
    const part = await pendingPart
    print(`${name} is up`)
    return disposables.use(part)
  }

  const dependencies = await startDependencies(options, settings, addPart, startProgram)
  signal?.throwIfAborted()
  const databaseUrl = await prepareDatabase(dependencies.postgres)
  const { api, worker } = await startPrograms(options, settings, {
    sharedEnv: buildSharedEnv(settings, {
      databaseUrl: settings.env['DATABASE_URL'] ?? databaseUrl ?? '',
      redisUrl: settings.env['REDIS_URL'] ?? dependencies.redis?.url ?? '',
      hasFakeTelegram: dependencies.telegram !== undefined,
    }),
    hasFakeProviders: dependencies.providers !== undefined,
    addPart,
    startProgram,
  })
  signal?.throwIfAborted()
  const edge = disposables.use(await openEdge(options, settings))

  const resources = disposables.move()
  return {
    ...dependencies,
    ...getUrls(settings, dependencies, edge),
    api,
    worker,
    edge,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** Migrates an embedded database; returns the URL by which API and worker connect. */
async function prepareDatabase(postgres: Postgres | undefined): Promise<string | undefined> {
  if (!postgres) return undefined
  const shopUrl = withRole(postgres.url, 'shop_app')
  await migrate(postgres.url)
  await grantRoles(postgres.url, { shop: shopUrl })
  return shopUrl
}

/** API and worker connect with a role of their own (infra/decisions/0037-database-roles.md). */
function withRole(url: string, role: string): string {
  const address = new URL(url)
  address.username = role
  return address.href
}

interface ProgramContext {
  sharedEnv: ReturnType<typeof buildSharedEnv>
  hasFakeProviders: boolean
  addPart: AddPart
  startProgram: StartProgram
}

/** Starts the API, then the worker while the demo catalogue is imported and the page is built. */
async function startPrograms(
  { watch = false, print = () => {}, ...options }: ShopOptions,
  settings: ShopSettings,
  { sharedEnv, hasFakeProviders, addPart, startProgram }: ProgramContext,
): Promise<{ api: Service; worker: Service }> {
  const { ports } = settings
  const apiEnv = { ...sharedEnv, ...buildApiEnv(settings, hasFakeProviders) }
  const apiReadyUrl = `http://127.0.0.1:${ports.apiHealth}/readyz`
  const api = await addPart(
    'API',
    startProgram('api', { script: 'api/src/main.ts', readyUrl: apiReadyUrl, env: apiEnv, watch }),
  )
  options.signal?.throwIfAborted()
  const pendingWorker = startProgram('worker', {
    script: 'worker/src/main.ts',
    readyUrl: `http://127.0.0.1:${ports.workerHealth}/healthz`,
    env: { ...sharedEnv, HEALTH_PORT: `${ports.workerHealth}` },
    watch,
    flags: workerFlags,
  })
  const [worker] = await awaitAll(
    addPart('Worker', pendingWorker),
    prepareShop(options, apiEnv).then(() => print('Demo catalogue is imported')),
    options.page?.then(() => print('Page is built')),
  )
  return { api, worker }
}

function openEdge(options: ShopOptions, { env, ports, mediaDir }: ShopSettings): Promise<LocalEdge> {
  return openLocalEdge({
    port: ports.edge,
    host: env['HOST'],
    apiPort: ports.api,
    page: builtPage,
    media: mediaDir,
    store: env['S3_ENDPOINT'] ? { url: env['S3_ENDPOINT'], bucket: env['S3_BUCKET'] ?? 'tsedra' } : undefined,
    pagePort: options.pagePort,
    trustedProxies: options.trustedProxies ?? ['127.0.0.0/8', '::1'],
  })
}

function getUrls({ env, ports }: ShopSettings, dependencies: Dependencies, edge: LocalEdge) {
  const { postgres, redis, telegram, mail, providers } = dependencies
  return {
    url: `http://localhost:${edge.port}`,
    databaseUrl: env['DATABASE_URL'] ?? postgres?.url ?? '',
    redisUrl: env['REDIS_URL'] ?? redis?.url ?? '',
    telegramUrl: telegram && `http://localhost:${ports.telegram}`,
    mailUrl: mail && `http://localhost:${ports.mail}`,
    providerUrl: providers && `http://127.0.0.1:${ports.providers}`,
  }
}
