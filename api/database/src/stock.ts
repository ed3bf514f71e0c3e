import type { PackageSize } from '@tsedra/contract/packages'
import type { Stock } from '@tsedra/contract/stock'
import type { Knex } from 'knex'
import { type Actor, audit } from './audit.ts'
import type { Db } from './connection.ts'

/** SQL of the packages of product `p` that are not in stock, as JSON; null without any. Days may have passed. */
export const stockSql = `(
  SELECT json_object_agg(s.package_size, coalesce(s.back_on::text, 'out')) FROM product_stock s
  WHERE s.product_id = p.id AND s.package_size = ANY(p.packages))`

/** SQL of whether orders of packages that are not in stock are refused. */
export const refusesOrdersSql = `EXISTS (SELECT FROM stock_policy WHERE orders = 'refuse')`

export type ProductStock = Record<PackageSize, Stock>

interface StockChange {
  productId: string
  packageSize: PackageSize
  stock: Stock
}

/**
 * Sets the stock of a package and audits the change. Returns the stock of the product; `not_found` without the product,
 * `not_sold` for a package that it is not sold in.
 */
export async function setStock(
  trx: Knex.Transaction,
  actor: Actor,
  { productId, packageSize, stock }: StockChange,
): Promise<ProductStock | 'not_found' | 'not_sold'> {
  // The lock of every change of the catalogue comes first: api/src/catalogue/change-catalogue.ts.
  await trx('catalogue_version').forUpdate().select('version')
  const product = await readProductStock(trx, productId)
  if (!product) return 'not_found'
  if (!product.packages.includes(packageSize)) return 'not_sold'
  const before = product.stock[packageSize] ?? 'in'
  if (before === stock) return product.stock

  const { [packageSize]: _, ...others } = product.stock
  const row = { product_id: productId, package_size: packageSize }
  if (stock === 'in') await trx('product_stock').where(row).delete()
  else {
    await trx('product_stock')
      .insert({ ...row, back_on: stock === 'out' ? null : stock, updated_at: trx.fn.now() })
      .onConflict(['product_id', 'package_size'])
      .merge()
  }
  const field = `stock.${packageSize}`
  // mutation test: stock-change-audited
  await audit(trx, actor, {
    action: 'product.changed',
    id: productId,
    before: { [field]: before },
    after: { [field]: stock },
  })
  return stock === 'in' ? others : { ...others, [packageSize]: stock }
}

interface StockRow {
  packages: PackageSize[]
  stock: ProductStock | null
}

/** Returns the packages of a product and their stock. */
export async function readProductStock(
  db: Db,
  productId: string,
): Promise<{ packages: PackageSize[]; stock: ProductStock } | undefined> {
  const { rows } = await db.raw<{ rows: StockRow[] }>(
    `SELECT p.packages, ${stockSql} AS stock FROM products p WHERE p.id = ?`,
    [productId],
  )
  return rows[0] && { packages: rows[0].packages, stock: rows[0].stock ?? {} }
}
