import { type Language, languages } from '@tsedra/contract/language'
import type { CatalogueField } from '@tsedra/contract/product-fields'
import { type Actor, audit } from '@tsedra/database/audit'
import type { Db } from '@tsedra/database/connection'
import type { Knex } from 'knex'
import { Refusal } from '../http/refusal.ts'
import {
  emptyTexts,
  initialValues,
  selectListSql,
  toAuditFields,
  toColumns,
  toEntity,
  translationsSql,
} from './catalogue-columns.ts'
import { mergeDefined, mergeTranslations, rejectStaleVersion, requireFreeSlug } from './catalogue-entries.ts'
import { findFreeSlug, makeSlug } from './slug.ts'

/** What categories and drinks have in common: a slug, fields, and texts in every language. */
interface TranslatedEntity {
  id: string
  slug: string
  version: number
  translations: Text[]
}

interface Text {
  language: Language
  name: string
}

interface Definition {
  name: 'category' | 'drink'
  table: 'categories' | 'drinks'
  fields: Record<string, Pick<CatalogueField, 'column' | 'kind' | 'initial'>>
  textFields: Record<string, { column: string }>
  /** Condition on the products `p` that are counted for the entity `e`. */
  isProductSql: string
}

/** What a request sets; undefined leaves the stored value. */
interface Input<Entity extends TranslatedEntity> {
  fields: Changes<Entity>
  translations: readonly Changes<Entity['translations'][number]>[]
}
type Changes<T> = { [Name in keyof T]?: T[Name] | undefined }

/** Creates the queries of one table of translated entities; changes run within changeCatalogue(). */
export function createEntityStore<Entity extends TranslatedEntity>(definition: Definition) {
  const { name, table, fields, textFields } = definition
  const texts = `${name}_translations`
  const selectSql = `
    SELECT e.id, ${selectListSql(fields, 'e')}, e.version,
      e.created_at AS "createdAt", e.updated_at AS "updatedAt",
      (SELECT count(*)::int FROM products p WHERE ${definition.isProductSql}) AS "productsCount",
      ${translationsSql(textFields, texts, `t.${name}_id = e.id`)} AS translations
    FROM ${table} e`

  return { read, readMany, require, add, update, remove }

  /** Returns the entities that exist among these, in the order of the ids. */
  async function readMany(db: Db, ids: readonly string[]): Promise<Entity[]> {
    const { rows } = await db.raw<{ rows: Row[] }>(`${selectSql} WHERE e.id = ANY(?)`, [[...ids]])
    // The select list is that of the entity: `fields` and `textFields` define both.
    const byId = new Map(rows.map((row) => [row.id, toEntity(row) as unknown as Entity]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }

  async function read(db: Db, id: string): Promise<Entity | undefined> {
    return (await readMany(db, [id]))[0]
  }

  /** @throws Refusal `not_found` */
  async function require(db: Db, id: string): Promise<Entity> {
    const entity = await read(db, id)
    if (!entity) throw new Refusal('not_found', `This ${name} no longer exists.`)
    return entity
  }

  /** @throws Refusal `slug_taken` */
  async function add(trx: Knex.Transaction, actor: Actor, input: Input<Entity>): Promise<Entity> {
    const { slug: requestedSlug, ...values } = input.fields
    const translations = mergeTranslations<Text>(
      languages.map((language) => ({ ...emptyTexts(textFields), name: '', language })),
      input.translations,
    )
    const names = Object.fromEntries(translations.map(({ language, name }) => [language, name]))
    const slug = requestedSlug
      ? await requireFreeSlug(trx, table, requestedSlug)
      : await findFreeSlug(trx, table, makeSlug(names) || definition.name)
    const added = { ...mergeDefined<Record<string, unknown>>(initialValues(fields), values), slug }

    const [{ id }] = await trx(table).insert(toColumns(fields, added), ['id'])
    await saveTranslations(trx, id, translations)
    await audit(trx, actor, { action: `${name}.created`, id, after: toAuditFields(fields, added, translations) })
    return require(trx, id)
  }

  /** @throws Refusal `not_found`, `changed_meanwhile`, `slug_taken` */
  async function update(
    trx: Knex.Transaction,
    actor: Actor,
    id: string,
    input: Input<Entity> & { version: number | undefined },
  ): Promise<{ before: Entity; after: Entity }> {
    const before = await require(trx, id)
    rejectStaleVersion(input.version, before.version)
    const after = mergeDefined<Entity>(before, input.fields)
    const translations = mergeTranslations(before.translations, input.translations).map((text) => ({
      ...emptyTexts(textFields),
      ...text,
    }))
    const change = {
      before: toAuditFields(fields, before, before.translations),
      after: toAuditFields(fields, after, translations),
    }
    if (JSON.stringify(change.before) === JSON.stringify(change.after)) return { before, after: before }

    if (after.slug !== before.slug) await requireFreeSlug(trx, table, after.slug)
    await trx(table)
      .where({ id })
      .update({ ...toColumns(fields, after), version: trx.raw('version + 1'), updated_at: trx.fn.now() })
    await saveTranslations(trx, id, translations)
    await audit(trx, actor, { action: `${name}.changed`, id, ...change })
    return { before, after: await require(trx, id) }
  }

  async function remove(trx: Knex.Transaction, actor: Actor, entity: Entity): Promise<void> {
    const { id, translations } = entity
    await trx(table).where({ id }).delete()
    await audit(trx, actor, { action: `${name}.deleted`, id, before: toAuditFields(fields, entity, translations) })
  }

  async function saveTranslations(trx: Knex.Transaction, id: string, translations: readonly Text[]): Promise<void> {
    await trx(texts)
      .insert(
        translations.map((text) => ({
          [`${name}_id`]: id,
          language: text.language,
          ...toColumns(textFields, text),
        })),
      )
      .onConflict([`${name}_id`, 'language'])
      .merge()
  }
}

interface Row {
  id: string
  createdAt: Date
  updatedAt: Date
  translations: Text[] | null
}
