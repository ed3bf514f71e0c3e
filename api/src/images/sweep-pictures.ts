import { parsePicture, sharePreviewPath, smallerRenditions } from '@tsedra/contract/picture'
import type { Db } from '@tsedra/database/connection'
import type { Log } from '@tsedra/service/log'
import { changeCatalogue } from '../catalogue/change-catalogue.ts'
import { completePictures } from './complete-pictures.ts'
import type { ImageStore } from './image-store.ts'
import { listExpiredOrphans, deleteOrphan, markForDeletion, markOrphans } from './picture-orphans.ts'

const SWEEP_MS = 3_600_000
const DAY_MS = 86_400_000

interface SweepDeps {
  db: Db
  store: ImageStore
}

/**
 * Deletes unused pictures: uploads after a day, published ones after seven (infra/decisions/0028-picture-uploads.md), and
 * completes those that a former release has published since the start. Safe in several processes at once.
 */
export function createSweep({ db, store }: SweepDeps): (now?: Date) => Promise<void> {
  return async (now = new Date()) => {
    for (const id of await store.incoming.listOlderThan(new Date(now.getTime() - DAY_MS)))
      await store.incoming.remove(id)

    const names = await store.names()
    const pictures = names.map((name) => `/media/${name}`).filter((address) => parsePicture(address))
    await db.transaction((trx) => markOrphans(trx, pictures))
    for (const address of await listExpiredOrphans(db)) await deletePicture(address)
    // mutation test: sweep-completes-pictures
    await completePictures(store)
  }

  /** Holds the lock on the catalogue to mark the picture, not during the calls to the store. */
  async function deletePicture(address: string): Promise<void> {
    const picture = parsePicture(address)
    if (!picture || !(await changeCatalogue(db, (trx) => markForDeletion(trx, address)))) return
    const smaller = smallerRenditions(address, picture.width).map(({ path }) => path)
    // The largest one is deleted first: when it exists, all of them exist.
    for (const path of [address, sharePreviewPath(address), ...smaller])
      await store.remove(path.slice('/media/'.length))
    await deleteOrphan(db, address)
  }
}

/** Sweeps once an hour. */
export function startSweeping({ log, ...deps }: SweepDeps & { log: Log }): Disposable {
  const sweep = createSweep(deps)
  const timer = setInterval(
    () => void sweep().catch((err: unknown) => log.warn({ err }, 'pictures: sweep failed')),
    SWEEP_MS,
  )
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
