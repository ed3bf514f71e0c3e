/** A form's values: plain objects and lists of objects; a list of texts is one value. */
type Values = { readonly [name: string]: unknown }

interface OwnChange {
  /** As react-hook-form names fields: `translations.0.name`. */
  path: string
  value: unknown
}

/** The fields in which `now` is another than `before`. */
export function ownChanges(before: Values, now: Values, under = ''): OwnChange[] {
  return Object.entries(now).flatMap(([name, value]) => {
    const path = under + name
    if (isBranch(value)) return ownChanges((before[name] ?? {}) as Values, value, `${path}.`)
    return JSON.stringify(before[name]) === JSON.stringify(value) ? [] : [{ path, value }]
  })
}

/** Of the fields that both have changed, those in which they do not agree. */
export function disagreements(before: Values, mine: Values, theirs: Values): string[] {
  const others = new Map(ownChanges(before, theirs).map(({ path, value }) => [path, JSON.stringify(value)]))
  return ownChanges(before, mine).flatMap(({ path, value }) => {
    const other = others.get(path)
    // mutation test: edit-conflict-shown
    return other !== undefined && other !== JSON.stringify(value) ? [path] : []
  })
}

const isBranch = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && (!Array.isArray(value) || typeof value[0] === 'object')
