import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Express } from 'express'
import { openOrderFeed } from '../src/admin/order-feed.ts'
import { createApp, type AppDeps } from '../src/app.ts'
import { openLiveCatalogue } from '../src/catalogue/live-catalogue.ts'
import { listen } from '../src/http/listen.ts'
import type { ImageStore } from '../src/images/image-store.ts'
import { openStore } from '../src/images/open-store.ts'
import { createLog } from '@tsedra/service/log'
import { createMetrics } from '@tsedra/service/metrics'
import { type TestDatabase, testDatabase } from './database.ts'

/** Codes are hashed with it; tests make codes as the worker does. */
export const codeSecret = 'code secret of the tests, long enough to be one'

export interface ApiResponse {
  status: number
  headers: Headers
  // Tests look into answers of many shapes; what they rely on they assert.
  body: Record<string, unknown> & { [name: string]: unknown }
}

export interface Shop extends AsyncDisposable {
  url: string
  database: TestDatabase
  db: TestDatabase['db']
  app: Express
  /** Where pictures are, unless the test brings a store of its own. */
  media: string
  store: ImageStore
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse>
}

/** The API on a free port over a database of its own. */
export async function openShop(
  options: Partial<AppDeps> & { arrange?: (db: TestDatabase['db']) => Promise<unknown> } = {},
): Promise<Shop> {
  const { arrange, ...overrides } = options
  const database = await testDatabase()
  await arrange?.(database.db)
  const log = createLog('test', 'silent')
  const catalogue = await openLiveCatalogue({ db: database.db, url: database.url, log })
  const directory = await mkdtemp(join(tmpdir(), 'tsedra-shop-'))
  const media = join(directory, 'media')
  const addressSecret = 'a secret of the tests, long enough to be one'
  const publicOrigin = 'http://localhost:8080'
  const orderFeed = openOrderFeed({ db: database.db, url: database.url })
  const deps: AppDeps = {
    db: database.db,
    catalogue,
    orderFeed,
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
    // What a hash costs is tried where it matters.
    passwordCost: { memoryKiB: 64, passes: 1 },
    providers: {},
    ...overrides,
  }
  const app = createApp(deps)
  const server = await listen(app, 0)
  const url = `http://127.0.0.1:${server.port}`

  return {
    url,
    database,
    db: database.db,
    app,
    media,
    store: deps.images.store,
    async send(method, path, body, headers = {}) {
      const response = await fetch(url + path, {
        method,
        headers: {
          ...(method !== 'GET' && { origin: deps.publicOrigin }),
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
    },
    async [Symbol.asyncDispose]() {
      await deps.orderFeed[Symbol.asyncDispose]()
      await server.close(1_000)
      await catalogue[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
      await rm(directory, { recursive: true })
    },
  }
}
