import { createHash } from 'node:crypto'
import { parsePicture, SHARE_PREVIEW_SIZE, sharePreviewPath, smallerRenditions } from '@tsedra/contract/picture'
import sharp, { type Sharp } from 'sharp'
import type { ImageStore } from './image-store.ts'
import { detectPictureType } from './picture-type.ts'

// No picture is rendered twice: the libvips cache would only take memory.
sharp.cache(false)

/** Maximum width in pixels; larger pictures are scaled down. */
const MAX_WIDTH = 1200
/** Maximum number of pixels before decoding: a small file can decode to gigabytes. */
export const PIXEL_LIMIT = 25_000_000
/** The same for AVIF, whose decoder takes up to 26 bytes for each: 25 megapixels would be 600 MiB. */
export const AVIF_PIXEL_LIMIT = 8_000_000
/** Timeout of one rendering, in seconds. */
const RENDER_TIMEOUT_S = 10

/** Colour of the light page, behind transparent or narrow pictures in share previews. */
const BACKGROUND = '#f8f2e7'

/**
 * Phones show two or three pixels per point: higher quality is slower and invisible. Below an alpha quality of 75 soft
 * shadows get visible steps.
 */
const webpEncoding = { quality: 66, alphaQuality: 75, effort: 4, preset: 'photo' } as const
/**
 * Looks the same (SSIM) in about 60 % of the bytes. Effort 2 takes as long as WebP; 4 takes seven times as long and saves
 * 8 % (infra/decisions/0007-pictures.md).
 */
const avifEncoding = { quality: 50, effort: 2, chromaSubsampling: '4:2:0' } as const

/**
 * Re-encodes a picture without its metadata in up to five widths and stores them under the hash of the original.
 *
 * @returns the address of the largest one, `/media/<hash>-<width>x<height>[c].webp`, which implies the smaller ones
 *   (see @tsedra/contract/picture).
 * @throws errors of sharp: the picture is damaged, too large or takes too long
 */
export async function publishPicture(store: Pick<ImageStore, 'has' | 'put'>, original: Buffer): Promise<string> {
  const picture = await renderLargest(original)
  const { info, cutout } = picture
  const hash = createHash('sha256').update(original).digest('hex').slice(0, 20)
  const address = `/media/${hash}-${info.width}x${info.height}${cutout ? 'c' : ''}.webp`
  await storeRenditions(store, address, picture)
  return address
}

/** Adds the renditions of a published picture that a former release did not make, from its largest one. */
export async function completePicture(store: Pick<ImageStore, 'has' | 'put' | 'get'>, address: string): Promise<void> {
  const largest = await store.get(address.slice('/media/'.length))
  if (!largest) return
  const cutout = parsePicture(address)?.cutout ?? false
  await storeRenditions(store, address, { ...(await decodePixels(sharp(largest))), cutout })
}

/** Stores the renditions that the store does not have yet. */
async function storeRenditions(
  store: Pick<ImageStore, 'has' | 'put'>,
  address: string,
  { data, info, cutout }: Pixels,
): Promise<void> {
  const pixels = () => sharp(data, { raw: info }).timeout({ seconds: RENDER_TIMEOUT_S })
  const resize = (width: number) => (cutout ? pixels() : pixels().removeAlpha()).resize(width)

  const renditions: [path: string, draw: () => Promise<Buffer>][] = [
    ...smallerRenditions(address, info.width).map(({ path, width, type }): [string, () => Promise<Buffer>] => [
      path,
      () => (type === 'avif' ? resize(width).avif(avifEncoding) : resize(width).webp(webpEncoding)).toBuffer(),
    ]),
    [sharePreviewPath(address), () => renderSharePreview(pixels(), cutout)],
    // The largest one is written last: when it exists, all of them exist.
    [address, () => resize(info.width).webp(webpEncoding).toBuffer()],
  ]
  for (const [path, render] of renditions) {
    const name = path.slice('/media/'.length)
    if (!(await store.has(name))) await store.put(name, await render())
  }
}

/** Centres a cutout on the background; a photo fills it. */
function renderSharePreview(pixels: Sharp, cutout: boolean): Promise<Buffer> {
  return pixels
    .resize({ ...SHARE_PREVIEW_SIZE, fit: cutout ? 'contain' : 'cover', background: BACKGROUND })
    .flatten({ background: BACKGROUND })
    .jpeg({ quality: 80 })
    .toBuffer()
}

/** Returns the upright pixels of the largest rendition; a cutout is a picture with transparency. */
async function renderLargest(original: Buffer): Promise<Pixels> {
  // mutation test: avif-pixel-limit
  const limitInputPixels = detectPictureType(original) === 'avif' ? AVIF_PIXEL_LIMIT : PIXEL_LIMIT
  // mutation test: picture-pixel-limit, truncated-picture-refused
  const picture = sharp(original, { limitInputPixels, failOn: 'error' })
    .timeout({ seconds: RENDER_TIMEOUT_S })
    .autoOrient()
    .resize(MAX_WIDTH, undefined, { withoutEnlargement: true })
    .toColourspace('srgb')
  return decodePixels(picture)
}

interface Pixels {
  data: Buffer
  info: { width: number; height: number; channels: 4 }
  cutout: boolean
}

async function decodePixels(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  let cutout = false
  for (let at = 3; at < data.length && !cutout; at += 4) cutout = data[at] !== 255
  return { data, info: { width: info.width, height: info.height, channels: 4 as const }, cutout }
}
