import type { Db } from '@tsedra/database/connection'
import type { Knex } from 'knex'

/** Days before an unused picture is deleted: staff may use it again. */
const ORPHAN_RETENTION_DAYS = 7

const usedPicturesSql = `
  SELECT image_url FROM products WHERE image_url IS NOT NULL
  UNION SELECT unnest(gallery_images) FROM products
  UNION SELECT image_url FROM categories WHERE image_url IS NOT NULL
  UNION SELECT coalesce(settings->>name, '') FROM shop_settings, unnest(ARRAY['logo', 'heroPicture']) AS name
`

/** Records since when published pictures are unused, and removes records of used or deleted pictures. */
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

/** Returns pictures past the retention, or whose deletion by an earlier sweep did not finish. */
export async function listExpiredOrphans(db: Db): Promise<string[]> {
  return db('picture_orphans')
    .whereRaw('since < now() - make_interval(days => ?)', [ORPHAN_RETENTION_DAYS])
    .pluck<string[]>('image_url')
}

/**
 * Marks a picture for deletion (`since` is `-infinity`), after which it cannot be used; returns false when it is in use
 * again. Runs within changeCatalogue(), which excludes a save at the same time.
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

/** Deletes the record of a deleted picture: the same address may be published again. */
export async function deleteOrphan(db: Db, address: string): Promise<void> {
  await db('picture_orphans').where({ image_url: address }).delete()
}

/** Restarts the retention of a picture that is about to be used. `going`: its deletion has begun. */
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
