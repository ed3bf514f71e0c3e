import type { AuditNames } from '@tsedra/contract/admin-audit'
import { type Language, languages, pickTranslation } from '@tsedra/contract/language'

/** Returns the name of an id in an audit entry, preferably in the user's language. */
export function findName(names: AuditNames | undefined, id: string, language: Language): string | undefined {
  const texts = names?.[id]
  const translations = languages.flatMap((candidate) => {
    const name = texts?.[candidate]
    return name === undefined ? [] : [{ language: candidate, name }]
  })
  return pickTranslation(translations, language)?.name
}
