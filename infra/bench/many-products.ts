import { readFile } from 'node:fs/promises'
import { type Language, languages } from '@tsedra/contract/language'
import type { Db } from '@tsedra/database/connection'
import { type Dice, diceOf } from '../campaigns/dice.ts'

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
const cuts = ['слайси', 'чипси', 'кільця', 'стружка', 'пелюстки', 'кубики']
const BATCH = 100

interface ManyProducts {
  count: number
  /** How many there are already. */
  from?: number
  /** The picture of each; none when absent. */
  imageUrlOf?: (place: number) => string
}

/**
 * Products in three languages, as long as those of the demo catalogue and in its words, which chance has put together:
 * copied sentences would compress to nothing. In the categories that are there, else in ten new ones.
 */
export async function addProducts(db: Db, { count, from: first = 0, imageUrlOf }: ManyProducts): Promise<void> {
  if (!(await db('categories').first('id')))
    await db.raw(`
      WITH c AS (INSERT INTO categories (slug, sort_order) SELECT 'category-' || n, n FROM generate_series(1, 10) n RETURNING id, slug)
      INSERT INTO category_translations (category_id, language, name)
      SELECT c.id, l, c.slug || ' ' || l FROM c, unnest('{ua,ru,en}'::text[]) l`)
  const categories = (await db('categories').orderBy('slug').select<{ id: string }[]>('id')).map(({ id }) => id)
  const vocabulary = await demoWords()
  const dice = diceOf(count)
  const beyond = first + count
  for (let from = first; from < beyond; from += BATCH) {
    const places = Array.from({ length: Math.min(BATCH, beyond - from) }, (_, each) => from + each)
    const added: { id: string }[] = await db('products').insert(
      places.map((place) => ({
        slug: `product-${place}`,
        category_id: categories[place % categories.length],
        price: (50 + ((place * 37) % 400) + (place % 100) / 100).toFixed(2),
        image_url: imageUrlOf?.(place),
        sort_order: place,
        is_featured: place % 50 === 0,
      })),
      ['id'],
    )
    await db('product_translations').insert(
      added.flatMap(({ id }, each) =>
        languages.map((language) => {
          const place = places[each] ?? 0
          const text = (length: number) => wordsFor(length, vocabulary[language], dice)
          return {
            product_id: id,
            language,
            name: `${fruit[place % fruit.length]?.[language]} ${cuts[place % cuts.length]} ${place}`,
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

async function demoWords(): Promise<Record<Language, string[]>> {
  const { products } = JSON.parse(
    await readFile(new URL('../../api/seeds/catalogue.json', import.meta.url), 'utf8'),
  ) as { products: { translations: Partial<Record<Language, { description: string }>> }[] }
  const wordsIn = (language: Language) => [
    ...new Set(products.flatMap(({ translations }) => translations[language]?.description.split(' ') ?? [])),
  ]
  return { ua: wordsIn('ua'), ru: wordsIn('ru'), en: wordsIn('en') }
}

/** Words by chance, of about this many characters together. */
function wordsFor(length: number, words: readonly string[], dice: Dice): string {
  let text = dice.pick(words)
  while (text.length < length) text += ` ${dice.pick(words)}`
  return text
}
