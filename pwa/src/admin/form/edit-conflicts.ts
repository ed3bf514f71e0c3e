/** Values of a form: plain objects and lists of objects; a list of strings is one value. */
export type FormValues = { readonly [name: string]: unknown }

interface ChangedField {
  /** Path of react-hook-form: `translations.0.name`. */
  path: string
  before: unknown
  value: unknown
}

/** Returns the fields of `after` that differ from `before`. */
export function getChangedFields(before: FormValues, after: FormValues, prefix = ''): ChangedField[] {
  return Object.entries(after).flatMap(([name, value]) => {
    const path = prefix + name
    if (isNested(value)) return getChangedFields((before[name] ?? {}) as FormValues, value, `${path}.`)
    return JSON.stringify(before[name]) === JSON.stringify(value) ? [] : [{ path, before: before[name], value }]
  })
}

/** Returns the paths that both sides have changed to different values. */
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
