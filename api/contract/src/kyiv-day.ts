// mutation test: day-in-kyiv
const day = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Europe/Kyiv' })

/** Returns the day in Kyiv of a moment (ms or Date) as `2026-11-21`: names of tables and other files contain it. */
export const kyivDay = (moment: number | Date): string => day.format(moment)
