import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import type { QueryClient } from '@tanstack/react-query'
import {
  persistQueryClientRestore,
  persistQueryClientSave,
  persistQueryClientSubscribe,
  type PersistQueryClientOptions,
} from '@tanstack/react-query-persist-client'
import { getLanguage } from './i18n/language.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Small, public, and on the first screen: painted at once on a return visit. Its key ends with the language. */
      firstPaint?: boolean
    }
  }
}

const DAY_MS = 24 * 3_600_000

const createPersistOptions = (queryClient: QueryClient): PersistQueryClientOptions => ({
  queryClient,
  persister: createSyncStoragePersister({ storage: getLocalStorage(), key: 'tsedra.firstPaint' }),
  maxAge: 30 * DAY_MS,
  /** Counts the shapes of what is kept. */
  buster: '1',
  dehydrateOptions: {
    shouldDehydrateQuery: ({ meta, queryKey, state }) =>
      meta?.firstPaint === true && state.status === 'success' && queryKey.at(-1) === getLanguage(),
    shouldDehydrateMutation: () => false,
  },
})

/**
 * Puts back what the first screen showed last time, so that a return visit paints at once; it is asked anew when it is on
 * the screen (infra/decisions/0018-local-catalogue.md).
 */
export async function restorePersistedQueries(client: QueryClient): Promise<void> {
  await persistQueryClientRestore(createPersistOptions(client)).catch(() => {})
  await client.invalidateQueries({ refetchType: 'none' })
}

/** Keeps it for the next visit. Returns how to stop. */
export function persistQueries(client: QueryClient): () => void {
  const persistOptions = createPersistOptions(client)
  void persistQueryClientSave(persistOptions)
  return persistQueryClientSubscribe(persistOptions)
}

/** It may be denied. */
function getLocalStorage(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}
