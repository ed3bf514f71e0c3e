import type { Db } from '@tsedra/database/connection'

const fruit: [string, string, string][] = [
  ['Лимон', 'Лимон', 'Lemon'],
  ['Лайм', 'Лайм', 'Lime'],
  ['Апельсин', 'Апельсин', 'Orange'],
  ['Ківі', 'Киви', 'Kiwi'],
  ['Груша', 'Груша', 'Pear'],
  ['Полуниця', 'Клубника', 'Strawberry'],
  ['Ананас', 'Ананас', 'Pineapple'],
  ['Троянда', 'Роза', 'Rose'],
]
const cuts = ['слайси', 'чипси', 'кільця', 'стружка', 'пелюстки', 'кубики']

/** 1,000 products in three languages in ten categories, with texts of everyday length. */
export async function addThousandProducts(db: Db): Promise<void> {
  await db.raw(`
    WITH c AS (INSERT INTO categories (slug, sort_order) SELECT 'category-' || n, n FROM generate_series(1, 10) n RETURNING id, slug)
    INSERT INTO category_translations (category_id, language, name)
    SELECT c.id, l, c.slug || ' ' || l FROM c, unnest('{ua,ru,en}'::text[]) l`)
  const categories = (await db('categories').select<{ id: string }[]>('id')).map(({ id }) => id)
  for (let batch = 0; batch < 10; batch++) {
    const places = Array.from({ length: 100 }, (_, each) => batch * 100 + each)
    const added = await db('products').insert(
      places.map((place) => ({
        slug: `product-${place}`,
        category_id: categories[place % categories.length],
        price: (50 + ((place * 37) % 400) + (place % 100) / 100).toFixed(2),
        sort_order: place,
        is_featured: place % 50 === 0,
      })),
      ['id'],
    )
    await db('product_translations').insert(
      added.flatMap(({ id }: { id: string }, each) => {
        const names = fruit[(places[each] ?? 0) % fruit.length] ?? ['', '', '']
        const cut = cuts[(places[each] ?? 0) % cuts.length]
        return (['ua', 'ru', 'en'] as const).map((language, of) => ({
          product_id: id,
          language,
          name: `${names[of]} ${cut} ${places[each]}`,
          short_description: `${names[of]}: рівні сушені зрізи для коктейлів, десертів і сирних дощок.`,
          description: `${names[of]} ${cut}. `.repeat(12),
        }))
      }),
    )
  }
}
