import type { PageState } from './use-page-state.ts'

/** An address is typed by people: what is no day of this century is none. */
export const parseDay = (text: string): string | undefined =>
  /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined

/** As `query` of a call: only what is a day. */
export function parseDayRange({ get }: Pick<PageState, 'get'>): { from?: string; to?: string } {
  const [from, to] = [parseDay(get('from')), parseDay(get('to'))]
  return { ...(from && { from }), ...(to && { to }) }
}
