import { type Actor, type AuditEntry, audit } from '@tsedra/database/audit'
import type { Knex } from 'knex'
import { Refusal } from '../http/refusal.ts'
import { findFreeSlug } from './slug.ts'

export type CatalogueTable = 'products' | 'categories' | 'drinks'

const entityNames = { products: 'product', categories: 'category', drinks: 'drink' } as const

/**
 * Distributes the positions that these entities have in the shop's sort order (sortOrder, newest, id) in the given order.
 * Every `sort_order` then is its position, so equal values end with the first change.
 *
 * @returns the number of changed rows
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
  if (ids.some((id) => !numbers.has(id))) throw new Refusal('not_found', 'One of these no longer exists.')

  const moving = new Set(ids)
  const queue = ids.values()
  const order = rows.map(({ id }) => (moving.has(id) ? (queue.next().value ?? id) : id))
  const changed = order.flatMap((id, position) =>
    numbers.get(id) === position + 1 ? [] : [{ id, position: position + 1 }],
  )
  if (changed.length === 0) return 0
  await trx.raw(
    `UPDATE ?? AS entity SET sort_order = sorted.position, updated_at = now()
     FROM unnest(?::uuid[], ?::int[]) AS sorted (id, position) WHERE entity.id = sorted.id`,
    [table, changed.map(({ id }) => id), changed.map(({ position }) => position)],
  )
  await audit(trx, actor, { action: `${entityNames[table]}.sorted`, after: { ids } })
  return changed.length
}

/** Shows or hides these entities and returns how many changed; deleted ones are skipped. */
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

/** Returns the requested slug if it is free. @throws Refusal `slug_taken` */
export async function requireFreeSlug(trx: Knex.Transaction, table: CatalogueTable, slug: string): Promise<string> {
  if ((await findFreeSlug(trx, table, slug)) !== slug)
    throw new Refusal('slug_taken', 'This address is taken.', { slug })
  return slug
}

/** @throws Refusal `changed_meanwhile` when another user has saved a newer version (edit conflict) */
export function rejectStaleVersion(expected: number | undefined, version: number): void {
  if (expected === undefined || expected === version) return
  throw new Refusal('changed_meanwhile', 'Another user has changed this in the meantime.', { version })
}

export function invalidRequest(...fields: string[]): Refusal {
  return new Refusal('invalid_request', `The request does not fit: ${fields.join(', ')}.`, { fields })
}

/** The fields that a request sets; undefined leaves the stored value. */
type OptionalFields<T> = { [K in keyof T]?: T[K] | undefined }

/** Returns texts by field and language, for comparing and for the audit log: `name.ua`. */
export function flattenTranslations(translations: readonly { language: string }[]): Record<string, unknown> {
  const fields = translations.flatMap(({ language, ...texts }) =>
    Object.entries(texts).map(([field, text]) => [`${field}.${language}`, text] as const),
  )
  return Object.fromEntries(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Returns the texts after a change: an omitted text stays, an empty one becomes null. */
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

/** Returns the current values with the defined values of a change. */
export function mergeDefined<T extends object>(current: T, changes: OptionalFields<T>): T {
  const defined = Object.entries(changes).filter(([, value]) => value !== undefined)
  return { ...current, ...Object.fromEntries(defined) }
}
