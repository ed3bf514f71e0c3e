import 'fake-indexeddb/auto'
import type { Snapshot } from '@tsedra/contract/snapshot'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, expect, test, vi } from 'vitest'
import { onApiReached } from '../../shared/api.ts'
import { createSnapshot } from '../../../test/create-snapshot.ts'
import { createCatalogueDatabase, readSnapshot } from '../local/catalogue-database.ts'
import { hashSnapshot } from './hash-snapshot.ts'
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

test('the first snapshot is stored completely, and the next check sends its ETag', async () => {
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

test('only a fetched or confirmed catalogue notifies that the API is reached', async () => {
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
  ['JSON of another server', validBody, { headers: { 'x-app': 'portal' } }],
  ['a page with our header', '<html>', { headers: { 'content-type': 'text/html' } }],
  ['a truncated response', validBody.slice(0, -200), {}],
  ['another schema version', { ...createSnapshot({ products: 20 }), schema: 2 }, {}],
  ['another language', createSnapshot({ products: 20, lang: 'en' }), {}],
  ['an empty catalogue', createSnapshot({ products: 0 }), {}],
  ['a product without a price', validBody.replace('"price":"', '"prise":"'), {}],
  ['less than half of the products', createSnapshot({ products: 9 }), {}],
  ['a server error', { code: 'internal' }, { status: 503 }],
  ['a response without an ETag', validBody, { headers: { etag: '' } }],
])('%s leaves the stored catalogue unchanged', async (_name, body, options) => {
  const db = openDatabase()
  const before = createSnapshot({ products: 20 })
  stubResponse(before)
  await refreshSnapshot(db, 'ua', 1)

  stubResponse(body, { ...options, headers: { etag: 'W/"2"', ...options?.headers } })

  expect(await refreshSnapshot(db, 'ua', 2)).toBe('kept')
  expect(await readSnapshot(db, 'ua')).toMatchObject({ etag: 'W/"1"', fetchedAt: 1, data: before })
})

test('a response truncated at any byte leaves the stored catalogue complete', async () => {
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

/** Returns a snapshot with one other price, and the delta that leads to it. */
function changePrice(before: Snapshot) {
  const [first, ...others] = before.products
  if (!first) throw new Error('a product is missing')
  const after = { ...before, version: 2, products: [{ ...first, price: '1.00' }, ...others] }
  const delta = {
    schema: 1,
    version: 2,
    since: 1,
    lang: before.lang,
    parts: {},
    products: [after.products[0]],
    deleted: [],
  }
  return { after, delta }
}

/** Responds with one body to requests with `since`, and with the whole snapshot to others. */
function stubDelta(delta: Response, whole: Snapshot, etag: string) {
  const fetchMock = vi.fn(async (url: string) =>
    url.includes('?since=') ? delta : new Response(JSON.stringify(whole), { headers: { ...apiHeaders, etag } }),
  )
  vi.stubGlobal('fetch', fetchMock)
  return () => fetchMock.mock.calls.map(([url]) => url)
}

test('a delta since the stored version is stored if its result has the ETag', async () => {
  const db = openDatabase()
  const before = createSnapshot({ products: 20 })
  stubResponse(before)
  await refreshSnapshot(db, 'ua')
  const { after, delta } = changePrice(before)
  const etag = await hashSnapshot(after)
  const listUrls = stubDelta(new Response(JSON.stringify(delta), { headers: { ...apiHeaders, etag } }), after, etag)

  expect(await refreshSnapshot(db, 'ua', 5)).toEqual({ stored: after, previous: before })
  expect(await readSnapshot(db, 'ua')).toMatchObject({ version: 2, etag, fetchedAt: 5, data: after })
  expect(listUrls()).toEqual(['/api/catalogue/ua?since=1'])
})

test.each<[string, (json: string) => Response]>([
  ['a truncated delta', (json) => new Response(json.slice(0, -9), { headers: { ...apiHeaders, etag: 'W/"2"' } })],
  ['a delta with another result', (json) => new Response(json, { headers: { ...apiHeaders, etag: 'W/"2"' } })],
  ['a refusal of the former release', () => new Response('{}', { status: 400, headers: apiHeaders })],
])('after %s the whole snapshot is requested', async (_name, respond) => {
  const db = openDatabase()
  const before = createSnapshot({ products: 20 })
  stubResponse(before)
  await refreshSnapshot(db, 'ua')
  const { after, delta } = changePrice(before)
  const listUrls = stubDelta(respond(JSON.stringify(delta)), after, 'W/"2"')

  expect(await refreshSnapshot(db, 'ua')).toMatchObject({ stored: after })
  expect(listUrls()).toEqual(['/api/catalogue/ua?since=1', '/api/catalogue/ua'])
})

test('a page that cannot hash requests the whole snapshot', async () => {
  const db = openDatabase()
  stubResponse(createSnapshot({ products: 20 }))
  await refreshSnapshot(db, 'ua')
  vi.stubGlobal('crypto', {})
  const fetched = stubResponse('', { status: 304 })

  expect(await refreshSnapshot(db, 'ua')).toBe('same')
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/catalogue/ua')
})

test('a catalogue that stays small for a day is accepted', async () => {
  const db = openDatabase()
  stubResponse(createSnapshot({ products: 20 }))
  await refreshSnapshot(db, 'ua', 0)
  const small = createSnapshot({ products: 5 })
  const refreshAt = (at: number) => {
    stubResponse(small, { headers: { etag: 'W/"2"' } })
    return refreshSnapshot(db, 'ua', at)
  }

  expect(await refreshAt(HOUR_MS)).toBe('kept')
  expect(await refreshAt(24 * HOUR_MS)).toBe('kept')
  // A confirmed old catalogue in between restarts the day.
  stubResponse('', { status: 304 })
  await refreshSnapshot(db, 'ua')
  expect(await refreshAt(25 * HOUR_MS)).toBe('kept')
  expect(await refreshAt(48 * HOUR_MS)).toBe('kept')
  expect(await refreshAt(49 * HOUR_MS)).toMatchObject({ stored: small })
})

test('a late response does not replace the newer catalogue of another tab', async () => {
  const db = openDatabase()
  const older = createSnapshot({ products: 20, version: 2 })
  const newest = createSnapshot({ products: 20, version: 3 })
  let release = () => {}
  const slow = new Promise<void>((done) => {
    release = done
  })
  const fetchMock = vi.fn(async () => {
    await slow
    return new Response(JSON.stringify(older), { headers: { ...apiHeaders, etag: 'W/"2"' } })
  })
  vi.stubGlobal('fetch', fetchMock)
  const late = refreshSnapshot(db, 'ua')
  await vi.waitFor(() => expect(fetchMock).toHaveBeenCalled())
  stubResponse(newest, { headers: { etag: 'W/"3"' } })
  await refreshSnapshot(db, 'ua')

  release()

  expect(await late).toBe('overtaken')
  expect((await readSnapshot(db, 'ua'))?.data.version).toBe(3)
})

test('a database that hangs times out, and is skipped the second time', async () => {
  const hanging = { open: () => new EventTarget(), cmp: () => 0, deleteDatabase: () => new EventTarget() }
  const db = createCatalogueDatabase({ indexedDB: hanging as unknown as IDBFactory })

  expect(await readSnapshot(db, 'ua', 50)).toBeUndefined()
  // Longer than the test itself may take.
  expect(await readSnapshot(db, 'ua', 600_000)).toBeUndefined()
})

test('each language has its own snapshot', async () => {
  const db = openDatabase()
  const snapshots: Snapshot[] = []
  for (const lang of ['ua', 'ru', 'en'] as const) {
    snapshots.push(createSnapshot({ products: 3, lang }))
    stubResponse(snapshots.at(-1))
    await refreshSnapshot(db, lang)
  }

  expect((await db.catalogue.toArray()).map(({ data }) => data.lang).sort()).toEqual(['en', 'ru', 'ua'])
})
