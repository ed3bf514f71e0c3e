import type { Db } from '@tsedra/database/connection'

/** A few products to order; answers their ids. */
export async function createTestProducts(db: Db): Promise<string[]> {
  const names = ['Лимонні чипси', 'Чипси з лайма', 'Апельсинові чипси', 'Пелюстки троянди']
  const added = await db('products').insert(
    names.map((_, index) => ({ slug: `test-product-${index}`, price: `${100 + index}.05` })),
    ['id'],
  )
  await db('product_translations').insert(
    added.map(({ id }: { id: string }, index) => ({ product_id: id, language: 'ua', name: names[index] })),
  )
  return added.map(({ id }: { id: string }) => id)
}
