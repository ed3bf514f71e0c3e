import type { Express } from 'express'
import { createApp, type Deps } from '../src/app.ts'
import { followCatalogue } from '../src/catalogue/live-catalogue.ts'
import { listen } from '../src/http/listen.ts'
import { createLog } from '@tsedra/service/log'
import { type TestDatabase, testDatabase } from './database.ts'

/** Codes are hashed with it; tests make codes as the worker does. */
export const codeSecret = 'code secret of the tests, long enough to be one'

export interface Answer {
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
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

/** The API on a free port over a database of its own. */
export async function openShop(
  options: Partial<Deps> & { arrange?: (db: TestDatabase['db']) => Promise<unknown> } = {},
): Promise<Shop> {
  const { arrange, ...overrides } = options
  const database = await testDatabase()
  await arrange?.(database.db)
  const log = createLog('test', 'silent')
  const catalogue = await followCatalogue({ db: database.db, url: database.url, log })
  const deps: Deps = {
    db: database.db,
    catalogue,
    log,
    trustProxy: 'loopback',
    publicOrigin: 'http://localhost:8080',
    addressSecret: 'a secret of the tests, long enough to be one',
    codeSecret,
    bot: { name: 'tsedra_test_bot', linkRoot: 'https://t.me' },
    sessionSecrets: { 1: 'session secret of the tests, long enough to be one' },
    // What a hash costs is tried where it matters.
    passwordCost: { memoryKiB: 64, passes: 1 },
    thirdParties: {},
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
        body: text ? (JSON.parse(text) as Answer['body']) : {},
      }
    },
    async [Symbol.asyncDispose]() {
      await server.close(1_000)
      await catalogue[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}
