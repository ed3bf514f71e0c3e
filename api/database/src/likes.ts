import type { Db } from './connection.ts'

/**
 * Corrects wrong like counts and returns how many they were. The catalogue publishes them like any other like
 * (infra/decisions/0022-favourites-and-cart.md).
 */
export async function recountLikes(db: Db): Promise<number> {
  return db.transaction(async (trx) => {
    // A concurrent like waits for the row lock, so the second statement counts every committed like.
    const { rows } = await trx.raw<{ rows: { id: string }[] }>(
      `SELECT p.id FROM products p
         LEFT JOIN (SELECT product_id, count(*) AS likes FROM product_likes GROUP BY product_id) l ON l.product_id = p.id
       WHERE p.likes_count <> coalesce(l.likes, 0) ORDER BY p.id FOR NO KEY UPDATE OF p`,
    )
    if (rows.length === 0) return 0
    await trx.raw(
      `UPDATE products
       SET likes_count = (SELECT count(*) FROM product_likes WHERE product_likes.product_id = products.id)
       WHERE id = ANY(?)`,
      [rows.map(({ id }) => id)],
    )
    return rows.length
  })
}
