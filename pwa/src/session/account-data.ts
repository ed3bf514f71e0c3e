import { type Language, languages } from '@tsedra/contract/language'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError } from '../shared/api.ts'
import { hideLastOrderOfAccount } from '../shared/last-order-changes.ts'
import { readLocal, writeLocal } from '../shared/local-storage.ts'
import { getCurrentUser, setCurrentUser } from './current-user.ts'

/** Data of the signed-in user. Products have texts in every language, order lines in one, hence a key per language. */
export type AccountDataKey = 'liked' | 'cart' | `purchases.${Language}`
/** Timeout of a request, in ms: a network that drops packets must not keep a screen empty. */
const REQUEST_TIMEOUT_MS = 8_000
const accountDataKeys: AccountDataKey[] = ['liked', 'cart', ...languages.map((lang) => `purchases.${lang}` as const)]

/**
 * Returns a query for data of the signed-in user. Its initial data is the last response, stored on the device; when a
 * request fails the query has both data and an error (infra/decisions/0024-account-data-on-the-phone.md).
 *
 * A 401 resets this device to a guest's.
 *
 * @param onData receives each response, unless another user is signed in by then
 */
export function accountDataQuery<T>(
  dataKey: AccountDataKey,
  fetchData: (signal: AbortSignal) => Promise<T>,
  onData: (data: T) => void = () => {},
) {
  const owner = getCurrentUser()?.user.id
  return queryOptions({
    queryKey: queryKeyOf(dataKey),
    initialData: () => readStoredAccountData<T>(dataKey),
    initialDataUpdatedAt: 0,
    refetchOnMount: 'always',
    enabled: owner !== undefined,
    queryFn: async ({ signal }) => {
      try {
        const data = await fetchData(AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]))
        if (getCurrentUser()?.user.id === owner) {
          storeAccountData(dataKey, data)
          onData(data)
        }
        return data
      } catch (error) {
        if (isUnauthorized(error) && getCurrentUser()?.user.id === owner) resetToGuest()
        throw error
      }
    },
  })
}

/** Returns the last response, from the query cache or from the device; undefined without one. */
export const getCachedAccountData = <T>(client: QueryClient, dataKey: AccountDataKey): T | undefined =>
  client.getQueryData<T>(queryKeyOf(dataKey)) ?? readStoredAccountData<T>(dataKey)

/** Sets data that another request returned, in the query cache and on the device. */
export function setCachedAccountData<T>(client: QueryClient, dataKey: AccountDataKey, data: T): void {
  client.setQueryData(queryKeyOf(dataKey), data)
  storeAccountData(dataKey, data)
}

/** Invalidates the data, so that mounted screens request it again. */
export const invalidateAccountData = (client: QueryClient, dataKey: AccountDataKey): Promise<void> =>
  client.invalidateQueries({ queryKey: queryKeyOf(dataKey) })

/** Copies data that another tab stores into the query cache. Returns a function that stops it. */
export function syncAccountDataAcrossTabs(client: QueryClient): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    const dataKey = accountDataKeys.find((candidate) => key === `tsedra.${storageKeyOf(candidate)}`)
    const data = dataKey && readStoredAccountData(dataKey)
    if (data !== undefined) client.setQueryData(queryKeyOf(dataKey as AccountDataKey), data)
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

export const isUnauthorized = (error: unknown): boolean => error instanceof ApiError && error.code === 'unauthorized'

/** Resets this device to a guest's: no user and no account data. */
export function resetToGuest(): void {
  clearStoredAccountData()
  hideLastOrderOfAccount()
  setCurrentUser(null)
}

/** Deletes the stored account data; the outbox keeps its entries. */
export function clearStoredAccountData(): void {
  for (const dataKey of accountDataKeys) writeLocal(storageKeyOf(dataKey), undefined)
}

const queryKeyOf = (dataKey: AccountDataKey) => ['account-data', getCurrentUser()?.user.id, dataKey] as const
const storageKeyOf = (dataKey: AccountDataKey) => `mine.${dataKey}`

const storeAccountData = (dataKey: AccountDataKey, answer: unknown): void =>
  writeLocal(storageKeyOf(dataKey), JSON.stringify({ owner: getCurrentUser()?.user.id, answer }))

function readStoredAccountData<T>(dataKey: AccountDataKey): T | undefined {
  try {
    const stored = JSON.parse(readLocal(storageKeyOf(dataKey)) ?? 'null') as { owner: string; answer: T } | null
    return stored?.owner === getCurrentUser()?.user.id ? stored?.answer : undefined
  } catch {
    return undefined
  }
}
