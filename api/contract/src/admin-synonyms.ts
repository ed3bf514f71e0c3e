import * as z from 'zod/mini'
import { doneResponse, idParams, version } from './admin-catalogue.ts'
import { endpoint } from './endpoint.ts'
import { staffOnlyErrors } from './errors.ts'
import { text } from './text.ts'

/** Endpoints of the words that mean the same in a search: infra/decisions/0041-drinks-and-synonyms.md. */

/** Limits of a group. */
export const MAX_SYNONYMS = 30
export const MAX_SYNONYM_LENGTH = 50
/** Maximum number of groups: every phone loads all of them with the catalogue. */
export const MAX_SYNONYM_GROUPS = 500

/** Returns a word as it is stored and compared: lower case, one kind of apostrophe, single spaces. */
export const normaliseSynonym = (word: string): string =>
  word
    .normalize('NFC')
    .toLowerCase()
    .replace(/['ʼ`´]/g, '’')
    .replace(/\s+/g, ' ')
    .trim()

/** Words in lower case, each once. */
const words = z.pipe(
  z.array(text(MAX_SYNONYM_LENGTH, { min: 1 })).check(z.minLength(2), z.maxLength(MAX_SYNONYMS)),
  z.transform((list, context) => {
    const unique = [...new Set(list.map(normaliseSynonym))]
    if (unique.length >= 2) return unique
    context.issues.push({ code: 'custom', message: 'at least two different words', input: list })
    return z.NEVER
  }),
)

export const synonymInput = z.strictObject({ words, version })
export type SynonymInput = z.output<typeof synonymInput>

export const synonymGroup = z.object({
  id: z.uuid(),
  words: z.array(z.string()),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type SynonymGroup = z.infer<typeof synonymGroup>

/** `synonym_taken` has the word in `details.word` and the words of the other group in `details.words`. */
const saveErrors = [...staffOnlyErrors, 'synonym_taken'] as const

export const listSynonyms = endpoint({
  route: 'GET /api/admin/synonyms',
  summary: 'All groups of words that mean the same, the newest first.',
  access: 'staff',
  response: z.object({ groups: z.array(synonymGroup) }),
  errors: staffOnlyErrors,
})

export const createSynonyms = endpoint({
  route: 'POST /api/admin/synonyms',
  summary: 'Adds a group of words; a word is in one group at most.',
  access: 'staff',
  body: synonymInput,
  status: [201],
  extraChecks: ['body.words'],
  response: synonymGroup,
  errors: [...saveErrors, 'synonyms_full'],
})

export const changeSynonyms = endpoint({
  route: 'PUT /api/admin/synonyms/:id',
  summary: 'Replaces the words of a group.',
  access: 'staff',
  params: idParams,
  body: synonymInput,
  extraChecks: ['body.words'],
  response: synonymGroup,
  errors: [...saveErrors, 'not_found', 'changed_meanwhile'],
})

export const deleteSynonyms = endpoint({
  route: 'DELETE /api/admin/synonyms/:id',
  summary: 'Deletes a group of words.',
  access: 'admin',
  params: idParams,
  response: doneResponse,
  errors: [...staffOnlyErrors, 'not_found'],
})
