/** A picture of ours, ready for `<img>`: sizes are in the name (infra/decisions/0007-pictures.md). */
export interface Picture {
  src: string
  srcSet: string
  /** The smallest rendition, which phones keep; undefined when the picture itself is no larger. */
  thumbnail: string | undefined
  width: number
  height: number
  /** Drawn on a transparent ground: it lies on a plate. Others fill the plate. */
  cutout: boolean
}

const widths = [320, 640, 1200] as const

const ownPicturePattern = /^(\/media\/[0-9a-f]{20}-(\d{1,4})x(\d{1,4})(c?))\.webp$/

/**
 * The path of one rendition. The largest is the address the shop stores (`/media/<hash>-1200x800.webp`, with a `c`
 * after the size for a cutout); the smaller ones stand beside it as `….640.webp` and `….320.webp`.
 */
export function renditionPath(largest: string, width: number): string {
  return largest.replace(/\.webp$/, `.${width}.webp`)
}

/** What chat previews show of a picture, beside it: a JPEG of SHARED pixels on the shop's own ground. */
export const sharePreviewPath = (largest: string): string => largest.replace(/\.webp$/, '.share.jpg')

/** Pixels of what chats and search engines show of an address: https://ogp.me */
export const SHARE_PREVIEW_SIZE = { width: 1200, height: 630 } as const

/** Widths below the largest in which a picture of this width exists. */
export function smallerWidths(width: number): number[] {
  return widths.filter((candidate) => candidate < width)
}

/** Undefined for an address that is not one of our own pictures: then only the address itself is known. */
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
