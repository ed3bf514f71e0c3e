interface Days {
  /** As `2026-11-21`. */
  from?: string | undefined
  to?: string | undefined
}

/** Conditions that a moment lies between two days of the calendar in Kyiv, both included; with what they are bound to. */
export function betweenDays(column: string, { from, to }: Days): [sql: string, bindings: string[]][] {
  return [
    ...(from ? [[`${column} >= ?::timestamp AT TIME ZONE 'Europe/Kyiv'`, [from]] as [string, string[]]] : []),
    ...(to ? [[`${column} < (?::date + 1)::timestamp AT TIME ZONE 'Europe/Kyiv'`, [to]] as [string, string[]]] : []),
  ]
}
