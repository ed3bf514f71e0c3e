/** Milliseconds for which a status change can be undone: as long as its toast is shown. */
export const UNDO_MS = 5_000

interface Entry {
  undo: () => void
  until: number
}

let entries: readonly Entry[] = []

/** Offers to undo a change that the server has stored; returns the function that does so, once. */
export function offerUndo(undo: () => void, now = Date.now()): () => void {
  const entry = { undo, until: now + UNDO_MS }
  entries = [...entries.filter(({ until }) => until > now), entry]
  return () => {
    if (!entries.includes(entry)) return
    entries = entries.filter((other) => other !== entry)
    undo()
  }
}

/** Undoes the last change of the last five seconds, then the one before it. Returns false when there is none. */
export function undoLast(now = Date.now()): boolean {
  const last = entries.at(-1)
  // mutation test: undo-expires
  if (!last || last.until <= now) return false
  entries = entries.slice(0, -1)
  last.undo()
  return true
}
