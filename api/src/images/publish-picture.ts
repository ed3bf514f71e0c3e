import { createHash } from 'node:crypto'
import { renditionPath, smallerWidths } from '@tsedra/contract/picture'
import sharp from 'sharp'
import type { ImageStore } from './image-store.ts'

/** Pixels wide at most; anything larger is scaled down. */
const WIDEST = 1200
/** Pixels at most before decoding: a small file can unfold into gigabytes. */
const PIXEL_LIMIT = 25_000_000

/** Phones show these pixels at two or three to a point: more quality is more waiting, and is not seen. */
const encoding = { quality: 66, alphaQuality: 80, effort: 3 }

/**
 * Re-encodes a picture without its metadata in up to three widths and stores them under the hash of the original.
 *
 * @returns the address of the largest one, `/media/<hash>-<width>x<height>[c].webp`; it tells size and the smaller ones
 *   (see @tsedra/contract/picture).
 */
export async function publishPicture(store: ImageStore, original: Buffer): Promise<string> {
  const picture = sharp(original, { limitInputPixels: PIXEL_LIMIT, failOn: 'error' }).rotate()
  const { width, height, hasAlpha } = await metadataOf(original)
  const largest = Math.min(width, WIDEST)
  const hash = createHash('sha256').update(original).digest('hex').slice(0, 20)
  const address = `/media/${hash}-${largest}x${Math.round((height * largest) / width)}${hasAlpha ? 'c' : ''}.webp`

  for (const [each, path] of [
    ...smallerWidths(largest).map((each) => [each, renditionPath(address, each)] as const),
    [largest, address] as const,
  ]) {
    const name = path.slice('/media/'.length)
    if (await store.has(name)) continue
    await store.put(name, await picture.clone().resize(each).webp(encoding).toBuffer())
  }
  return address
}

/** Size as shown, after the camera's rotation is applied. */
async function metadataOf(original: Buffer): Promise<{ width: number; height: number; hasAlpha: boolean }> {
  const { width, height, hasAlpha, autoOrient } = await sharp(original, { limitInputPixels: PIXEL_LIMIT }).metadata()
  return { width: autoOrient?.width ?? width, height: autoOrient?.height ?? height, hasAlpha }
}
