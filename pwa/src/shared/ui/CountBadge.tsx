/** How much lies behind a button; nothing is not shown. */
export function CountBadge({ count }: { count: number }) {
  return count > 0 && <span className="count">{count > 99 ? '99+' : count}</span>
}

/** The name of such a button. */
export const labelWithCount = (label: string, count: number): string => (count > 0 ? `${label}: ${count}` : label)
