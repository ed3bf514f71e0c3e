import type { Entry } from '../outbox/entry.ts'

let last: Entry | undefined

/** What the form has kept this moment: its page shows it before it has read it itself. In memory alone. */
export const showFirst = (entry: Entry): void => void (last = entry)
export const justSaved = (id: string): Entry | undefined => (last?.id === id ? last : undefined)

/** From now on the database knows better. */
export const forgetJustSaved = (): void => void (last = undefined)
