import type { Language } from '@tsedra/contract/language'
import { languages } from '@tsedra/contract/language'
import { queryOptions } from '@tanstack/react-query'
import { ApiRefusal } from '../shared/api.ts'
import { recall, remember } from '../shared/remembered.ts'
import { currentPerson, setPerson } from './person.ts'

/** What belongs to whoever is signed in. */
const things = ['liked', 'cart', 'purchases'] as const
export type Thing = (typeof things)[number]

/**
 * A question about what is this person's. The last answer is kept on the phone and is there at once, also while the shop
 * does not answer: then the query has both data and an error (infra/decisions/0024-people-on-the-phone.md).
 *
 * An answer that nobody is signed in makes this phone a guest's.
 */
export function mineQuery<T>(thing: Thing, lang: Language, ask: (signal: AbortSignal) => Promise<T>) {
  const owner = currentPerson()?.user.id
  return queryOptions({
    queryKey: ['mine', owner, thing, lang],
    initialData: () => lastCopy<T>(thing, lang),
    initialDataUpdatedAt: 0,
    refetchOnMount: 'always',
    enabled: owner !== undefined,
    queryFn: async ({ signal }) => {
      try {
        const answer = await ask(signal)
        if (currentPerson()?.user.id === owner) keepCopy(thing, lang, answer)
        return answer
      } catch (error) {
        if (error instanceof ApiRefusal && error.code === 'unauthorized') {
          forgetMine()
          setPerson(null)
        }
        throw error
      }
    },
  })
}

const nameOf = (thing: Thing, lang: Language) => `mine.${thing}.${lang}`

export const keepCopy = (thing: Thing, lang: Language, answer: unknown): void =>
  remember(nameOf(thing, lang), JSON.stringify({ owner: currentPerson()?.user.id, answer }))

function lastCopy<T>(thing: Thing, lang: Language): T | undefined {
  try {
    const kept = JSON.parse(recall(nameOf(thing, lang)) ?? 'null') as { owner: string; answer: T } | null
    return kept?.owner === currentPerson()?.user.id ? kept?.answer : undefined
  } catch {
    return undefined
  }
}

/** Leaves nothing of the person on this phone but what waits in the outbox. */
export function forgetMine(): void {
  for (const thing of things) for (const lang of languages) remember(nameOf(thing, lang), undefined)
}
