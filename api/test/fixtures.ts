import { randomUUID } from 'node:crypto'
import { languages } from '@tsedra/contract/language'
import type { Db } from '@tsedra/database/connection'

interface CategoryRow {
  slug?: string
  sort_order?: number
  is_active?: boolean
}

/** Inserts a category with names in three languages; returns its id. */
export async function createTestCategory(
  db: Db,
  { slug = `citrus-${randomUUID().slice(0, 8)}`, ...row }: CategoryRow = {},
): Promise<string> {
  const [added] = await db('categories').insert({ slug, ...row }, ['id'])
  await db('category_translations').insert([
    { category_id: added.id, language: 'ua', name: 'Цитрусові чипси', description: 'Кружальця' },
    { category_id: added.id, language: 'ru', name: 'Цитрусовые чипсы' },
    { category_id: added.id, language: 'en', name: 'Citrus chips' },
  ])
  return added.id
}

/** Inserts a drink with the name and the language's code as its names; returns its id. */
export async function createTestDrink(
  db: Db,
  { slug, name = slug, ...row }: { slug: string; name?: string; is_active?: boolean; sort_order?: number },
): Promise<string> {
  const [added] = await db('drinks').insert({ slug, ...row }, ['id'])
  await db('drink_translations').insert(
    languages.map((language) => ({ drink_id: added.id, language, name: `${name} ${language}`, reason: null })),
  )
  return added.id
}

interface ProductRow {
  id?: string
  slug?: string
  category_id?: string | null
  price?: string
  available_packages?: string[]
  is_active?: boolean
  is_featured?: boolean
  sort_order?: number
  likes_count?: number
  drinks?: string[]
  slices_per_50g?: number
  created_at?: Date
  /** Names by language; by default in three languages. */
  names?: Partial<Record<'ua' | 'ru' | 'en', string>>
}

const lemon = { ua: 'Лимонні чипси', ru: 'Лимонные чипсы', en: 'Lemon chips' }

/** Inserts an active product; returns its id. */
export async function createTestProduct(
  db: Db,
  { slug = `lemon-${randomUUID().slice(0, 8)}`, price = '119.00', names = lemon, ...row }: ProductRow = {},
): Promise<string> {
  const [added] = await db('products').insert({ slug, price, likes_shown: row.likes_count ?? 0, ...row }, ['id'])
  await db('product_translations').insert(
    Object.entries(names).map(([language, name]) => ({
      product_id: added.id,
      language,
      name,
      short_description: `${name}.`,
    })),
  )
  return added.id
}
