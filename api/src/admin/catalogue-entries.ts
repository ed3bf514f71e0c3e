import { type Actor, type AuditEntry, audit } from '@tsedra/database/audit'
import type { Knex } from 'knex'
import { Refusal } from '../http/refusal.ts'
import { findFreeSlug } from './slug.ts'

/** What products and categories have in common. */
export type CatalogueTable = 'products' | 'categories'

const entityNames = { products: 'product', categories: 'category' } as const

/**
 * Lets these share out the places that they have in the shop's order (sortOrder, newest, id), in the order given. The
 * numbers then are the places, so a tie ends the first time anything is moved.
 *
 * @returns how many got another number
 */
export async function reorder(
  trx: Knex.Transaction,
  actor: Actor,
  table: CatalogueTable,
  ids: readonly string[],
): Promise<number> {
  const rows = await trx(table)
    .orderBy([{ column: 'sort_order' }, { column: 'created_at', order: 'desc' }, { column: 'id' }])
    .select<{ id: string; sort_order: number }[]>('id', 'sort_order')
  const numbers = new Map(rows.map((row) => [row.id, row.sort_order]))
  if (new Set(ids).size !== ids.length) throw invalidRequest('body.ids')
  if (ids.some((id) => !numbers.has(id))) throw new Refusal('not_found', 'One of these is not there any more.')

  const moving = new Set(ids)
  const queue = ids.values()
  const order = rows.map(({ id }) => (moving.has(id) ? (queue.next().value ?? id) : id))
  const changed = order.flatMap((id, position) =>
    numbers.get(id) === position + 1 ? [] : [{ id, position: position + 1 }],
  )
  if (changed.length === 0) return 0
  await trx.raw(
    `UPDATE ?? AS shelf SET sort_order = placed.place, updated_at = now()
     FROM unnest(?::uuid[], ?::int[]) AS placed (id, place) WHERE shelf.id = placed.id`,
    [table, changed.map(({ id }) => id), changed.map(({ position }) => position)],
  )
  await audit(trx, actor, { action: `${entityNames[table]}.sorted`, after: { ids } })
  return changed.length
}

/** Shows these or hides them; answers how many were not so before. Who is gone is passed over. */
export async function setActive(
  trx: Knex.Transaction,
  actor: Actor,
  table: CatalogueTable,
  { ids, isActive }: { ids: readonly string[]; isActive: boolean },
): Promise<number> {
  const changed = await trx(table)
    .whereIn('id', ids)
    .where({ is_active: !isActive })
    .update({ is_active: isActive, version: trx.raw('version + 1'), updated_at: trx.fn.now() })
    .returning<{ id: string }[]>('id')
  const entries = changed.map(
    ({ id }): AuditEntry => ({
      action: `${entityNames[table]}.changed`,
      id,
      before: { isActive: !isActive },
      after: { isActive },
    }),
  )
  await audit(trx, actor, ...entries)
  return changed.length
}

/** The slug that was asked for, if it is free. @throws Refusal `slug_taken` */
export async function requireFreeSlug(trx: Knex.Transaction, table: CatalogueTable, slug: string): Promise<string> {
  if ((await findFreeSlug(trx, table, slug)) !== slug)
    throw new Refusal('slug_taken', 'This address is taken.', { slug })
  return slug
}

/** @throws Refusal `changed_meanwhile` when somebody else has changed it since this version was read */
export function rejectStaleVersion(expected: number | undefined, version: number): void {
  if (expected === undefined || expected === version) return
  throw new Refusal('changed_meanwhile', 'Somebody else has changed this meanwhile.', { version })
}

export function invalidRequest(...fields: string[]): Refusal {
  return new Refusal('invalid_request', `The request does not fit: ${fields.join(', ')}.`, { fields })
}

/** As much of it as somebody said. */
type OptionalFields<T> = { [K in keyof T]?: T[K] | undefined }

/** Texts by field and language, for comparing and for the audit log: `name.ua`. */
export function flattenTranslations(translations: readonly { language: string }[]): Record<string, unknown> {
  const fields = translations.flatMap(({ language, ...texts }) =>
    Object.entries(texts).map(([field, text]) => [`${field}.${language}`, text] as const),
  )
  return Object.fromEntries(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** The texts after a change: what is left out stays, an empty one goes. */
export function mergeTranslations<T extends { language: string }>(
  current: readonly T[],
  changes: readonly OptionalFields<T>[],
): T[] {
  return changes.map((texts) => {
    const before = current.find(({ language }) => language === texts.language)
    const fields = Object.entries(texts).filter(([, text]) => text !== undefined)
    return { ...before, ...Object.fromEntries(fields.map(([field, text]) => [field, text === '' ? null : text])) } as T
  })
}

/** What was given over what there is; undefined means that nothing was said. */
export function mergeDefined<T extends object>(current: T, changes: OptionalFields<T>): T {
  const defined = Object.entries(changes).filter(([, value]) => value !== undefined)
  return { ...current, ...Object.fromEntries(defined) }
}
