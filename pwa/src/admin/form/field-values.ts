import { type CatalogueField, type FieldKind, namesOf } from '@tsedra/contract/product-fields'

/** What a form stores for each kind of field: input is text, null is empty text. */
interface ValueByKind {
  slug: string
  category: string
  price: string
  flag: boolean
  integer: string
  count: string
  packages: string[]
  packagePrices: Record<string, string>
  picture: string
  gallery: string[]
  drinks: string[]
}
type Fields = Record<string, Pick<CatalogueField, 'kind' | 'initial'>>
export type FieldValues<Defined extends Fields> = {
  -readonly [Name in keyof Defined]: ValueByKind[Defined[Name]['kind']]
}

/** Returns the form values of an entity, or those of a new one. */
export function toFieldValues<Defined extends Fields>(fields: Defined, entity: object | undefined) {
  const stored = entity as Record<string, unknown> | undefined
  const values = namesOf(fields).map((name) => {
    const { kind, initial } = fields[name] as Fields[string]
    // The server assigns an integer that is left out.
    return [name, toFormValue(stored ? stored[name] : kind === 'integer' ? '' : initial)]
  })
  return Object.fromEntries(values) as FieldValues<Defined>
}

function toFormValue(value: unknown): unknown {
  if (Array.isArray(value)) return [...(value as string[])]
  if (typeof value === 'object' && value !== null) return { ...value }
  return typeof value === 'number' ? String(value) : (value ?? '')
}

/** Returns form values as the contract's schemas accept them. */
export const toFieldInput = (fields: Fields, values: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const input = toInputValue(fields[name]?.kind, value)
      return input === undefined ? [] : [[name, input]]
    }),
  )

const omitEmptyTexts = (texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''))

/** Returns undefined for an empty slug or integer, which the server then assigns, and null for an empty count. */
function toInputValue(kind: FieldKind | undefined, value: unknown): unknown {
  if (kind === 'category') return value || null
  if (kind === 'packagePrices') return omitEmptyTexts(value as Record<string, string>)
  if (kind !== 'slug' && kind !== 'integer' && kind !== 'count') return value
  const text = (value as string).trim()
  if (text === '') return kind === 'count' ? null : undefined
  // mutation test: sort-order-validated
  return kind === 'slug' ? text : Number(text)
}
