import type { AuditLine } from '@tsedra/contract/admin-audit'

export interface FieldChange {
  /** Without its language. */
  field: string
  /** Of a text that there is in three languages. */
  language: string | undefined
  before: unknown
  after: unknown
}

/** What differs, field by field. What was made or is gone has its values on one side only. */
export function listFieldChanges({ before, after }: Pick<AuditLine, 'before' | 'after'>): FieldChange[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names].map((name) => {
    const [field = '', language] = name.split('.')
    return { field, language, before: before?.[name], after: after?.[name] }
  })
}
