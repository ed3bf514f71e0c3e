import { fileURLToPath } from 'node:url'
import { SHARE_PREVIEW_SIZE } from '@tsedra/contract/picture'
import sharp from 'sharp'
import { drawWordmark, loadLettering, PAPER } from './cards/lettering.ts'
import { seedsDirectory } from './demo-pictures.ts'

const iconsDirectory = new URL('../../pwa/public/icons/', import.meta.url)

/** The preview of pages without a picture, by the script of the built-in name. */
const files = { cyrillic: 'share.jpg', latin: 'share-en.jpg' } as const

/** Cutouts of products: left and top edge and size in pixels. */
const pieces: [product: string, left: number, top: number, size: number][] = [
  ['orange-chips', 594, 0, 606],
  ['blood-orange-chips', 84, 404, 190],
]
/** Box of the name, in pixels. */
const NAME_BOX = { x: 84, y: 150, width: 536, height: 220 }

/** Draws the wordmarks beside slices of fruit, for chats: with another name the API draws a card (cards/share-card.ts). */
export async function drawSharePreviews(): Promise<void> {
  const { wordmarks } = await loadLettering()
  const layers = await Promise.all(
    pieces.map(async ([product, left, top, size]) => {
      const file = fileURLToPath(new URL(`images/cutout/${product}.webp`, seedsDirectory))
      return { input: await sharp(file).resize(size, size).png().toBuffer(), left, top }
    }),
  )
  for (const script of ['cyrillic', 'latin'] as const) {
    const { width, height } = SHARE_PREVIEW_SIZE
    const name = drawWordmark(wordmarks[script], NAME_BOX)
    const input = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${name}</svg>`,
    )
    await sharp({ create: { ...SHARE_PREVIEW_SIZE, channels: 3, background: PAPER } })
      .composite([...layers, { input }])
      .jpeg({ quality: 80 })
      .toFile(fileURLToPath(new URL(files[script], iconsDirectory)))
  }
}
