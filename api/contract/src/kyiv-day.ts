let dayFormat: Intl.DateTimeFormat | undefined

/**
 * Returns the day in Kyiv of a moment (ms or Date) as `2026-11-21`: names of tables and other files contain it.
 *
 * The format is created by the first call: the first use of a time zone costs a desktop 30 to 60 ms, which no start of
 * the page should pay.
 */
export function kyivDay(moment: number | Date): string {
  // mutation test: day-in-kyiv
  dayFormat ??= new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Europe/Kyiv' })
  return dayFormat.format(moment)
}
