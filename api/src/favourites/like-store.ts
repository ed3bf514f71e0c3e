import type { Db } from '@tsedra/database/connection'

export interface Like {
  liked: boolean
  likesCount: number
}

/**
 * Sets a like, or toggles it when `target` is absent; returns undefined for a product that is not sold.
 *
 * Locks the product's row, which serialises concurrent taps.
 */
export async function setLike(
  db: Db,
  userId: string,
  productId: string,
  target: boolean | undefined,
): Promise<Like | undefined> {
  return db.transaction(async (trx) => {
    const { rows } = await trx.raw<{ rows: { isSold: boolean; likesCount: number }[] }>(
      `SELECT p.is_active AND coalesce(c.is_active, true) AS "isSold", p.likes_count AS "likesCount"
       FROM products p LEFT JOIN categories c ON c.id = p.category_id WHERE p.id = ? FOR NO KEY UPDATE OF p`,
      [productId],
    )
    const [product] = rows
    if (!product) return undefined
    const like = { user_id: userId, product_id: productId }
    const isLiked = (await trx('product_likes').where(like).first('user_id')) !== undefined
    const liked = target ?? !isLiked
    if (liked === isLiked) return { liked, likesCount: product.likesCount }
    if (liked && !product.isSold) return undefined

    if (liked) await trx('product_likes').insert(like)
    else await trx('product_likes').where(like).delete()
    // A trigger has updated the count.
    const counted = await trx('products').where({ id: productId }).first<{ likes_count: number }>('likes_count')
    return { liked, likesCount: counted.likes_count }
  })
}

/** Returns the likes of an account, newest first. */
export async function readLikedIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db('product_likes')
    .where({ user_id: userId })
    .orderBy([{ column: 'created_at', order: 'desc' }, { column: 'product_id' }])
    .select<{ product_id: string }[]>('product_id')
  return rows.map(({ product_id }) => product_id)
}
