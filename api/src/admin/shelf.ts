import { type Actor, type AuditEntry, audit } from '@tsedra/database/audit'
import type { Knex } from 'knex'
import { Refusal } from '../http/refusal.ts'
import { freeSlug } from './slug.ts'

/** What products and categories have in common. */
export type Shelf = 'products' | 'categories'

const kinds = { products: 'product', categories: 'category' } as const

/**
 * Lets these share out the places that they have in the shop's order (sortOrder, newest, id), in the order given. The
 * numbers then are the places, so a tie ends the first time anything is moved.
 *
 * @returns how many got another number
 */
export async function reorder(
  trx: Knex.Transaction,
  who: Actor,
  shelf: Shelf,
  ids: readonly string[],
): Promise<number> {
  const rows = await trx(shelf)
    .orderBy([{ column: 'sort_order' }, { column: 'created_at', order: 'desc' }, { column: 'id' }])
    .select<{ id: string; sort_order: number }[]>('id', 'sort_order')
  const numbers = new Map(rows.map((row) => [row.id, row.sort_order]))
  if (new Set(ids).size !== ids.length) throw invalid('body.ids')
  if (ids.some((id) => !numbers.has(id))) throw new Refusal('not_found', 'One of these is not there any more.')

  const moving = new Set(ids)
  const queue = ids.values()
  const order = rows.map(({ id }) => (moving.has(id) ? (queue.next().value ?? id) : id))
  const changed = order.flatMap((id, place) => (numbers.get(id) === place + 1 ? [] : [{ id, place: place + 1 }]))
  if (changed.length === 0) return 0
  await trx.raw(
    `UPDATE ?? AS shelf SET sort_order = placed.place, updated_at = now()
     FROM unnest(?::uuid[], ?::int[]) AS placed (id, place) WHERE shelf.id = placed.id`,
    [shelf, changed.map(({ id }) => id), changed.map(({ place }) => place)],
  )
  await audit(trx, who, { action: `${kinds[shelf]}.sorted`, after: { ids } })
  return changed.length
}

/** Shows these or hides them; answers how many were not so before. Who is gone is passed over. */
export async function setActive(
  trx: Knex.Transaction,
  who: Actor,
  shelf: Shelf,
  { ids, isActive }: { ids: readonly string[]; isActive: boolean },
): Promise<number> {
  const changed = await trx(shelf)
    .whereIn('id', ids)
    .where({ is_active: !isActive })
    .update({ is_active: isActive, version: trx.raw('version + 1'), updated_at: trx.fn.now() })
    .returning<{ id: string }[]>('id')
  const entries = changed.map(
    ({ id }): AuditEntry => ({
      action: `${kinds[shelf]}.changed`,
      id,
      before: { isActive: !isActive },
      after: { isActive },
    }),
  )
  await audit(trx, who, ...entries)
  return changed.length
}

/** The slug that was asked for, if it is free. @throws Refusal `slug_taken` */
export async function ownSlug(trx: Knex.Transaction, shelf: Shelf, slug: string): Promise<string> {
  if ((await freeSlug(trx, shelf, slug)) !== slug) throw new Refusal('slug_taken', 'This address is taken.', { slug })
  return slug
}

/** @throws Refusal `changed_meanwhile` when somebody else has changed it since this version was read */
export function refuseStale(known: number | undefined, version: number): void {
  if (known === undefined || known === version) return
  throw new Refusal('changed_meanwhile', 'Somebody else has changed this meanwhile.', { version })
}

export function invalid(...fields: string[]): Refusal {
  return new Refusal('invalid_request', `The request does not fit: ${fields.join(', ')}.`, { fields })
}

/** As much of it as somebody said. */
type Said<T> = { [K in keyof T]?: T[K] | undefined }

/** Texts by field and language, for comparing and for the audit log: `name.ua`. */
export function textsByField(translations: readonly { language: string }[]): Record<string, unknown> {
  const fields = translations.flatMap(({ language, ...texts }) =>
    Object.entries(texts).map(([field, text]) => [`${field}.${language}`, text] as const),
  )
  return Object.fromEntries(fields.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** The texts after a change: what is left out stays, an empty one goes. */
export function mergeTexts<T extends { language: string }>(current: readonly T[], given: readonly Said<T>[]): T[] {
  return given.map((texts) => {
    const before = current.find(({ language }) => language === texts.language)
    const fields = Object.entries(texts).filter(([, text]) => text !== undefined)
    return { ...before, ...Object.fromEntries(fields.map(([field, text]) => [field, text === '' ? null : text])) } as T
  })
}

/** What was given over what there is; undefined means that nothing was said. */
export function merge<T extends object>(current: T, given: Said<T>): T {
  const said = Object.entries(given).filter(([, value]) => value !== undefined)
  return { ...current, ...Object.fromEntries(said) }
}
