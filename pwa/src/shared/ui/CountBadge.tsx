/** A count on a button; zero is hidden. */
export function CountBadge({ count }: { count: number }) {
  return count > 0 && <span className="count">{count > 99 ? '99+' : count}</span>
}

/** Returns the accessible name of a button with a count. */
export const labelWithCount = (label: string, count: number): string => (count > 0 ? `${label}: ${count}` : label)
