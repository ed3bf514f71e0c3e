import { type Language, languages } from '@tsedra/contract/language'
import { catalogueDelta, type Snapshot } from '@tsedra/contract/snapshot'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import {
  type Change,
  changeArbitrary,
  openTestShop,
  startTestProcess,
  type TestProcess,
  type TestShop,
} from '../../../test/shop-history.ts'
import type { StoredSnapshot } from '../local/catalogue-database.ts'
import { fetchSnapshot } from './fetch-snapshot.ts'

/** Number of histories; the full number in `npm test -- "unit and database, thorough"`. */
const HISTORIES = process.env['THOROUGH'] === '1' ? 10_000 : 200

/** What happens to the next responses: deltas are damaged, every response may be lost or come from the former release. */
const faults = ['none', 'none', 'lost', 'truncated', 'damaged', 'deleted row', 'former release'] as const
type Fault = (typeof faults)[number]

interface Sync {
  do: 'sync'
  phone: number
  process: number
  fault: Fault
  /** Where it is damaged, in thousandths. */
  position: number
}

type Step =
  | { do: 'change'; change: Change }
  | { do: 'refresh'; process: number }
  | { do: 'restart'; process: number }
  | Sync

const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('change' as const), change: changeArbitrary }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('refresh' as const), process: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const), process: fc.nat(1) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('sync' as const),
      phone: fc.nat(2),
      process: fc.nat(1),
      fault: fc.constantFrom(...faults),
      position: fc.nat(999),
    }),
  },
)

afterEach(() => vi.unstubAllGlobals())

/** Responses, and deltas that the phone refused: it requested the whole snapshot after them. */
const counts = { deltas: 0, whole: 0, refused: 0 }

// catches mutation: delta-verified
test(`I12, ${HISTORIES} random histories: after every sync the phone has the snapshot of the server, with lost, truncated and damaged responses`, {
  timeout: 3_600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 20, maxLength: 40, size: 'max' }), runHistory),
    {
      numRuns: HISTORIES,
      seed: Number(process.env['DELTA_SEED'] ?? 20261125),
    },
  )

  // The test is meaningful only if each of them happens.
  expect(counts.deltas).toBeGreaterThan(HISTORIES)
  expect(counts.whole).toBeGreaterThan(HISTORIES)
  expect(counts.refused).toBeGreaterThan(HISTORIES / 10)
})

test('a phone that is 1 to 500 versions behind has the snapshot of the server after one response', {
  timeout: 300_000,
}, async () => {
  const shop = openTestShop(300)
  const server = startTestProcess(shop)
  const phones: StoredSnapshot[] = []
  const random = fc.sample(changeArbitrary, { numRuns: 3_000, seed: 7 })
  const changes = random.filter(({ kind }) => !['category name', 'packages', 'drink', 'next day'].includes(kind))
  for (const change of changes.slice(0, 500)) {
    phones.push(storeSnapshotOf(server))
    // A shop changes some of its products again and again.
    shop.apply({ ...change, which: change.which % 60 })
    server.refresh()
  }
  counts.deltas = 0

  for (const phone of phones) {
    const after = await sync(server, 'ua', phone)
    if (!after) throw new Error('no snapshot')
    expectSame(after, server)
  }

  expect(counts.deltas).toBe(500)
})

test('a version that a process does not have, or a delta that is not much smaller, gives the whole snapshot', () => {
  const shop = openTestShop(20)
  const server = startTestProcess(shop)
  shop.apply({ kind: 'price', which: 1, number: 5 })
  server.refresh()

  expect(server.model.delta('ua', 0)).toBeUndefined()
  expect(server.model.delta('ua', 3)).toBeUndefined()
  expect(catalogueDelta.parse(JSON.parse(String(server.model.delta('ua', 1))))).toMatchObject({
    since: 1,
    version: 2,
    parts: {},
    products: [{ slug: 'p1', price: '6.00' }],
    deleted: [],
  })
  for (let which = 0; which < 20; which += 1) shop.apply({ kind: 'price', which, number: 1 })
  server.refresh()
  expect(server.model.delta('ua', 1)).toBeUndefined()
})

// catches mutation: dropped-deletion-raises-floor
test('phones from before the oldest deletion that is known fetch the whole snapshot', () => {
  const shop = openTestShop(2_500)
  const server = startTestProcess(shop)
  for (let which = 0; which < 1_001; which += 1) {
    shop.apply({ kind: 'delete', which, number: 0 })
    if (which === 0 || which === 1_000) server.refresh()
  }

  expect(server.model.delta('ua', 1)).toBeUndefined()
  expect(server.model.delta('ua', 2)).toBeDefined()
})

