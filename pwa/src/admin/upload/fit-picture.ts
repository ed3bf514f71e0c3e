import { MAX_PICTURE_BYTES } from '@tsedra/contract/uploads'

/** Limits of the server, in pixels (infra/decisions/0028-picture-uploads.md). */
const MAX_PIXELS = 25_000_000
const MAX_AVIF_PIXELS = 8_000_000
/** Longest side in pixels and quality of each attempt; the shop shows at most 1200 pixels. */
const attempts = [
  { side: 2400, quality: 0.9 },
  { side: 1800, quality: 0.8 },
  { side: 1200, quality: 0.7 },
] as const

export class FitError extends Error {
  override readonly name = 'FitError'
  readonly code: 'notAPicture' | 'notShrunk'

  constructor(code: FitError['code'], cause?: unknown) {
    super(code, { cause })
    this.code = code
  }
}

/**
 * Returns the picture as it is, or a smaller copy when it exceeds a limit of the server: upright, without metadata, and
 * with its transparency.
 *
 * @throws FitError
 */
export async function fitPicture(file: Blob): Promise<Blob> {
  const bitmap = await decode(file)
  try {
    const maxPixels = file.type === 'image/avif' ? MAX_AVIF_PIXELS : MAX_PIXELS
    if (file.size <= MAX_PICTURE_BYTES && bitmap.width * bitmap.height <= maxPixels) return file
    // A JPEG has no transparency. Browsers that cannot write WebP write PNG.
    const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp'
    for (const { side, quality } of attempts) {
      const smaller = await encode(bitmap, side, type, quality)
      // mutation test: shrunk-picture-fits
      if (smaller && smaller.size <= MAX_PICTURE_BYTES) return smaller
    }
  } finally {
    bitmap.close()
  }
  throw new FitError('notShrunk')
}

/** Decodes the picture upright: the orientation of the camera is applied. */
async function decode(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch (cause) {
    // A large picture may be too much for the memory of this device.
    throw new FitError(file.size > MAX_PICTURE_BYTES ? 'notShrunk' : 'notAPicture', cause)
  }
}

/** Returns null when this device cannot draw or encode the picture. */
async function encode(bitmap: ImageBitmap, side: number, type: string, quality: number): Promise<Blob | null> {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return null
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality))
}
