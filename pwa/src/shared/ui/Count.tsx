/** How much lies behind a button; nothing is not shown. */
export function Count({ of }: { of: number }) {
  return of > 0 && <span className="count">{of > 99 ? '99+' : of}</span>
}

/** The name of such a button. */
export const withCount = (label: string, count: number): string => (count > 0 ? `${label}: ${count}` : label)