async function runHistory(steps: readonly Step[]): Promise<void> {
  const shop = openTestShop(24)
  const processes = [startTestProcess(shop), startTestProcess(shop)]
  const phones = new Map<number, StoredSnapshot>()
  for (const step of steps) {
    if (step.do === 'change') shop.apply(step.change)
    else {
      const server = processes[step.process]
      if (!server) throw new Error('a process is missing')
      if (step.do === 'refresh') server.refresh()
      else if (step.do === 'restart') server.restart()
      else await syncPhone(phones, server, step)
    }
  }
  for (const server of processes) refreshAndCompare(server, shop)
}

/** The read model that took over what is unchanged has the bytes of a new one. */
function refreshAndCompare(server: TestProcess, shop: TestShop): void {
  server.refresh()
  const fresh = startTestProcess(shop).model
  for (const lang of languages) {
    expect(server.model.snapshot(lang).toString()).toBe(fresh.snapshot(lang).toString())
    const all = { limit: 100, offset: 0 }
    expect(server.model.products(lang, all).toString()).toBe(fresh.products(lang, all).toString())
    expect(server.model.drinks(lang)).toBe(fresh.drinks(lang))
  }
  expect(server.model.listPaths()).toEqual(fresh.listPaths())
}

async function syncPhone(
  phones: Map<number, StoredSnapshot>,
  server: TestProcess,
  { phone, fault, position }: Sync,
): Promise<void> {
  const lang = languages[phone % languages.length] ?? 'ua'
  const before = phones.get(phone)
  const after = await sync(server, lang, before, fault, position)
  if (fault === 'lost') expect(after).toBe(before)
  else if (after) expectSame(after, server)
  if (after) phones.set(phone, after)
}

const expectSame = ({ lang, data }: StoredSnapshot, { model }: TestProcess) =>
  expect(JSON.stringify(data)).toBe(model.snapshot(lang).toString())

/** Returns a phone with the present snapshot. */
function storeSnapshotOf({ model }: TestProcess): StoredSnapshot {
  const data = JSON.parse(model.snapshot('ua').toString()) as Snapshot
  return { lang: 'ua', schema: 1, version: data.version, etag: model.snapshotEtag('ua'), fetchedAt: 0, data }
}

/** Returns what the phone has stored afterwards. */
async function sync(
  server: TestProcess,
  lang: Language,
  before: StoredSnapshot | undefined,
  fault: Fault = 'none',
  position = 0,
): Promise<StoredSnapshot | undefined> {
  let hasDelta = false
  vi.stubGlobal('fetch', async (address: string, { headers }: RequestInit) => {
    const url = new URL(address, 'https://shop.example')
    if (hasDelta && !url.searchParams.has('since')) counts.refused += 1
    if (fault === 'lost') throw new TypeError('network')
    const refusal = { status: 400, headers: { 'x-app': 'tsedra', 'content-type': 'application/json' } }
    if (fault === 'former release' && url.search) return new Response('{"code":"invalid_request"}', refusal)
    const response = server.respond(url, new Headers(headers).get('if-none-match'))
    if (response.status === 304) return response
    const text = await response.text()
    const isDelta = text.includes('"since":')
    counts[isDelta ? 'deltas' : 'whole'] += 1
    hasDelta = isDelta
    return new Response(isDelta ? damage(text, fault, position) : text, response)
  })
  const fetched = await fetchSnapshot(lang, before).catch(() => undefined)
  if (fetched === 'same' || !fetched) return before
  const { etag, snapshot } = fetched
  // As the database returns it.
  const data = structuredClone(snapshot)
  return { lang, schema: 1, version: data.version, etag, fetchedAt: 0, data }
}

function damage(text: string, fault: Fault, position: number): string {
  const at = Math.floor((position / 1_000) * text.length)
  if (fault === 'truncated') return text.slice(0, at)
  // Another digit is often still valid JSON of the schema.
  if (fault === 'damaged')
    return text.slice(0, at) + text.slice(at).replace(/\d/, (digit) => `${(Number(digit) + 1) % 10}`)
  if (fault !== 'deleted row') return text
  const delta = JSON.parse(text) as { products: Snapshot['products'] }
  return JSON.stringify({ ...delta, products: delta.products.slice(1) })
}
