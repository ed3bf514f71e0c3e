import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openOrderFeed } from '../src/admin/order-feed.ts'
import { type App, createApp, type AppDeps } from '../src/app.ts'
import { openLiveCatalogue } from '../src/catalogue/live-catalogue.ts'
import { listen } from '../src/http/listen.ts'
import type { ImageStore } from '../src/images/image-store.ts'
import { openStore } from '../src/images/open-store.ts'
import { createLog } from '@tsedra/service/log'
import { createMetrics } from '@tsedra/service/metrics'
import { type TestDatabase, testDatabase } from './database.ts'

/** Key of the code hashes: tests create codes as the worker does. */
export const codeSecret = 'code secret of the tests, long enough to be one'

export interface ApiResponse {
  status: number
  headers: Headers
  // Tests read responses of many shapes and assert the fields they use.
  body: Record<string, unknown> & { [name: string]: unknown }
}

export interface Shop extends AsyncDisposable {
  url: string
  database: TestDatabase
  db: TestDatabase['db']
  app: App
  /** Directory of the pictures, unless the test passes its own store. */
  media: string
  store: ImageStore
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse>
}

type ShopOptions = Partial<AppDeps> & { arrange?: (db: TestDatabase['db']) => Promise<unknown> }

/** Starts the API on a free port with its own database. */
export async function openShop({ arrange, ...overrides }: ShopOptions = {}): Promise<Shop> {
  const database = await testDatabase()
  await arrange?.(database.db)
  const directory = await mkdtemp(join(tmpdir(), 'tsedra-shop-'))
  const media = join(directory, 'media')
  const { deps, catalogue } = await createDeps(database, media, overrides)
  const app = createApp(deps)
  const server = await listen(app.listener, 0)
  const url = `http://127.0.0.1:${server.port}`

  return {
    url,
    database,
    db: database.db,
    app,
    media,
    store: deps.images.store,
    send: (...request) => sendJson(url, deps.publicOrigin, ...request),
    async [Symbol.asyncDispose]() {
      await deps.orderFeed[Symbol.asyncDispose]()
      await server.close(1_000)
      await catalogue[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
      await rm(directory, { recursive: true })
    },
  }
}

async function createDeps({ db, url }: TestDatabase, media: string, overrides: Partial<AppDeps>) {
  const log = createLog('test', 'silent')
  const addressSecret = 'a secret of the tests, long enough to be one'
  const publicOrigin = 'http://localhost:8080'
  const catalogue = await openLiveCatalogue({ db, url, log })
  const deps: AppDeps = {
    db,
    catalogue,
    orderFeed: openOrderFeed({ db, url }),
    log,
    metrics: createMetrics(),
    trustProxy: 'loopback',
    publicOrigin,
    addressSecret,
    images: await openStore({ media: { kind: 'disk', directory: media }, publicOrigin, addressSecret }),
    imageHosts: [],
    pageDir: fileURLToPath(new URL('page', import.meta.url)),
    codeSecret,
    bot: { name: 'tsedra_test_bot', linkRoot: 'https://t.me' },
    sessionSecrets: { 1: 'session secret of the tests, long enough to be one' },
    // Cheap hashes: passwords.test.ts tests the real cost.
    passwordCost: { memoryKiB: 64, passes: 1 },
    providers: {},
    ...overrides,
  }
  return { deps, catalogue }
}

async function sendJson(
  url: string,
  origin: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(method !== 'GET' && { origin }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text ? (JSON.parse(text) as ApiResponse['body']) : {},
  }
}
