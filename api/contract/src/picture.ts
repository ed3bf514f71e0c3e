/** A hosted picture, ready for `<picture>`: sizes are part of the file name (infra/decisions/0007-pictures.md). */
export interface Picture {
  src: string
  srcSet: string
  /** The same with the smaller AVIF files, for browsers that read them; undefined when there are none. */
  avifSrcSet: string | undefined
  /** The smallest rendition, which phones cache; undefined when the picture itself is no larger. */
  thumbnail: string | undefined
  width: number
  height: number
  /** Has a transparent background and is shown on a plate. Other pictures fill the plate. */
  cutout: boolean
}

const webpWidths = [320, 640]
/** Beside WebP. There is none of 320 px: phones cache those, and the former ones would be fetched again. */
const avifWidths = [480, 640, 960]

const ownPicturePattern = /^(\/media\/[0-9a-f]{20}-(\d{1,4})x(\d{1,4})(c?))\.webp$/

/**
 * Returns the path of one smaller rendition. The shop stores the address of the largest (`/media/<hash>-1200x800.webp`,
 * with a `c` after the size for a cutout); the smaller ones have suffixes such as `.640.webp` and `.960.avif`.
 */
export function renditionPath(largest: string, width: number, type: 'webp' | 'avif' = 'webp'): string {
  return largest.replace(/webp$/, `${width}.${type}`)
}

/** Returns the path of the preview for chats: a JPEG of SHARE_PREVIEW_SIZE on the shop's background colour. */
export const sharePreviewPath = (largest: string): string => largest.replace(/\.webp$/, '.share.jpg')

/** Size in pixels of the Open Graph image: https://ogp.me */
export const SHARE_PREVIEW_SIZE = { width: 1200, height: 630 } as const

export interface Rendition {
  path: string
  width: number
  type: 'webp' | 'avif'
}

/** Returns the smaller renditions of a picture of this width, in WebP and in AVIF. */
export const smallerRenditions = (largest: string, width: number): Rendition[] => [
  ...listRenditions(largest, width, 'webp'),
  ...listRenditions(largest, width, 'avif'),
]

const listRenditions = (largest: string, largestWidth: number, type: 'webp' | 'avif'): Rendition[] =>
  (type === 'webp' ? webpWidths : avifWidths)
    .filter((width) => width < largestWidth)
    .map((width) => ({ path: renditionPath(largest, width, type), width, type }))

const joinSrcSet = (renditions: readonly Pick<Rendition, 'path' | 'width'>[]): string =>
  renditions.map(({ path, width }) => `${path} ${width}w`).join(', ')

/** Returns undefined for an address that is not a hosted picture: its sizes are unknown. */
export function parsePicture(imageUrl: string): Picture | undefined {
  const parts = ownPicturePattern.exec(imageUrl)
  if (!parts) return undefined
  const width = Number(parts[2])
  const largest = { path: imageUrl, width }
  const webp = listRenditions(imageUrl, width, 'webp')
  const avif = listRenditions(imageUrl, width, 'avif')
  return {
    src: imageUrl,
    srcSet: joinSrcSet([...webp, largest]),
    avifSrcSet: avif.length > 0 ? joinSrcSet([...webp.slice(0, 1), ...avif, largest]) : undefined,
    thumbnail: webp[0]?.path,
    width,
    height: Number(parts[3]),
    cutout: parts[4] === 'c',
  }
}
