/** Directional marks, embeddings, overrides and isolates, and the byte order mark. */
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g
/** Every line separator of terminals, browsers, spreadsheets and chats. */
const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g
const controls = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/g
/** Right-to-left characters. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Returns untrusted text of several lines for staff: no character reorders text or adds a hidden line break. Stored
 * text stays unchanged, because order fingerprints are computed from it.
 */
export function sanitiseLines(value: string): string {
  return value.replace(lineBreaks, '\n').replace(bidiControls, '').replace(controls, '')
}

/** Returns untrusted text as one line for staff. */
export function sanitiseLine(value: string): string {
  return sanitiseLines(value).replace(/[\n\t]+/g, ' ')
}

/** Returns one line for use inside other text: right-to-left characters do not reorder the surrounding text. */
export function sanitiseInline(value: string): string {
  const line = sanitiseLine(value)
  return rightToLeft.test(line) ? `\u2068${line}\u2069` : line
}

/** Returns a JSON value with every string sanitised for staff. */
export function sanitiseJson(value: unknown): unknown {
  if (typeof value === 'string') return sanitiseLines(value)
  if (Array.isArray(value)) return value.map(sanitiseJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, sanitiseJson(inner)]))
}
