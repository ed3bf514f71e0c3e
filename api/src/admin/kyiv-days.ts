interface Days {
  /** ISO date: `2026-11-21`. */
  from?: string | undefined
  to?: string | undefined
}

/** Returns SQL conditions, with bindings, for a time between two calendar days in Kyiv, both included. */
export function betweenDays(column: string, { from, to }: Days): [sql: string, bindings: string[]][] {
  return [
    ...(from ? [[`${column} >= ?::timestamp AT TIME ZONE 'Europe/Kyiv'`, [from]] as [string, string[]]] : []),
    ...(to ? [[`${column} < (?::date + 1)::timestamp AT TIME ZONE 'Europe/Kyiv'`, [to]] as [string, string[]]] : []),
  ]
}
