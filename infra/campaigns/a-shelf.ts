import type { Db } from '@tsedra/database/connection'

/** A few products to order; answers their ids. */
export async function aShelf(db: Db): Promise<string[]> {
  const names = ['Лимонні чипси', 'Чипси з лайма', 'Апельсинові чипси', 'Пелюстки троянди']
  const added = await db('products').insert(
    names.map((_, place) => ({ slug: `shelf-${place}`, price: `${100 + place}.05` })),
    ['id'],
  )
  await db('product_translations').insert(
    added.map(({ id }: { id: string }, place) => ({ product_id: id, language: 'ua', name: names[place] })),
  )
  return added.map(({ id }: { id: string }) => id)
}
