import { type Language, languages } from '@tsedra/contract/language'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiRefusal } from '../shared/api.ts'
import { recall, remember } from '../shared/remembered.ts'
import { currentPerson, setPerson } from './person.ts'

/** What belongs to whoever is signed in. Products bring their texts in every language, lines of orders in one. */
export type Thing = 'liked' | 'cart' | `purchases.${Language}`
/** Milliseconds that the shop may take: a network that swallows everything must not keep a screen empty. */
const PATIENCE_MS = 8_000
const things: Thing[] = ['liked', 'cart', ...languages.map((lang) => `purchases.${lang}` as const)]

/**
 * A question about what is this person's. The last answer is kept on the phone and is there at once, also while the shop
 * does not answer: then the query has both data and an error (infra/decisions/0024-people-on-the-phone.md).
 *
 * An answer that nobody is signed in makes this phone a guest's.
 *
 * @param heard is told each answer of the shop, unless somebody else is signed in by then
 */
export function mineQuery<T>(
  thing: Thing,
  ask: (signal: AbortSignal) => Promise<T>,
  heard: (answer: T) => void = () => {},
) {
  const owner = currentPerson()?.user.id
  return queryOptions({
    queryKey: keyOf(thing),
    initialData: () => lastCopy<T>(thing),
    initialDataUpdatedAt: 0,
    refetchOnMount: 'always',
    enabled: owner !== undefined,
    queryFn: async ({ signal }) => {
      try {
        const answer = await ask(AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]))
        if (currentPerson()?.user.id === owner) {
          keepCopy(thing, answer)
          heard(answer)
        }
        return answer
      } catch (error) {
        if (isSignedOut(error) && currentPerson()?.user.id === owner) becomeGuest()
        throw error
      }
    },
  })
}

/** What the shop answered last, as far as it was heard here. */
export const lastAnswer = <T>(client: QueryClient, thing: Thing): T | undefined =>
  client.getQueryData<T>(keyOf(thing)) ?? lastCopy<T>(thing)

/** The shop has answered another call with the same: it is shown and kept. */
export function hearAnswer<T>(client: QueryClient, thing: Thing, answer: T): void {
  client.setQueryData(keyOf(thing), answer)
  keepCopy(thing, answer)
}

/** Asks for it anew. */
export const askAnew = (client: QueryClient, thing: Thing): Promise<void> =>
  client.invalidateQueries({ queryKey: keyOf(thing) })

/** Another tab has heard news: they are shown here too. Returns how to stop. */
export function followOtherTabs(client: QueryClient): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    const thing = things.find((each) => key === `tsedra.${nameOf(each)}`)
    const answer = thing && lastCopy(thing)
    if (answer !== undefined) client.setQueryData(keyOf(thing as Thing), answer)
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

export const isSignedOut = (error: unknown): boolean => error instanceof ApiRefusal && error.code === 'unauthorized'

/** Nobody is signed in on this phone any more. */
export function becomeGuest(): void {
  forgetMine()
  setPerson(null)
}

/** Leaves nothing of the person on this phone but what waits in the outbox. */
export function forgetMine(): void {
  for (const thing of things) remember(nameOf(thing), undefined)
}

const keyOf = (thing: Thing) => ['mine', currentPerson()?.user.id, thing] as const
const nameOf = (thing: Thing) => `mine.${thing}`

const keepCopy = (thing: Thing, answer: unknown): void =>
  remember(nameOf(thing), JSON.stringify({ owner: currentPerson()?.user.id, answer }))

function lastCopy<T>(thing: Thing): T | undefined {
  try {
    const kept = JSON.parse(recall(nameOf(thing)) ?? 'null') as { owner: string; answer: T } | null
    return kept?.owner === currentPerson()?.user.id ? kept?.answer : undefined
  } catch {
    return undefined
  }
}
