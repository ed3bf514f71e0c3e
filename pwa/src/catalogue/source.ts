import type { Language } from '@tsedra/contract/language'
import { ApiRefusal, Unreachable } from '../shared/api.ts'
import { confirmedAt } from './confirmed.ts'
import type { Shelf } from './local/shelf.ts'

/** Milliseconds that the shop may take to tell of what this device does not know. */
const PATIENCE_MS = 5_000

/**
 * Decides where an answer comes from: a catalogue that is kept on this device answers, else the shop is asked
 * (infra/decisions/0018-local-catalogue.md).
 *
 * What the kept catalogue does not know may be new, so the shop is asked for it; with nobody there it does not exist.
 *
 * @throws ApiRefusal when there is no such thing, Unreachable when nothing is kept and nobody of ours answered
 */
export async function answer<Reply>(
  lang: Language,
  read: (shelf: Shelf) => Reply | undefined | Promise<Reply | undefined>,
  ask: (signal: AbortSignal) => Promise<Reply>,
  signal: AbortSignal,
): Promise<Reply> {
  const shelf = await keptShelf(lang)
  if (!shelf) return ask(signal)
  const found = await read(shelf)
  if (found) return found
  try {
    return await ask(AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]))
  } catch (error) {
    if (error instanceof Unreachable) throw new ApiRefusal('not_found', 404, 'not in the catalogue on this device')
    throw error
  }
}

/** The mark says that there is one without opening anything (on-phone/keep.ts). */
async function keptShelf(lang: Language): Promise<Shelf | undefined> {
  if (!confirmedAt(lang)) return undefined
  try {
    const { shelfOf } = await import('./local/shelves.ts')
    return await shelfOf(lang)
  } catch {
    return undefined
  }
}
