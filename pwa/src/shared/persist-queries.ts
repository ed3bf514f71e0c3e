import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import type { QueryClient } from '@tanstack/react-query'
import {
  persistQueryClientSave,
  persistQueryClientSubscribe,
  type PersistQueryClientOptions,
} from '@tanstack/react-query-persist-client'
import { getLanguage } from './i18n/language.ts'
import { PERSISTED_KEY, PERSISTED_VERSION } from './persisted-queries.ts'

/** Stores the queries of the first screen for the next visit, now and after each change. Returns a function that stops it. */
export function persistQueries(queryClient: QueryClient): () => void {
  const options: PersistQueryClientOptions = {
    queryClient,
    persister: createSyncStoragePersister({ storage: getLocalStorage(), key: PERSISTED_KEY }),
    buster: PERSISTED_VERSION,
    dehydrateOptions: {
      shouldDehydrateQuery: ({ meta, queryKey, state }) =>
        meta?.firstPaint === true && state.status === 'success' && queryKey.at(-1) === getLanguage(),
      shouldDehydrateMutation: () => false,
    },
  }
  void persistQueryClientSave(options)
  return persistQueryClientSubscribe(options)
}

/** Returns local storage, or undefined where the browser denies it. */
function getLocalStorage(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}
