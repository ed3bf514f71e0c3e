import type { User } from '@tsedra/contract/accounts'
import { recall, remember } from '../shared/remembered.ts'
import { createStore } from '../shared/store.ts'

/** Who is signed in on this phone, with what the frame of every screen shows of them (infra/decisions/0024-people-on-the-phone.md). */
export interface Person {
  user: User
  likedIds: readonly string[]
  /** Packages in the cart, all lines together. */
  inCart: number
}

const NAME = 'person'

/** As it was last known: what is shown at the first paint, also without a network. The server decides at every call. */
const known = createStore<Person | null>(keptPerson())

/** Renders again when somebody signs in or out, in any tab; null for a guest. */
export const usePerson = known.use
export const currentPerson = known.get

export function setPerson(person: Person | null): void {
  remember(NAME, person ? JSON.stringify(person) : undefined)
  known.set(person)
}

/** Changes what is shown of whoever is signed in; nothing for a guest. */
export function changePerson(change: Partial<Person>): void {
  const person = known.get()
  if (person) setPerson({ ...person, ...change })
}

addEventListener('storage', ({ key }) => {
  // null: everything was cleared.
  if (key === null || key === `tsedra.${NAME}`) known.set(keptPerson())
})

/** As the device has it at this moment: a tab that slept may not have heard yet. */
export function keptPerson(): Person | null {
  try {
    return JSON.parse(recall(NAME) ?? 'null') as Person | null
  } catch {
    return null
  }
}
