import { parsePicture, SHARE_PREVIEW_SIZE } from '@tsedra/contract/picture'
import sharp, { type OverlayOptions } from 'sharp'
import { layOutCard, PICTURE_BOX } from './card-layout.ts'
import { loadLettering, PAPER } from './lettering.ts'
import type { ShareCard } from './share-card.ts'

/** Timeout of one drawing, in seconds. */
const DRAW_TIMEOUT_S = 5
/** Free space around a cutout, in pixels. */
const CUTOUT_MARGIN = 36

/**
 * Draws a card as a JPEG, because not every chat reads WebP. Its texts are outlines: the result is the same on every
 * machine, with fonts or without.
 *
 * @param picture file of the card's picture
 */
export async function drawCard(card: ShareCard, picture: Buffer | undefined): Promise<Buffer> {
  const texts = layOutCard(card, await loadLettering(), { hasPicture: picture !== undefined })
  const layers: OverlayOptions[] = picture ? [await placePicture(picture, isCutout(card))] : []
  return sharp({ create: { ...SHARE_PREVIEW_SIZE, channels: 3, background: PAPER } })
    .composite([...layers, { input: Buffer.from(texts) }])
    .jpeg({ quality: 82 })
    .timeout({ seconds: DRAW_TIMEOUT_S })
    .toBuffer()
}

const isCutout = ({ picture }: ShareCard): boolean => (picture ? (parsePicture(picture)?.cutout ?? false) : false)

/** Centres a cutout in the box of the picture; a photo fills it. */
async function placePicture(picture: Buffer, cutout: boolean): Promise<OverlayOptions> {
  const margin = cutout ? CUTOUT_MARGIN : 0
  const { data, info } = await sharp(picture)
    .resize(PICTURE_BOX.width - 2 * margin, PICTURE_BOX.height - 2 * margin, { fit: cutout ? 'inside' : 'cover' })
    .ensureAlpha()
    .raw()
    .timeout({ seconds: DRAW_TIMEOUT_S })
    .toBuffer({ resolveWithObject: true })
  return {
    input: data,
    raw: { width: info.width, height: info.height, channels: 4 },
    left: PICTURE_BOX.left + Math.round((PICTURE_BOX.width - info.width) / 2),
    top: PICTURE_BOX.top + Math.round((PICTURE_BOX.height - info.height) / 2),
  }
}
