/** The row that the keyboard acts on, by id and by where it was. */
export interface RowPosition {
  id: string
  index: number
}

/** Returns the index of the current row, -1 without one. A row that has left the list is replaced by its successor. */
export function findCurrentIndex(ids: readonly string[], current: RowPosition | undefined): number {
  if (!current) return -1
  const index = ids.indexOf(current.id)
  return index >= 0 ? index : Math.min(current.index, ids.length - 1)
}

/** Returns the row that is `step` rows further, within the list; the first row when there is no current one. */
export function moveRow(
  ids: readonly string[],
  current: RowPosition | undefined,
  step: 1 | -1,
): RowPosition | undefined {
  const from = findCurrentIndex(ids, current)
  const index = from < 0 ? 0 : Math.max(0, Math.min(ids.length - 1, from + step))
  const id = ids[index]
  return id === undefined ? undefined : { id, index }
}
