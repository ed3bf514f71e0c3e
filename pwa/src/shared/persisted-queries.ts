import type { QueryClient } from '@tanstack/react-query'
import type { PersistedClient } from '@tanstack/react-query-persist-client'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Small, public, and on the first screen: painted at once on a return visit. Its key ends with the language. */
      firstPaint?: boolean
    }
  }
}

/** Key in local storage, shared with persist-queries.ts. */
export const PERSISTED_KEY = 'tsedra.firstPaint'
/** Version of the stored format: an entry of another version is ignored. */
export const PERSISTED_VERSION = '1'
const MAX_AGE_MS = 30 * 24 * 3_600_000

/**
 * Restores the queries of the last visit's first screen, so that a return visit paints at once; each is refetched when a
 * screen uses it (infra/decisions/0018-local-catalogue.md). TanStack's own functions would bring their writers into the
 * first load; an ignored entry stays until the next write replaces it.
 */
export async function restorePersistedQueries(client: QueryClient): Promise<void> {
  try {
    const persisted = JSON.parse(localStorage.getItem(PERSISTED_KEY) ?? '{}') as Partial<PersistedClient>
    const { buster, timestamp = 0, clientState } = persisted
    const isValid = buster === PERSISTED_VERSION && Date.now() - timestamp <= MAX_AGE_MS
    for (const { queryKey, queryHash, state, meta = {} } of (isValid && clientState?.queries) || [])
      client.getQueryCache().build(client, { queryKey, queryHash, meta }, { ...state, fetchStatus: 'idle' })
  } catch {
    // Local storage is denied, or the entry is damaged.
  }
  await client.invalidateQueries({ refetchType: 'none' })
}
