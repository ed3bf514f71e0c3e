import { dehydrate, QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { PERSISTED_KEY, PERSISTED_VERSION, restorePersistedQueries } from './persisted-queries.ts'

const queryKey = ['categories', 'ua']
const stored = new Map<string, string>()
const DAY_MS = 24 * 3_600_000

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null })
})

/** Stores a client's queries as `persistQueryClientSave` does. */
async function storeVisit({ buster = PERSISTED_VERSION, ageMs = 0 } = {}): Promise<void> {
  const client = new QueryClient()
  await client.prefetchQuery({ queryKey, meta: { firstPaint: true }, queryFn: () => ['chips'] })
  const persisted = { buster, timestamp: Date.now() - ageMs, clientState: dehydrate(client) }
  stored.set(PERSISTED_KEY, JSON.stringify(persisted))
}

test('a query of the last visit is restored, stays persistable and is refetched when a screen uses it', async () => {
  await storeVisit({ ageMs: DAY_MS })
  const client = new QueryClient()

  await restorePersistedQueries(client)

  const query = client.getQueryCache().find({ queryKey })
  expect(query?.state).toMatchObject({ data: ['chips'], status: 'success', fetchStatus: 'idle', isInvalidated: true })
  expect(query?.meta).toEqual({ firstPaint: true })
  const refetched = await client.fetchQuery({ queryKey, queryFn: () => ['garnishes'], staleTime: Infinity })
  expect(refetched).toEqual(['garnishes'])
})

test('an entry of another version, an old one and a damaged one are ignored', async () => {
  const restore = async () => {
    const client = new QueryClient()
    await restorePersistedQueries(client)
    return client.getQueryCache().getAll()
  }

  expect(await restore()).toEqual([])
  await storeVisit({ buster: '0' })
  expect(await restore()).toEqual([])
  await storeVisit({ ageMs: 31 * DAY_MS })
  expect(await restore()).toEqual([])
  stored.set(PERSISTED_KEY, '{"buster":')
  expect(await restore()).toEqual([])
})
