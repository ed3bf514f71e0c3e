/** A form's values: plain objects and lists of objects; a list of texts is one value. */
type FormValues = { readonly [name: string]: unknown }

interface ChangedField {
  /** As react-hook-form names fields: `translations.0.name`. */
  path: string
  value: unknown
}

/** The fields in which `now` is another than `before`. */
export function getChangedFields(before: FormValues, after: FormValues, prefix = ''): ChangedField[] {
  return Object.entries(after).flatMap(([name, value]) => {
    const path = prefix + name
    if (isNested(value)) return getChangedFields((before[name] ?? {}) as FormValues, value, `${path}.`)
    return JSON.stringify(before[name]) === JSON.stringify(value) ? [] : [{ path, value }]
  })
}

/** Of the fields that both have changed, those in which they do not agree. */
export function findConflicts(before: FormValues, localValues: FormValues, remoteValues: FormValues): string[] {
  const remoteChanges = new Map(
    getChangedFields(before, remoteValues).map(({ path, value }) => [path, JSON.stringify(value)]),
  )
  return getChangedFields(before, localValues).flatMap(({ path, value }) => {
    const remoteChange = remoteChanges.get(path)
    // mutation test: edit-conflict-shown
    return remoteChange !== undefined && remoteChange !== JSON.stringify(value) ? [path] : []
  })
}

const isNested = (value: unknown): value is FormValues =>
  typeof value === 'object' && value !== null && (!Array.isArray(value) || typeof value[0] === 'object')
