import type { AuditLine } from '@tsedra/contract/admin-audit'

export interface FieldChange {
  /** Without the language. */
  field: string
  /** Language of a translated text. */
  language: string | undefined
  before: unknown
  after: unknown
}

/** Returns the changed fields; created and deleted entities have values on one side only. */
export function listFieldChanges({ before, after }: Pick<AuditLine, 'before' | 'after'>): FieldChange[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names].map((name) => {
    const [field = '', language] = name.split('.')
    return { field, language, before: before?.[name], after: after?.[name] }
  })
}
