import type { Entry } from '../outbox/entry.ts'

let lastSaved: Entry | undefined

/** What the form has kept this moment: its page shows it before it has read it itself. In memory alone. */
export const setJustSaved = (entry: Entry): void => void (lastSaved = entry)
export const getJustSaved = (id: string): Entry | undefined => (lastSaved?.id === id ? lastSaved : undefined)

/** From now on the database knows better. */
export const clearJustSaved = (): void => void (lastSaved = undefined)
