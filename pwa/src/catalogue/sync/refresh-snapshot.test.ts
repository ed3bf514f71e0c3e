import 'fake-indexeddb/auto'
import type { Snapshot } from '@tsedra/contract/catalogue'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, expect, test, vi } from 'vitest'
import { onApiReached } from '../../shared/api.ts'
import { createSnapshot } from '../../../test/create-snapshot.ts'
import { createCatalogueDatabase, readSnapshot } from '../local/catalogue-database.ts'
import { refreshSnapshot } from './refresh-snapshot.ts'

afterEach(() => vi.unstubAllGlobals())

const HOUR_MS = 3_600_000
const apiHeaders = { 'x-app': 'tsedra', 'content-type': 'application/json; charset=utf-8', etag: 'W/"1"' }

const openDatabase = () => createCatalogueDatabase({ indexedDB: new IDBFactory() })

function stubResponse(body: unknown, { status = 200, headers = {} as Record<string, string> } = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const fetchMock = vi.fn((_url: string, _init: RequestInit) =>
    Promise.resolve(new Response(status === 304 ? null : text, { status, headers: { ...apiHeaders, ...headers } })),
  )
  vi.stubGlobal('fetch', fetchMock)
  return fetchMock
}

test('the first snapshot is kept whole, and the next look sends its tag', async () => {
  const db = openDatabase()
  const snapshot = createSnapshot({ products: 20 })
  stubResponse(snapshot)

  expect(await refreshSnapshot(db, 'ua', 5)).toEqual({ stored: snapshot, previous: undefined })
  expect(await readSnapshot(db, 'ua')).toEqual({
    lang: 'ua',
    schema: 1,
    version: snapshot.version,
    etag: 'W/"1"',
    fetchedAt: 5,
    data: snapshot,
  })

  const fetched = stubResponse('', { status: 304 })
  expect(await refreshSnapshot(db, 'ua')).toBe('same')
  expect(fetched.mock.calls[0]?.[1].headers).toEqual({ 'If-None-Match': 'W/"1"' })
})

test('a catalogue that is fetched or confirmed announces that the shop is reached; anything else does not', async () => {
  const db = openDatabase()
  const reached = vi.fn()
  onApiReached(reached)

  stubResponse('<html>', { headers: { 'x-app': '', 'content-type': 'text/html' } })
  await refreshSnapshot(db, 'ua')
  expect(reached).not.toHaveBeenCalled()
  stubResponse(createSnapshot({ products: 20 }))
  await refreshSnapshot(db, 'ua')
  stubResponse('', { status: 304 })
  await refreshSnapshot(db, 'ua')

  expect(reached).toHaveBeenCalledTimes(2)
})

const validBody = JSON.stringify(createSnapshot({ products: 20, version: 2 }))

test.each<[string, unknown, Parameters<typeof stubResponse>[1]]>([
  ['a portal’s page', '<html>', { headers: { 'x-app': '', 'content-type': 'text/html' } }],
  ['JSON of somebody else', validBody, { headers: { 'x-app': 'portal' } }],
  ['a page under our mark', '<html>', { headers: { 'content-type': 'text/html' } }],
  ['an answer that broke off', validBody.slice(0, -200), {}],
  ['a schema of another time', { ...createSnapshot({ products: 20 }), schema: 2 }, {}],
  ['another language', createSnapshot({ products: 20, lang: 'en' }), {}],
  ['an empty catalogue', createSnapshot({ products: 0 }), {}],
  ['a product without a price', validBody.replace('"price":"', '"prise":"'), {}],
  ['less than half', createSnapshot({ products: 9 }), {}],
  ['a server in trouble', { code: 'internal' }, { status: 503 }],
  ['no tag', validBody, { headers: { etag: '' } }],
])('%s leaves the kept catalogue as it is', async (_name, body, how) => {
  const db = openDatabase()
  const before = createSnapshot({ products: 20 })
  stubResponse(before)
  await refreshSnapshot(db, 'ua', 1)

  stubResponse(body, { ...how, headers: { etag: 'W/"2"', ...how?.headers } })

  expect(await refreshSnapshot(db, 'ua', 2)).toBe('kept')
  expect(await readSnapshot(db, 'ua')).toMatchObject({ etag: 'W/"1"', fetchedAt: 1, data: before })
})

test('cut at any place, an answer leaves the kept catalogue whole', async () => {
  const db = openDatabase()
  const before = createSnapshot({ products: 20 })
  stubResponse(before)
  await refreshSnapshot(db, 'ua')

  for (let cut = 0; cut < validBody.length; cut += Math.ceil(validBody.length / 50)) {
    stubResponse(validBody.slice(0, cut), { headers: { etag: 'W/"2"' } })
    expect(await refreshSnapshot(db, 'ua'), `${cut} bytes`).toBe('kept')
    expect((await readSnapshot(db, 'ua'))?.data).toEqual(before)
  }
})

test('a catalogue that stays small for a day is believed', async () => {
  const db = openDatabase()
  stubResponse(createSnapshot({ products: 20 }))
  await refreshSnapshot(db, 'ua', 0)
  const small = createSnapshot({ products: 5 })
  const sent = (at: number) => {
    stubResponse(small, { headers: { etag: 'W/"2"' } })
    return refreshSnapshot(db, 'ua', at)
  }

  expect(await sent(HOUR_MS)).toBe('kept')
  expect(await sent(24 * HOUR_MS)).toBe('kept')
  // It was mended and broke again: the day begins anew.
  stubResponse('', { status: 304 })
  await refreshSnapshot(db, 'ua')
  expect(await sent(25 * HOUR_MS)).toBe('kept')
  expect(await sent(48 * HOUR_MS)).toBe('kept')
  expect(await sent(49 * HOUR_MS)).toMatchObject({ stored: small })
})

test('an answer that was overtaken by another tab does not put an older catalogue in its place', async () => {
  const db = openDatabase()
  const older = createSnapshot({ products: 20, version: 2 })
  const newest = createSnapshot({ products: 20, version: 3 })
  let release = () => {}
  const slow = new Promise<void>((done) => {
    release = done
  })
  const asked = vi.fn(async () => {
    await slow
    return new Response(JSON.stringify(older), { headers: { ...apiHeaders, etag: 'W/"2"' } })
  })
  vi.stubGlobal('fetch', asked)
  const late = refreshSnapshot(db, 'ua')
  await vi.waitFor(() => expect(asked).toHaveBeenCalled())
  stubResponse(newest, { headers: { etag: 'W/"3"' } })
  await refreshSnapshot(db, 'ua')

  release()

  expect(await late).toBe('overtaken')
  expect((await readSnapshot(db, 'ua'))?.data.version).toBe(3)
})

test('a database that hangs is given up, and not waited for a second time', async () => {
  const hanging = { open: () => new EventTarget(), cmp: () => 0, deleteDatabase: () => new EventTarget() }
  const db = createCatalogueDatabase({ indexedDB: hanging as unknown as IDBFactory })

  expect(await readSnapshot(db, 'ua', 50)).toBeUndefined()
  // Longer than the test itself may take.
  expect(await readSnapshot(db, 'ua', 600_000)).toBeUndefined()
})

test('each language is kept for itself', async () => {
  const db = openDatabase()
  const kept: Snapshot[] = []
  for (const lang of ['ua', 'ru', 'en'] as const) {
    kept.push(createSnapshot({ products: 3, lang }))
    stubResponse(kept.at(-1))
    await refreshSnapshot(db, lang)
  }

  expect((await db.catalogue.toArray()).map(({ data }) => data.lang).sort()).toEqual(['en', 'ru', 'ua'])
})
