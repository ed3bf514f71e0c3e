import { parsePackage } from '@tsedra/contract/packages'
import type { FieldKind } from '@tsedra/contract/product-fields'

/** Slugs of categories by id, and ids by slug: a table names a category by its slug. */
export interface CategoryKeys {
  slugs: ReadonlyMap<string, string>
  ids: ReadonlyMap<string, string>
}

interface CellFormat {
  /** Returns the cell of a stored value. */
  format: (value: unknown, categories: CategoryKeys) => string
  /** Returns the value of a cell; undefined leaves the field unchanged. What fits no schema is returned as it is. */
  parse: (cell: string, categories: CategoryKeys) => unknown
}

export const splitWords = (cell: string): string[] => cell.split(/\s+/).filter(Boolean)

const yes = ['1', '+', 'true', 'yes', 'так', 'да']
const no = ['0', '-', 'false', 'no', 'ні', 'нет']

/** Returns a boolean for the usual spellings, otherwise the cell, which the schema rejects. */
function parseBoolean(cell: string): boolean | string {
  const word = cell.toLowerCase()
  return yes.includes(word) || (no.includes(word) ? false : cell)
}

/** Returns a number, otherwise the cell, which the schema rejects. */
const parseInteger = (cell: string): number | string => (/^-?\d+$/.test(cell) ? Number(cell) : cell)

/** Wraps a parser so that an empty cell leaves the field unchanged. */
const unlessEmpty = (parse: (cell: string) => unknown) => (cell: string) => (cell === '' ? undefined : parse(cell))
const formatText = (value: unknown) => String((value as string | number | null) ?? '')
const formatWords = (value: unknown) => (value as readonly string[]).join(' ')

/** Prices of packages as `100г=214,00 1кг=1500,00`. */
const formatPrices = (value: unknown) =>
  Object.entries(value as Record<string, string>)
    .map(([size, price]) => `${size}=${price.replace('.', ',')}`)
    .join(' ')
const parsePrices = (cell: string) =>
  Object.fromEntries(
    splitWords(cell).map((word) => {
      const [size = '', price = ''] = word.split('=')
      return [parsePackage(size) ?? size, price]
    }),
  )

/** How each kind of field is written to CSV and read from it. */
export const cellFormats: Record<FieldKind, CellFormat> = {
  slug: { format: formatText, parse: unlessEmpty((cell) => cell) },
  category: {
    format: (id, { slugs }) => slugs.get(formatText(id)) ?? '',
    parse: (slug, { ids }) => ids.get(slug) ?? null,
  },
  // A comma, as in Ukrainian.
  price: { format: (price) => formatText(price).replace('.', ','), parse: (cell) => cell },
  flag: { format: (value) => (value ? '1' : '0'), parse: unlessEmpty(parseBoolean) },
  integer: { format: formatText, parse: unlessEmpty(parseInteger) },
  count: { format: formatText, parse: (cell) => (cell === '' ? null : parseInteger(cell)) },
  packages: { format: formatWords, parse: unlessEmpty((cell) => splitWords(cell.replaceAll(/[,|]/g, ' '))) },
  packagePrices: { format: formatPrices, parse: parsePrices },
  picture: { format: formatText, parse: (cell) => cell || null },
  gallery: { format: formatWords, parse: splitWords },
  drinks: { format: formatWords, parse: splitWords },
}
