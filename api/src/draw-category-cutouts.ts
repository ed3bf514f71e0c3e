import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { seedsDirectory } from './demo-pictures.ts'

/** A product's cut-out in a category's picture: its centre, width and height in pixels, and its turn in degrees. */
type Piece = [product: string, x: number, y: number, size: number, degrees: number]

/** Size of a category's picture, in pixels. */
const WIDTH = 1200
const HEIGHT = 960
/** Room for the transparent corners of turned pieces: no layer may be larger than what it is composed on. */
const MARGIN = 300

/** Pieces of each category's picture, back to front. The heap leans to the lower right, where cards crop it. */
const heaps: Record<string, Piece[]> = {
  'citrus-chips': [
    ['pomelo-chips', 270, 690, 560, 200],
    ['grapefruit-chips', 930, 300, 620, 70],
    ['lemon-chips', 960, 720, 560, 30],
    ['blood-orange-chips', 480, 390, 620, 95],
    ['orange-chips', 660, 540, 760, 20],
    ['lime-chips', 330, 780, 380, 0],
  ],
  'orchard-fruit': [
    ['apple-chips', 380, 390, 660, 80],
    ['persimmon-chips', 880, 310, 640, 80],
    ['plum-slices', 900, 690, 580, 15],
    ['quince-chips', 450, 640, 680, 20],
    ['fig-slices', 680, 520, 460, 0],
    ['pear-chips', 190, 750, 440, -25],
  ],
  'tropical-fruit': [
    ['mango-slices', 850, 300, 620, 60],
    ['coconut-chips', 240, 690, 500, 40],
    ['kiwi-chips', 930, 650, 620, 10],
    ['dragon-fruit-chips', 420, 400, 680, 20],
    ['pineapple-flowers', 620, 590, 760, 10],
  ],
  'berries-flowers': [
    ['lavender-sprigs', 330, 320, 640, -35],
    ['rose-petals', 830, 310, 660, 40],
    ['cornflower-petals', 290, 700, 560, 20],
    ['hibiscus-flowers', 930, 690, 600, 10],
    ['strawberry-slices', 610, 560, 740, 15],
  ],
  'spices-rims': [
    ['rosemary-sprigs', 300, 360, 680, -45],
    ['cinnamon-sticks', 880, 300, 720, 15],
    ['chili-pods', 930, 690, 620, 60],
    ['ginger-chips', 330, 690, 540, 0],
    ['star-anise', 650, 560, 680, 10],
    ['juniper-berries', 250, 830, 320, 0],
  ],
  'bar-sets': [
    ['bloody-mary-set', 850, 310, 680, 30],
    ['gin-tonic-set', 370, 470, 760, -10],
    ['mulled-wine-set', 780, 600, 760, 0],
  ],
}

/** Composes the pictures of the categories from the cut-outs of their products. */
export async function drawCategoryCutouts(): Promise<void> {
  for (const [category, pieces] of Object.entries(heaps)) {
    const layers = await Promise.all(pieces.map(drawPiece))
    const heap = await sharp({
      create: { width: WIDTH + 2 * MARGIN, height: HEIGHT + 2 * MARGIN, channels: 4, background: '#0000' },
    })
      .composite(layers)
      .png()
      .toBuffer()
    await sharp(heap)
      .extract({ left: MARGIN, top: MARGIN, width: WIDTH, height: HEIGHT })
      .webp({ quality: 76, alphaQuality: 80, effort: 6 })
      .toFile(fileURLToPath(new URL(`images/category-${category}.webp`, seedsDirectory)))
  }
}

async function drawPiece([product, x, y, size, degrees]: Piece) {
  const { data, info } = await sharp(fileURLToPath(new URL(`images/cutout/${product}.webp`, seedsDirectory)))
    .resize(size, size)
    .rotate(degrees, { background: '#0000' })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { input: data, left: Math.round(MARGIN + x - info.width / 2), top: Math.round(MARGIN + y - info.height / 2) }
}
