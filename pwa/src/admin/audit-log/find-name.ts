import type { AuditNames } from '@tsedra/contract/admin-audit'
import { type Language, languages, pickTranslation } from '@tsedra/contract/language'

/** The name of what a line of the audit log mentions by id, in the reader's language where there is one. */
export function findName(names: AuditNames | undefined, id: string, language: Language): string | undefined {
  const texts = names?.[id]
  const translations = languages.flatMap((candidate) => {
    const name = texts?.[candidate]
    return name === undefined ? [] : [{ language: candidate, name }]
  })
  return pickTranslation(translations, language)?.name
}
