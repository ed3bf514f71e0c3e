/** The same things with one of them at another place; beyond the ends is at the end. */
export function moved<T extends { id: string }>(order: readonly T[], id: string, to: number): T[] {
  const from = order.findIndex((each) => each.id === id)
  const thing = order[from]
  if (!thing) return [...order]
  return order.toSpliced(from, 1).toSpliced(Math.max(0, to), 0, thing)
}
