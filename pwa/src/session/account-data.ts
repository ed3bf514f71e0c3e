import { type Language, languages } from '@tsedra/contract/language'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError } from '../shared/api.ts'
import { readLocal, writeLocal } from '../shared/local-storage.ts'
import { getCurrentUser, setCurrentUser } from './current-user.ts'

/** What belongs to whoever is signed in. Products bring their texts in every language, lines of orders in one. */
export type AccountDataKey = 'liked' | 'cart' | `purchases.${Language}`
/** Milliseconds that the shop may take: a network that swallows everything must not keep a screen empty. */
const REQUEST_TIMEOUT_MS = 8_000
const accountDataKeys: AccountDataKey[] = ['liked', 'cart', ...languages.map((lang) => `purchases.${lang}` as const)]

/**
 * A question about what is this person's. The last answer is kept on the phone and is there at once, also while the shop
 * does not answer: then the query has both data and an error (infra/decisions/0024-account-data-on-the-phone.md).
 *
 * An answer that nobody is signed in makes this phone a guest's.
 *
 * @param onData is told each answer of the shop, unless somebody else is signed in by then
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

/** What the shop answered last, as far as it was heard here. */
export const getCachedAccountData = <T>(client: QueryClient, dataKey: AccountDataKey): T | undefined =>
  client.getQueryData<T>(queryKeyOf(dataKey)) ?? readStoredAccountData<T>(dataKey)

/** The shop has answered another call with the same: it is shown and kept. */
export function setCachedAccountData<T>(client: QueryClient, dataKey: AccountDataKey, data: T): void {
  client.setQueryData(queryKeyOf(dataKey), data)
  storeAccountData(dataKey, data)
}

/** Asks for it anew. */
export const invalidateAccountData = (client: QueryClient, dataKey: AccountDataKey): Promise<void> =>
  client.invalidateQueries({ queryKey: queryKeyOf(dataKey) })

/** Another tab has heard news: they are shown here too. Returns how to stop. */
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

/** Nobody is signed in on this phone any more. */
export function resetToGuest(): void {
  clearStoredAccountData()
  setCurrentUser(null)
}

/** Leaves nothing of the person on this phone but what waits in the outbox. */
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
