// mutation test: day-in-kyiv
const day = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Europe/Kyiv' })

/** The day in Kyiv of a moment, in milliseconds or as a Date, as `2026-11-21`: what tables and other files are named by. */
export const kyivDay = (moment: number | Date): string => day.format(moment)
