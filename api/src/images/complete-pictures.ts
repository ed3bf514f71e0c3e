import { parsePicture, smallerRenditions } from '@tsedra/contract/picture'
import type { ImageStore } from './image-store.ts'

/**
 * Adds the renditions that published pictures lack: those that are newer than the picture. Run before a new release
 * serves requests and by the hourly sweep, so that every address has every rendition of the contract (infra/decisions/0007-pictures.md).
 *
 * @returns the number of completed pictures
 * @throws after the last picture, when some could not be completed
 */
export async function completePictures(store: ImageStore): Promise<number> {
  const incomplete = listIncomplete(await store.names())
  if (incomplete.length === 0) return 0
  // Few processes ever render a picture (infra/decisions/0016-process-footprint.md).
  const { completePicture } = await import('./publish-picture.ts')
  const errors: unknown[] = []
  for (const address of incomplete) await completePicture(store, address).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} pictures cannot be completed`)
  return incomplete.length
}

function listIncomplete(names: readonly string[]): string[] {
  const stored = new Set(names.map((name) => `/media/${name}`))
  return [...stored].filter((address) => {
    const picture = parsePicture(address)
    return picture && smallerRenditions(address, picture.width).some(({ path }) => !stored.has(path))
  })
}
