/** Returns the items with one of them at another index; an index out of range is clamped. */
export function moveItem<T extends { id: string }>(items: readonly T[], id: string, targetIndex: number): T[] {
  const from = items.findIndex((candidate) => candidate.id === id)
  const item = items[from]
  if (!item) return [...items]
  return items.toSpliced(from, 1).toSpliced(Math.max(0, targetIndex), 0, item)
}
