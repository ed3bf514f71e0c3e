import { MAX_SYNONYM_GROUPS, type SynonymGroup, type SynonymInput } from '@tsedra/contract/admin-synonyms'
import { type Actor, audit } from '@tsedra/database/audit'
import type { Db } from '@tsedra/database/connection'
import type { Knex } from 'knex'
import { Refusal } from '../http/refusal.ts'
import { rejectStaleVersion } from './catalogue-entries.ts'

/** Returns all groups, the newest first. */
export async function readSynonyms(db: Db): Promise<SynonymGroup[]> {
  const rows = await db<GroupRow>('synonym_groups').orderBy([{ column: 'created_at', order: 'desc' }, { column: 'id' }])
  return rows.map(toGroup)
}

/** Adds a group, within changeCatalogue(). @throws Refusal `synonym_taken`, `synonyms_full` */
export async function addSynonyms(trx: Knex.Transaction, actor: Actor, { words }: SynonymInput): Promise<SynonymGroup> {
  await rejectTakenWords(trx, words, undefined)
  await rejectFullTable(trx)
  const [added] = await trx<GroupRow>('synonym_groups').insert({ words }).returning('*')
  const group = requireGroup(added)
  await audit(trx, actor, { action: 'synonym.created', id: group.id, after: { words } })
  return group
}

/** Changes a group, within changeCatalogue(). @throws Refusal also `not_found`, `changed_meanwhile` */
export async function updateSynonyms(
  trx: Knex.Transaction,
  actor: Actor,
  id: string,
  { words, version }: SynonymInput,
): Promise<SynonymGroup> {
  const before = requireGroup(await trx<GroupRow>('synonym_groups').where({ id }).first())
  rejectStaleVersion(version, before.version)
  if (JSON.stringify(words) === JSON.stringify(before.words)) return before
  await rejectTakenWords(trx, words, id)
  const [changed] = await trx<GroupRow>('synonym_groups')
    .where({ id })
    .update({ words, version: before.version + 1, updated_at: new Date() })
    .returning('*')
  await audit(trx, actor, { action: 'synonym.changed', id, before: { words: before.words }, after: { words } })
  return requireGroup(changed)
}

/** Deletes a group, within changeCatalogue(). */
export async function removeSynonyms(trx: Knex.Transaction, actor: Actor, id: string): Promise<void> {
  const { words } = requireGroup(await trx<GroupRow>('synonym_groups').where({ id }).first())
  await trx('synonym_groups').where({ id }).delete()
  await audit(trx, actor, { action: 'synonym.deleted', id, before: { words } })
}

/** Rejects a word that another group has; the lock on the catalogue prevents a race. */
async function rejectTakenWords(trx: Knex.Transaction, words: readonly string[], id: string | undefined) {
  const groups = await trx<GroupRow>('synonym_groups').whereRaw('words && ?::text[]', [[...words]])
  const other = groups.find((group) => group.id !== id)
  if (!other) return
  const word = words.find((candidate) => other.words.includes(candidate))
  throw new Refusal('synonym_taken', 'Another group has this word.', { word, words: other.words })
}

/** Rejects a group beyond the limit; the lock on the catalogue prevents a race. */
async function rejectFullTable(trx: Knex.Transaction): Promise<void> {
  const { rows } = await trx.raw<{ rows: { count: number }[] }>('SELECT count(*)::int AS count FROM synonym_groups')
  // mutation test: synonym-group-limit
  if ((rows[0]?.count ?? 0) >= MAX_SYNONYM_GROUPS) {
    throw new Refusal('synonyms_full', `The shop has ${MAX_SYNONYM_GROUPS} groups of synonyms already.`)
  }
}

interface GroupRow {
  id: string
  words: string[]
  version: number
  created_at: Date
  updated_at: Date
}

function requireGroup(row: GroupRow | undefined): SynonymGroup {
  if (!row) throw new Refusal('not_found', 'Group not found')
  return toGroup(row)
}

const toGroup = ({ id, words, version, created_at: createdAt, updated_at: updatedAt }: GroupRow): SynonymGroup => ({
  id,
  words,
  version,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})
