import type { PageState } from './use-page-state.ts'

/** Returns an ISO date of this century; undefined for anything else in the address. */
export const parseDay = (text: string): string | undefined =>
  /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined

/** Returns the valid days of the address as query parameters. */
export function parseDayRange({ get }: Pick<PageState, 'get'>): { from?: string; to?: string } {
  const [from, to] = [parseDay(get('from')), parseDay(get('to'))]
  return { ...(from && { from }), ...(to && { to }) }
}
