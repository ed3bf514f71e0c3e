import { readFile } from 'node:fs/promises'

/** Colours of the light page (pwa/src/shared/styles/tokens.css), without variables: an image has no stylesheet. */
export const PAPER = '#f8f2e7'
export const INK = '#23180e'
export const QUIET_INK = '#594b3c'
const ZEST = '#f0891b'

/** Outlines of the shop's fonts, drawn by write-lettering.ts, so that a picture depends on no font of the machine. */
export interface Lettering {
  serif: Face
  sans: Face
  /** The wordmarks of the built-in names. */
  wordmarks: Record<'cyrillic' | 'latin', Wordmark>
}

/** Lengths are in thousandths of the font size; outlines are SVG path data, with the baseline at 0. */
export interface Face {
  /** Advance width and outline, by character. */
  glyphs: Record<string, [advance: number, outline: string]>
  /** Change of the first character's advance width, by pair of characters. */
  kerning: Record<string, number>
}

export interface Wordmark {
  viewBox: string
  outline: string
  /** The curl of zest below it: a line. */
  curl: string
}

let lettering: Promise<Lettering> | undefined

/** Reads the outlines once; few processes ever draw a card. */
export function loadLettering(): Promise<Lettering> {
  lettering ??= readFile(new URL('lettering.json', import.meta.url), 'utf8').then(
    (json) => JSON.parse(json) as Lettering, // written by write-lettering.ts
    (error: unknown) => {
      lettering = undefined
      throw error
    },
  )
  return lettering
}

export interface TextRun {
  /** In pixels. */
  width: number
  /** SVG of the text with its first baseline point at (x, y). */
  draw(x: number, y: number): string
}

/** Returns a line of text as outlines. Characters that neither face has are left out. */
export function setText(text: string, { face, size }: { face: readonly [Face, Face]; size: number }): TextRun {
  const scale = size / 1_000
  let advance = 0
  let previous: { character: string; face: Face } | undefined
  const placed: [x: number, outline: string][] = []
  for (const character of text.normalize('NFC')) {
    const match = findGlyph(character, face)
    if (!match) continue
    const [width, outline] = match.glyph
    if (previous?.face === match.face) advance += match.face.kerning[previous.character + match.character] ?? 0
    placed.push([advance, outline])
    advance += width
    previous = match
  }
  return {
    width: advance * scale,
    draw: (x, y) => {
      const paths = placed.map(([at, outline]) =>
        outline ? `<path transform="translate(${at})" d="${outline}"/>` : '',
      )
      return `<g transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale})">${paths.join('')}</g>`
    },
  }
}

/** Returns SVG of a wordmark in a box, at its left edge. */
export function drawWordmark(
  { viewBox, outline, curl }: Wordmark,
  box: { x: number; y: number; width: number; height: number },
): string {
  const size = Object.entries({ ...box, viewBox }).map(([name, value]) => `${name}="${value}"`)
  const line = `<path d="${curl}" fill="none" stroke="${ZEST}" stroke-width="56" stroke-linecap="round"/>`
  return `<svg ${size.join(' ')} preserveAspectRatio="xMinYMid"><path d="${outline}" fill="${INK}"/>${line}</svg>`
}

/** Returns the glyph of a character: of the first face, else of the second, else of the character without its accent. */
function findGlyph(character: string, faces: readonly [Face, Face]) {
  for (const candidate of [character, character.normalize('NFD').charAt(0)]) {
    for (const face of faces) {
      const glyph = face.glyphs[candidate]
      if (glyph) return { character: candidate, face, glyph }
    }
  }
  return undefined
}
