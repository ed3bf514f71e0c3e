import { MAX_CART_LINES } from '@tsedra/contract/cart'
import { MAX_LINE_QUANTITY } from '@tsedra/contract/order-lines'
import type { PackageSize } from '@tsedra/contract/packages'
import type { Db } from '@tsedra/database/connection'
import type { StoredLine } from '@tsedra/database/orders'
import type { Knex } from 'knex'

export interface CartLine {
  id: string
  productId: string
  packageSize: PackageSize
  quantity: number
}

/** Returns an account's cart, in the order of adding. */
export async function readCartLines(db: Db, userId: string): Promise<CartLine[]> {
  return db('cart_items')
    .where({ user_id: userId })
    .orderBy(['created_at', 'id'])
    .select<CartLine[]>('id', 'product_id as productId', 'package_size as packageSize', 'quantity')
}

/**
 * Adds to the line of this product and package, or inserts it.
 *
 * One statement computes the sum, so concurrent additions all count. Locking the account's row serialises the count of
 * lines too.
 */
export async function addCartLine(
  db: Db,
  userId: string,
  { productId, packageSize, quantity }: Omit<CartLine, 'id'>,
): Promise<'added' | 'unavailable' | 'full'> {
  return db.transaction(async (trx) => {
    await trx('users').where({ id: userId }).forNoKeyUpdate().first('id')
    const { rows } = await trx.raw<{ rows: unknown[] }>(addLineSql, [
      userId,
      packageSize,
      quantity,
      productId,
      packageSize,
      userId,
      productId,
      packageSize,
      MAX_CART_LINES,
    ])
    if (rows.length > 0) return 'added'
    const lines = await trx('cart_items').where({ user_id: userId }).count('*', { as: 'lines' }).first()
    return Number(lines?.['lines']) >= MAX_CART_LINES ? 'full' : 'unavailable'
  })
}

/**
 * Sets a line's quantity, 99 at most; deletes the line at zero or less. Returns false when the account has no such
 * line.
 */
export async function setCartLineQuantity(db: Db, userId: string, id: string, quantity: number): Promise<boolean> {
  const line = db('cart_items').where({ id, user_id: userId })
  const changed =
    quantity <= 0
      ? await line.delete()
      : await line.update({ quantity: Math.min(quantity, MAX_LINE_QUANTITY), updated_at: db.fn.now() })
  return changed > 0
}

export async function clearCartLines(db: Db, userId: string): Promise<void> {
  await db('cart_items').where({ user_id: userId }).delete()
}

/**
 * Removes the ordered quantities from an account's cart; a quantity beyond the order stays.
 *
 * Locks the lines first: a concurrent addition is counted, or waits.
 */
export async function removeOrderedLines(
  trx: Knex.Transaction,
  userId: string,
  ordered: readonly Omit<StoredLine, 'names' | 'slug' | 'unitPrice'>[],
): Promise<void> {
  const lines = JSON.stringify(
    ordered.map(({ productId, packageSize, quantity }) => ({
      product_id: productId,
      package_size: packageSize,
      quantity,
    })),
  )
  await trx('cart_items').where({ user_id: userId }).orderBy('id').forUpdate().select('id')
  await trx.raw(removeOrderedSql, [lines, userId, userId])
}

// mutation test: cart-keeps-extra-quantity
const removeOrderedSql = `
  WITH ordered AS (
    SELECT product_id, package_size, sum(quantity)::int AS quantity
    FROM json_to_recordset(?::json) AS l(product_id uuid, package_size text, quantity int) GROUP BY 1, 2
  ), gone AS (
    DELETE FROM cart_items line USING ordered
    WHERE line.user_id = ? AND (line.product_id, line.package_size) = (ordered.product_id, ordered.package_size)
      AND line.quantity <= ordered.quantity
  )
  UPDATE cart_items line SET quantity = line.quantity - ordered.quantity, updated_at = now() FROM ordered
  WHERE line.user_id = ? AND (line.product_id, line.package_size) = (ordered.product_id, ordered.package_size)
    AND line.quantity > ordered.quantity
`

const addLineSql = `
  INSERT INTO cart_items AS line (user_id, product_id, package_size, quantity)
  SELECT ?::uuid, p.id, ?::text, ?::int
  FROM products p LEFT JOIN categories c ON c.id = p.category_id
  WHERE p.id = ? AND p.is_active AND coalesce(c.is_active, true) AND ?::text = ANY(p.packages)
    AND (SELECT count(*) FROM cart_items
         WHERE user_id = ? AND (product_id, package_size) IS DISTINCT FROM (?::uuid, ?::text)) < ?
  ON CONFLICT (user_id, product_id, package_size)
    DO UPDATE SET quantity = least(${MAX_LINE_QUANTITY}, line.quantity + excluded.quantity), updated_at = now()
  RETURNING 1
`
