import { readFile } from 'node:fs/promises'
import { type Language, languages } from '@tsedra/contract/language'
import type { Db } from '@tsedra/database/connection'
import { type Random, createRandom } from './random.ts'

const fruit: Record<Language, string>[] = [
  { ua: 'Лимон', ru: 'Лимон', en: 'Lemon' },
  { ua: 'Лайм', ru: 'Лайм', en: 'Lime' },
  { ua: 'Апельсин', ru: 'Апельсин', en: 'Orange' },
  { ua: 'Ківі', ru: 'Киви', en: 'Kiwi' },
  { ua: 'Груша', ru: 'Груша', en: 'Pear' },
  { ua: 'Полуниця', ru: 'Клубника', en: 'Strawberry' },
  { ua: 'Ананас', ru: 'Ананас', en: 'Pineapple' },
  { ua: 'Троянда', ru: 'Роза', en: 'Rose' },
]
const cutNames = ['слайси', 'чипси', 'кільця', 'стружка', 'пелюстки', 'кубики']
const BATCH = 100

interface AddProductsOptions {
  count: number
  /** How many there are already. */
  startIndex?: number
  /** The picture of each; none when absent. */
  imageUrlOf?: (index: number) => string
}

/**
 * Products in three languages, as long as those of the demo catalogue and in its words, which chance has put together:
 * copied sentences would compress to nothing. In the categories that are there, else in ten new ones.
 */
export async function addProducts(db: Db, { count, startIndex = 0, imageUrlOf }: AddProductsOptions): Promise<void> {
  if (!(await db('categories').first('id')))
    await db.raw(`
      WITH c AS (INSERT INTO categories (slug, sort_order) SELECT 'category-' || n, n FROM generate_series(1, 10) n RETURNING id, slug)
      INSERT INTO category_translations (category_id, language, name)
      SELECT c.id, l, c.slug || ' ' || l FROM c, unnest('{ua,ru,en}'::text[]) l`)
  const categories = (await db('categories').orderBy('slug').select<{ id: string }[]>('id')).map(({ id }) => id)
  const vocabulary = await readDemoWords()
  const random = createRandom(count)
  const endIndex = startIndex + count
  for (let batchStart = startIndex; batchStart < endIndex; batchStart += BATCH) {
    const indexes = Array.from({ length: Math.min(BATCH, endIndex - batchStart) }, (_, offset) => batchStart + offset)
    const added: { id: string }[] = await db('products').insert(
      indexes.map((index) => ({
        slug: `product-${index}`,
        category_id: categories[index % categories.length],
        price: (50 + ((index * 37) % 400) + (index % 100) / 100).toFixed(2),
        image_url: imageUrlOf?.(index),
        sort_order: index,
        is_featured: index % 50 === 0,
      })),
      ['id'],
    )
    await db('product_translations').insert(
      added.flatMap(({ id }, offset) =>
        languages.map((language) => {
          const index = indexes[offset] ?? 0
          const text = (length: number) => generateText(length, vocabulary[language], random)
          return {
            product_id: id,
            language,
            name: `${fruit[index % fruit.length]?.[language]} ${cutNames[index % cutNames.length]} ${index}`,
            short_description: text(70),
            description: text(280),
            seo_title: text(55),
            seo_description: text(120),
          }
        }),
      ),
    )
  }
}

async function readDemoWords(): Promise<Record<Language, string[]>> {
  const { products } = JSON.parse(
    await readFile(new URL('../../api/seeds/catalogue.json', import.meta.url), 'utf8'),
  ) as { products: { translations: Partial<Record<Language, { description: string }>> }[] }
  const collectWords = (language: Language) => [
    ...new Set(products.flatMap(({ translations }) => translations[language]?.description.split(' ') ?? [])),
  ]
  return { ua: collectWords('ua'), ru: collectWords('ru'), en: collectWords('en') }
}

/** Words by chance, of about this many characters together. */
function generateText(length: number, words: readonly string[], random: Random): string {
  let text = random.pick(words)
  while (text.length < length) text += ` ${random.pick(words)}`
  return text
}
