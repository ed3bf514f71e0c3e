import type { Db } from '@tsedra/database/connection'
import type { Knex } from 'knex'

/** Days that a picture stays which nothing shows: somebody may put it back. */
const ORPHAN_RETENTION_DAYS = 7

const usedPicturesSql = `
  SELECT image_url FROM products WHERE image_url IS NOT NULL
  UNION SELECT unnest(gallery_images) FROM products
  UNION SELECT image_url FROM categories WHERE image_url IS NOT NULL
`

/** Writes down since when nothing shows which of the published pictures, and forgets what is shown again or is gone. */
export async function markOrphans(trx: Knex.Transaction, pictures: readonly string[]): Promise<void> {
  await trx.raw(
    `DELETE FROM picture_orphans
     WHERE image_url IN (${usedPicturesSql}) OR (since > '-infinity' AND NOT image_url = ANY(?))`,
    [[...pictures]],
  )
  await trx.raw(
    `INSERT INTO picture_orphans (image_url) SELECT picture FROM unnest(?::text[]) AS picture
     WHERE picture NOT IN (${usedPicturesSql}) ON CONFLICT DO NOTHING`,
    [[...pictures]],
  )
}

/** Whose days are over, or whom an earlier sweep could not take away to the end. */
export async function listExpiredOrphans(db: Db): Promise<string[]> {
  return db('picture_orphans')
    .whereRaw('since < now() - make_interval(days => ?)', [ORPHAN_RETENTION_DAYS])
    .pluck<string[]>('image_url')
}

/**
 * From now on nobody may show it (`since` is `-infinity`), and it may be taken away; false when somebody wants it again.
 * To be called within changeCatalogue(): what is being saved is shown then.
 */
export async function markForDeletion(trx: Knex.Transaction, address: string): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: object[] }>(
    // mutation test: sweep-keeps-shown
    `UPDATE picture_orphans SET since = '-infinity'
     WHERE image_url = ? AND since < now() - make_interval(days => ?) AND image_url NOT IN (${usedPicturesSql}) RETURNING 1`,
    [address, ORPHAN_RETENTION_DAYS],
  )
  return rows.length > 0
}

/** It is taken away: an address of the same name is a new picture. */
export async function deleteOrphan(db: Db, address: string): Promise<void> {
  await db('picture_orphans').where({ image_url: address }).delete()
}

/** Whoever is about to show a picture has KEPT_DAYS from now on. `going`: it is being taken away. */
export async function extendRetention(db: Db, address: string): Promise<'shown' | 'not shown' | 'going'> {
  const { rows } = await db.raw<{ rows: { state: 'shown' | 'not shown' | 'going' }[] }>(
    // mutation test: sweep-renewed-on-use
    `WITH kept AS (
       UPDATE picture_orphans SET since = greatest(since, CASE WHEN since > '-infinity' THEN now() END)
       WHERE image_url = ? RETURNING since
     )
     SELECT CASE WHEN EXISTS (SELECT FROM kept WHERE since = '-infinity') THEN 'going'
       WHEN ? IN (${usedPicturesSql}) THEN 'shown' ELSE 'not shown' END AS state`,
    [address, address],
  )
  return rows[0]?.state ?? 'not shown'
}
