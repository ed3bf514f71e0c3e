import { randomUUID } from 'node:crypto'
import { mkdtempDisposable } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import { languages } from '@tsedra/contract/language'
import { connect, type Db } from '@tsedra/database/connection'
import { startPhone } from '../../pwa/e2e/harness/phone.ts'
import { readCatalogue } from '../../api/src/catalogue/catalogue-store.ts'
import { buildReadModel } from '../../api/src/catalogue/read-model.ts'
import { findChromium } from '../local/chromium.ts'
import { buildPage } from '../local/page.ts'
import { getFreePort } from '../local/ports.ts'
import { nodeFlags, processEnvironment } from '../local/process-flags.ts'
import { startShop } from '../local/shop.ts'
import { addProducts } from '../chaos/add-products.ts'
import { type MeasuredProcess, startMeasuredProcess } from './measured-process.ts'
import { throttleCpu } from './offline/throttle-cpu.ts'
import type { ThrottledPage } from './offline/warm-page.ts'

/**
 * How the catalogue grows with its products (infra/capacity.md): what the API holds, how long it reads, builds and publishes,
 * what a phone transfers and how long it applies it. Run by hand, `node infra/bench/growth.ts 30 300`: it has no bar.
 */
const counts = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [30, 300, 3_000, 30_000]
/** A quarter of a desktop's processor, as in offline.ts. */
const SLOWDOWN = 4
const SYNCS = 3
/** Processor time in two seconds, in microseconds, of a process that only waits. */
const MAX_IDLE_US = 100_000
const DAY = '2026-12-01'
const ORIGIN = 'http://localhost:8080'

const executablePath = findChromium((text) => process.stdout.write(`${text}\n`))
await buildPage()
for (const count of counts) await measure(count)

async function measure(count: number): Promise<void> {
  await using directory = await mkdtempDisposable(join(tmpdir(), 'tsedra-growth-'))
  await using shop = await startShop({ dir: directory.path })
  const db = connect({ url: shop.databaseUrl, max: 2 })
  await using _ = { [Symbol.asyncDispose]: () => db.destroy() }
  // Deletes the products of the demo catalogue.
  await db('products').delete()
  await db.transaction((trx) => addProducts(trx, { count }))
  await db.raw('VACUUM ANALYZE').catch(() => {})
  const print = (name: string, value: number, unit: string) =>
    process.stdout.write(
      `${`${count}`.padStart(6)}  ${name.padEnd(44)}${value.toFixed(value < 10 ? 1 : 0).padStart(8)} ${unit}\n`,
    )

  const whole = await readAndBuild(db)
  print('read of all', whole.readMs, 'ms')
  print('build of all, processor time', whole.buildMs, 'ms')
  await db('products').where({ slug: 'product-1' }).increment('price', 1)
  const changed = await readAndBuild(db, whole.model.base)
  print('read of one change', changed.readMs, 'ms')
  print('build of one change, processor time', changed.buildMs, 'ms')
  print('snapshot of one language', whole.model.snapshot('ua').length / 1_000, 'KB')
  print('delta of one product', (changed.model.delta('ua', whole.model.version)?.length ?? 0) / 1_000, 'KB')

  await using api = await startApi(shop.databaseUrl, directory.path)
  // Opens the search indexes.
  for (const lang of languages) await (await fetch(`${api.url}/api/products?lang=${lang}&search=lemon`)).text()
  await waitUntilIdle(api)
  print('snapshot of one language, Brotli', (await fetchBrotli(`${api.url}/api/catalogue/ua`)) / 1_000, 'KB')
  print('memory of the API, settled', (await api.usageAfterGc()).ownBytes / 2 ** 20, 'MiB')
  const before = await api.usage()
  print('publishing a price', await measurePublishing(db, api.url), 'ms')
  await waitUntilIdle(api)
  print('  processor time, compression included', ((await api.usage()).cpuUs - before.cpuUs) / 1_000, 'ms')
  print('memory of the API, after a change', (await api.usageAfterGc()).ownBytes / 2 ** 20, 'MiB')

  await using phone = await startPhone({ baseUrl: shop.url, executablePath })
  const page = await phone.context.newPage()
  const { scale } = await throttleCpu(page, SLOWDOWN)
  await page.goto('/contacts')
  await page.waitForFunction(() => localStorage.getItem('tsedra.snapshot.en') !== null, undefined, { timeout: 600_000 })
  const phoneOptions = { db, api, url: shop.url }
  print('phone, one change', await measureSyncs({ page, scale }, { ...phoneOptions, isWhole: false }), 'ms')
  print('phone, whole snapshot', await measureSyncs({ page, scale }, { ...phoneOptions, isWhole: true }), 'ms')
}

