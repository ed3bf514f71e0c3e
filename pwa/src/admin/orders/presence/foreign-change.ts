import type { TimelineEntry } from '@tsedra/contract/admin-orders'

type Entry = Pick<TimelineEntry, 'id' | 'kind' | 'newStatus' | 'actor' | 'by'>

/** Returns the last change of the status after an entry, when another user has made it. */
export function findForeignChange<E extends Entry>(
  timeline: readonly E[],
  afterId: number,
  ownId: string | undefined,
): E | undefined {
  const last = timeline.findLast(({ id, kind }) => kind === 'status' && id > afterId)
  return last && last.by?.id !== ownId ? last : undefined
}
