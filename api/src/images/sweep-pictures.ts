import { pictureOf, renditionPath, sharedPath, smallerWidths } from '@tsedra/contract/picture'
import type { Db } from '@tsedra/database/connection'
import type { Log } from '@tsedra/service/log'
import type { Knex } from 'knex'
import { changeCatalogue } from '../catalogue/change-catalogue.ts'
import type { ImageStore } from './image-store.ts'

const SWEEP_MS = 3_600_000
const DAY_MS = 86_400_000
/** Days that a picture stays which nothing shows: somebody may put it back. */
const KEPT_DAYS = 7

interface SweepDeps {
  db: Db
  store: ImageStore
}

/**
 * What takes away pictures that nothing shows: sent ones after a day, published ones after seven
 * (infra/decisions/0028-uploads.md). Any number of processes may do it at once.
 */
export function createSweep({ db, store }: SweepDeps): (now?: Date) => Promise<void> {
  return async (now = new Date()) => {
    for (const id of await store.incoming.before(new Date(now.getTime() - DAY_MS))) await store.incoming.remove(id)

    const names = await store.names()
    const pictures = names.map((name) => `/media/${name}`).filter((address) => pictureOf(address))
    await db.transaction((trx) => mark(trx, pictures))
    const due = await db('picture_orphans')
      .whereRaw('since < now() - make_interval(days => ?)', [KEPT_DAYS])
      .pluck<string[]>('image_url')
    for (const address of due) await changeCatalogue(db, (trx) => takeAway(trx, address))
  }

  async function mark(trx: Knex.Transaction, pictures: string[]): Promise<void> {
    await trx.raw(`DELETE FROM picture_orphans WHERE image_url IN (${shown}) OR NOT image_url = ANY(?)`, [pictures])
    await trx.raw(
      `INSERT INTO picture_orphans (image_url) SELECT picture FROM unnest(?::text[]) AS picture
       WHERE picture NOT IN (${shown}) ON CONFLICT DO NOTHING`,
      [pictures],
    )
  }

  /** Nobody can put it back meanwhile: the catalogue is held. */
  async function takeAway(trx: Knex.Transaction, address: string): Promise<void> {
    const { rows } = await trx.raw<{ rows: object[] }>(
      `DELETE FROM picture_orphans WHERE image_url = ? AND image_url NOT IN (${shown}) RETURNING 1`,
      [address],
    )
    const picture = pictureOf(address)
    if (rows.length === 0 || !picture) return
    const smaller = smallerWidths(picture.width).map((width) => renditionPath(address, width))
    // The largest one goes first: where it is, all of them are.
    for (const path of [address, sharedPath(address), ...smaller]) await store.remove(path.slice('/media/'.length))
  }
}

/** Sweeps once an hour. */
export function startSweeping({ log, ...deps }: SweepDeps & { log: Log }): Disposable {
  const sweep = createSweep(deps)
  const timer = setInterval(
    () => void sweep().catch((err: unknown) => log.warn({ err }, 'pictures: not swept')),
    SWEEP_MS,
  )
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

const shown = `
  SELECT image_url FROM products WHERE image_url IS NOT NULL
  UNION SELECT unnest(gallery_images) FROM products
  UNION SELECT image_url FROM categories WHERE image_url IS NOT NULL
`
