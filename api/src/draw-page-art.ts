import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { seedsDirectory } from './demo-pictures.ts'

const artDirectory = new URL('../../pwa/src/shared/art/', import.meta.url)

/** The page's decorations: file, product, width and height in pixels. */
const decorations: [file: string, product: string, size: number][] = [
  ['orange.avif', 'orange-chips', 900],
  ['orange-small.avif', 'orange-chips', 720],
  // For browsers that do not read AVIF.
  ['orange.webp', 'orange-chips', 900],
  ['blood-orange.webp', 'blood-orange-chips', 300],
  ['lime.webp', 'lime-chips', 240],
  ['grapefruit.webp', 'grapefruit-chips', 720],
]

/** Alpha of a cut-out's soft shadow, at most; more is the smooth edge of the fruit. */
const SHADOW_ALPHA = 150

/**
 * Draws the page's decorations from the cut-outs of products, without their shadow: the page casts one of its own, and
 * the steps of a compressed shadow are visible on a large picture.
 */
export async function drawPageArt(): Promise<void> {
  for (const [file, product, size] of decorations) {
    const { data, info } = await sharp(fileURLToPath(new URL(`images/cutout/${product}.webp`, seedsDirectory)))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    for (let at = 3; at < data.length; at += 4) {
      const alpha = data[at] ?? 0
      data[at] = alpha <= SHADOW_ALPHA ? 0 : Math.round(((alpha - SHADOW_ALPHA) / (255 - SHADOW_ALPHA)) * 255)
    }
    const fruit = await sharp(data, { raw: info }).trim({ background: '#0000' }).png().toBuffer()
    const resized = sharp(fruit).resize(size, size, { fit: 'contain', background: '#0000' })
    const encoded = file.endsWith('.avif')
      ? resized.avif({ quality: 45, effort: 6, chromaSubsampling: '4:2:0' })
      : resized.webp({ quality: 56, alphaQuality: 100, effort: 6, preset: 'photo' })
    await encoded.toFile(fileURLToPath(new URL(file, artDirectory)))
  }
}