async function readAndBuild(db: Db, former?: Parameters<typeof buildReadModel>[2]) {
  const startedAt = performance.now()
  const rows = await readCatalogue(db, { day: DAY, findKey: (id) => former?.entries.get(id)?.key })
  const readMs = performance.now() - startedAt
  const before = process.cpuUsage()
  const model = buildReadModel(rows, DAY, former)
  const { user, system } = process.cpuUsage(before)
  return { model, readMs, buildMs: (user + system) / 1_000 }
}

async function startApi(databaseUrl: string, mediaDir: string) {
  const [port, healthPort] = [await getFreePort(), await getFreePort()]
  const env = {
    ...processEnvironment,
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    DATABASE_URL: databaseUrl,
    PUBLIC_ORIGIN: ORIGIN,
    PORT: `${port}`,
    HEALTH_PORT: `${healthPort}`,
    MEDIA_DIR: mediaDir,
    ADDRESS_SECRET: randomUUID(),
    CODE_SECRET: randomUUID(),
    SESSION_SECRETS: `1:${randomUUID()}`,
  }
  const api = await startMeasuredProcess('api/src/main.ts', env, `http://127.0.0.1:${healthPort}/readyz`, nodeFlags)
  return { ...api, url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => api[Symbol.asyncDispose]() }
}

/** Returns the milliseconds from a change in the database until the shop shows it. */
async function measurePublishing(db: Db, url: string): Promise<number> {
  const readPrice = async () =>
    ((await (await fetch(`${url}/api/products/product-2`)).json()) as { price: string }).price
  const before = await readPrice()
  const startedAt = performance.now()
  await db('products').where({ slug: 'product-2' }).increment('price', 1)
  while ((await readPrice()) === before) await pause(5)
  return performance.now() - startedAt
}

/** Waits until the API has built its indexes and compressed the snapshots. */
async function waitUntilIdle(api: MeasuredProcess): Promise<void> {
  for (let [cpuUs, formerUs] = [0, Number.NEGATIVE_INFINITY]; cpuUs - formerUs > MAX_IDLE_US; ) {
    await pause(2_000)
    formerUs = cpuUs
    cpuUs = (await api.usage()).cpuUs
  }
}

/** Returns the bytes of a response with Brotli. */
function fetchBrotli(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      buffer(response).then(({ length }) => resolve(length), reject)
    }).once('error', reject)
  })
}

/** Returns the median of the milliseconds of a sync in one language after a change of one price, on a phone. */
async function measureSyncs(
  { page, scale }: ThrottledPage,
  { db, api, url, isWhole }: { db: Db; api: MeasuredProcess; url: string; isWhole: boolean },
): Promise<number> {
  const tookMs: number[] = []
  while (tookMs.length < SYNCS) {
    await measurePublishing(db, url)
    await waitUntilIdle(api)
    if (isWhole) await page.evaluate(deleteSnapshot)
    const timeScale = await scale()
    tookMs.push(timeScale * (await page.evaluate(syncNow)))
  }
  return tookMs.toSorted((a, b) => a - b)[Math.floor(SYNCS / 2)] ?? 0
}

// These run in the page, on their own.

/** Makes the last check of one language old enough for a new one; returns how long it takes. */
async function syncNow(): Promise<number> {
  localStorage.setItem('tsedra.snapshot.ua', '1')
  const startedAt = performance.now()
  dispatchEvent(new Event('online'))
  while (localStorage.getItem('tsedra.snapshot.ua') === '1') await new Promise((resolve) => setTimeout(resolve, 2))
  return performance.now() - startedAt
}

/** Deletes the stored snapshot. */
function deleteSnapshot(): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('tsedra-data')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('catalogue', 'readwrite')
      transaction.objectStore('catalogue').delete('ua')
      transaction.oncomplete = () => {
        opening.result.close()
        resolve()
      }
    }
  })
}
