/** Directional marks, embeddings, overrides and isolates, and the byte order mark. */
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g
/** Everything that ends a line somewhere: in a terminal, a browser, a spreadsheet or a chat. */
const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g
const controls = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/g
/** Letters that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Several lines that a stranger has typed, for staff to read: no character of it reorders text or breaks a line unseen.
 * What is stored stays as it was typed, because fingerprints of orders are made of it.
 */
export function sanitiseLines(value: string): string {
  return value.replace(lineBreaks, '\n').replace(bidiControls, '').replace(controls, '')
}

/** The same in one line. */
export function sanitiseLine(value: string): string {
  return sanitiseLines(value).replace(/[\n\t]+/g, ' ')
}

/** One line that shares its line with other text: right-to-left letters in it do not reorder that text. */
export function sanitiseInline(value: string): string {
  const line = sanitiseLine(value)
  return rightToLeft.test(line) ? `\u2068${line}\u2069` : line
}

/** Every text inside of a JSON value, made safe for staff to read. */
export function sanitiseJson(value: unknown): unknown {
  if (typeof value === 'string') return sanitiseLines(value)
  if (Array.isArray(value)) return value.map(sanitiseJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, sanitiseJson(inner)]))
}
