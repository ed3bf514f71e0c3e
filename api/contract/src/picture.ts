/** A hosted picture, ready for `<img>`: sizes are part of the file name (infra/decisions/0007-pictures.md). */
export interface Picture {
  src: string
  srcSet: string
  /** The smallest rendition, which phones cache; undefined when the picture itself is no larger. */
  thumbnail: string | undefined
  width: number
  height: number
  /** Has a transparent background and is shown on a plate. Other pictures fill the plate. */
  cutout: boolean
}

const widths = [320, 640, 1200] as const

const ownPicturePattern = /^(\/media\/[0-9a-f]{20}-(\d{1,4})x(\d{1,4})(c?))\.webp$/

/**
 * Returns the path of one rendition. The shop stores the address of the largest (`/media/<hash>-1200x800.webp`, with a
 * `c` after the size for a cutout); the smaller ones have the suffixes `.640.webp` and `.320.webp`.
 */
export function renditionPath(largest: string, width: number): string {
  return largest.replace(/\.webp$/, `.${width}.webp`)
}

/** Returns the path of the preview for chats: a JPEG of SHARE_PREVIEW_SIZE on the shop's background colour. */
export const sharePreviewPath = (largest: string): string => largest.replace(/\.webp$/, '.share.jpg')

/** Size in pixels of the Open Graph image: https://ogp.me */
export const SHARE_PREVIEW_SIZE = { width: 1200, height: 630 } as const

/** Returns the widths of the smaller renditions of a picture of this width. */
export function smallerWidths(width: number): number[] {
  return widths.filter((candidate) => candidate < width)
}

/** Returns undefined for an address that is not a hosted picture: its sizes are unknown. */
export function parsePicture(imageUrl: string): Picture | undefined {
  const parts = ownPicturePattern.exec(imageUrl)
  if (!parts) return undefined
  const width = Number(parts[2])
  const smaller = smallerWidths(width)
  const renditions = smaller.map((renditionWidth) => `${renditionPath(imageUrl, renditionWidth)} ${renditionWidth}w`)
  return {
    src: imageUrl,
    srcSet: [...renditions, `${imageUrl} ${width}w`].join(', '),
    thumbnail: smaller[0] === undefined ? undefined : renditionPath(imageUrl, smaller[0]),
    width,
    height: Number(parts[3]),
    cutout: parts[4] === 'c',
  }
}
