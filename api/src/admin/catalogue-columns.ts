import { languages } from '@tsedra/contract/language'
import { type CatalogueField, namesOf } from '@tsedra/contract/product-fields'
import { flattenTranslations } from './catalogue-entries.ts'

/** SQL, audit fields and rows of products, categories and drinks, derived from the field definitions of the contract. */

type Fields = Record<string, Pick<CatalogueField, 'column' | 'kind' | 'initial'>>
type TextFields = Record<string, { column: string }>

/** Returns a column as the wire has it: a price is text with two decimals. */
const columnSql = (alias: string, { column, kind }: Fields[string]) =>
  `${alias}.${column}${kind === 'price' ? '::text' : ''}`

/** Returns the select list: `p.category_id AS "categoryId", …`. */
export const selectListSql = (fields: Fields, alias: string): string =>
  Object.entries(fields)
    .map(([name, field]) => `${columnSql(alias, field)} AS "${name}"`)
    .join(', ')

/** Returns arguments of `json_build_object`: `'categoryId', p.category_id, …`. */
export const jsonPairsSql = (fields: Fields, alias: string): string =>
  Object.entries(fields)
    .map(([name, field]) => `'${name}', ${columnSql(alias, field)}`)
    .join(', ')

/** Returns a subquery with the texts of one product, category or drink, as JSON. */
export const translationsSql = (texts: TextFields, table: string, condition: string): string => {
  const pairs = Object.entries(texts).map(([name, { column }]) => `'${name}', t.${column}`)
  return `(SELECT json_agg(json_build_object('language', t.language, ${pairs.join(', ')})) FROM ${table} t WHERE ${condition})`
}

/** Returns the values of an entity by SQL column. */
export const toColumns = (fields: Fields | TextFields, values: object): Record<string, unknown> =>
  Object.fromEntries(namesOf(fields).map((name) => [fields[name]?.column, (values as Record<string, unknown>)[name]]))

/** Returns the values of a new entity whose request has none. */
export const initialValues = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, { initial }]) => [name, initial]))

/** Returns texts without content in every language; the name is never null. */
export const emptyTexts = (texts: TextFields): Record<string, string | null> =>
  Object.fromEntries(namesOf(texts).map((name) => [name, name === 'name' ? '' : null]))

/** Returns every field and text of an entity, flat, for comparing and for the audit log. */
export function toAuditFields(
  fields: Fields,
  values: object,
  translations: readonly { language: string }[],
): Record<string, unknown> {
  const byName = values as Record<string, unknown>
  const plain = Object.fromEntries(namesOf(fields).map((name) => [name, byName[name]]))
  return { ...plain, ...flattenTranslations(translations) }
}

interface Row<Text> {
  createdAt: Date
  updatedAt: Date
  translations: Text[] | null
}

/** Returns a row with ISO 8601 times and its translations in the order ua, ru, en. */
export function toEntity<Text extends { language: string }, Entity extends Row<Text>>(row: Entity) {
  const translations = row.translations ?? []
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    translations: languages.flatMap((language) => translations.filter((text) => text.language === language)),
  }
}
