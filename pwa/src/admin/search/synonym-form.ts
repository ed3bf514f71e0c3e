import { type SynonymInput, normaliseSynonym, synonymInput } from '@tsedra/contract/admin-synonyms'
import type { Resolver } from 'react-hook-form'

/** Values of the form: the words of a group, one per line. */
export interface SynonymFormValues {
  synonyms: { words: string }
}

export const toSynonymFormValues = (words: readonly string[] = []): SynonymFormValues => ({
  synonyms: { words: words.join('\n') },
})

/** Returns the words of the form, separated by lines or commas, each once. */
export const parseWords = (input: string): string[] => [
  ...new Set(
    input
      .split(/[\n,;]/)
      .map(normaliseSynonym)
      .filter(Boolean),
  ),
]

/** Validates the form with the contract's schema. */
export const synonymResolver: Resolver<SynonymFormValues, unknown, SynonymInput> = ({ synonyms }) => {
  const parsed = synonymInput.safeParse({ words: parseWords(synonyms.words) })
  return parsed.success
    ? { values: parsed.data, errors: {} }
    : { values: {}, errors: { synonyms: { words: { type: 'invalid', message: 'words' } } } }
}
