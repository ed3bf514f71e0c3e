import { SHARE_PREVIEW_SIZE } from '@tsedra/contract/picture'
import type { ShareCard } from './share-card.ts'
import { drawWordmark, type Face, INK, type Lettering, QUIET_INK, setText, type TextRun } from './lettering.ts'

const { width: WIDTH, height: HEIGHT } = SHARE_PREVIEW_SIZE
const MARGIN = 72
/** Width of the texts beside a picture, in pixels. */
const TEXT_WIDTH = 500
/** The box of the picture, from the right edge. */
export const PICTURE_BOX = { left: 612, top: 0, width: WIDTH - 612, height: HEIGHT } as const
const MARK_HEIGHT = 64
const PRICE_BASELINE = HEIGHT - MARGIN

/** Sizes of a title in pixels, the first that fits. */
const TITLE_SIZES = [84, 72, 62, 54, 46]
const MAX_TITLE_LINES = 4
const LINE_HEIGHT = 1.06

/** Returns the texts of a card as an SVG of outlines, to be laid over its background and picture. */
export function layOutCard(card: ShareCard, lettering: Lettering, { hasPicture }: { hasPicture: boolean }): string {
  const textWidth = hasPicture ? TEXT_WIDTH : WIDTH - 2 * MARGIN
  const faces: Faces = { serif: [lettering.serif, lettering.sans], sans: [lettering.sans, lettering.serif] }
  const title = fitTitle(card.title, faces.serif, textWidth)
  const height = title.lines.length * title.size * LINE_HEIGHT
  // The first baseline is below the top of the line by about the height of its ascenders.
  const top = (HEIGHT - height) / 2 + title.size * 0.8
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" fill="${INK}">`,
    drawBrand(card, lettering, faces),
    ...title.lines.map((line, index) => line.draw(MARGIN, top + index * title.size * LINE_HEIGHT)),
    drawPrice(card, faces),
    '</svg>',
  ].join('')
}

interface Faces {
  serif: readonly [Face, Face]
  sans: readonly [Face, Face]
}

/** Draws the built-in wordmark, or the name that the owner chose. */
function drawBrand({ brand }: ShareCard, { wordmarks }: Lettering, { serif }: Faces): string {
  if (!brand.wordmark) return truncate(brand.name, serif, 40, TEXT_WIDTH).draw(MARGIN, MARGIN + 40)
  return drawWordmark(wordmarks[brand.wordmark], { x: MARGIN, y: MARGIN - 8, width: TEXT_WIDTH, height: MARK_HEIGHT })
}

function drawPrice({ price, packageSize }: ShareCard, { sans }: Faces): string {
  if (!price) return ''
  const sum = setText(price, { face: sans, size: 52 })
  const size = packageSize ? setText(packageSize, { face: sans, size: 32 }) : undefined
  return [
    // The outlines have the regular weight: a stroke of a fortieth of the font size makes them bolder.
    `<g stroke="${INK}" stroke-width="25">${sum.draw(MARGIN, PRICE_BASELINE)}</g>`,
    size ? `<g fill="${QUIET_INK}">${size.draw(MARGIN + sum.width + 22, PRICE_BASELINE)}</g>` : '',
  ].join('')
}

/** Returns the lines of a title in the largest size that fits; in the smallest, the rest is cut off. */
function fitTitle(title: string, face: readonly [Face, Face], maxWidth: number): { size: number; lines: TextRun[] } {
  const smallest = TITLE_SIZES.at(-1) ?? 0
  for (const size of TITLE_SIZES) {
    const lines = wrap(title, (text) => setText(text, { face, size }).width, maxWidth)
    const isTooLong =
      lines.length > MAX_TITLE_LINES || lines.some((line) => setText(line, { face, size }).width > maxWidth)
    if (isTooLong && size !== smallest) continue
    const shown = lines.slice(0, MAX_TITLE_LINES)
    if (lines.length > MAX_TITLE_LINES) shown.push(`${shown.pop()} ${lines.slice(MAX_TITLE_LINES).join(' ')}`)
    return { size, lines: shown.map((line) => truncate(line, face, size, maxWidth)) }
  }
  return { size: smallest, lines: [] }
}

/** Breaks a text at spaces into lines of at most this width; a word that is wider has a line of its own. */
function wrap(text: string, measure: (text: string) => number, maxWidth: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/[ \n\t]+/).filter(Boolean)) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && measure(longer) <= maxWidth) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** Shortens a line to this width, with an ellipsis. */
function truncate(text: string, face: readonly [Face, Face], size: number, maxWidth: number): TextRun {
  const whole = setText(text, { face, size })
  if (whole.width <= maxWidth) return whole
  const characters = [...text]
  for (let length = characters.length - 1; length > 0; length -= 1) {
    const shorter = setText(`${characters.slice(0, length).join('').trimEnd()}…`, { face, size })
    if (shorter.width <= maxWidth) return shorter
  }
  return setText('…', { face, size })
}
