import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Font, openSync } from 'fontkit'
import type { Face, Lettering, Wordmark } from './lettering.ts'

const pageDirectory = new URL('../../../pwa/src/shared/', import.meta.url)

/**
 * Writes the outlines of the page's fonts and wordmarks to lettering.json: run it after a change of a font. The fonts are
 * WOFF2, which no library of the servers reads; fontkit is needed by this script only.
 */
export async function writeLettering(): Promise<void> {
  const lettering: Lettering = {
    serif: readFace(['alegreya-500-cyrillic', 'alegreya-500-figures', 'alegreya-500-latin']),
    sans: readFace(['onest-cyrillic', 'onest-latin', 'onest-hryvnia']),
    wordmarks: await readWordmarks(),
  }
  await writeFile(new URL('lettering.json', import.meta.url), `${JSON.stringify(lettering)}\n`)
}

/** As the page's stylesheet: figures of the height of capitals. */
const FEATURES = ['lnum', 'kern']

/** Merges the files of one face, each of which has other characters. A variable font is read in its default weight. */
function readFace(files: readonly string[]): Face {
  const face: Face = { glyphs: {}, kerning: {} }
  for (const file of files) {
    const font = openSync(fileURLToPath(new URL(`styles/fonts/${file}.woff2`, pageDirectory))) as Font
    const scale = 1_000 / font.unitsPerEm
    const characters = font.characterSet.map((codePoint) => String.fromCodePoint(codePoint))
    for (const character of characters) {
      const [glyph] = font.layout(character, FEATURES).glyphs
      if (glyph)
        face.glyphs[character] ??= [Math.round(glyph.advanceWidth * scale), buildOutline(glyph.path.commands, scale)]
    }
    for (const first of characters) {
      for (const second of characters) {
        const { glyphs, positions } = font.layout(first + second, FEATURES)
        const change = Math.round(((positions[0]?.xAdvance ?? 0) - (glyphs[0]?.advanceWidth ?? 0)) * scale)
        if (glyphs.length === 2 && change !== 0) face.kerning[first + second] = change
      }
    }
  }
  return face
}

const pathCommands: Record<string, string> = {
  moveTo: 'M',
  lineTo: 'L',
  quadraticCurveTo: 'Q',
  bezierCurveTo: 'C',
  closePath: 'Z',
}

/** Returns SVG path data, in which y grows downwards. */
const buildOutline = (commands: readonly { command: string; args: number[] }[], scale: number): string =>
  commands
    .map(({ command, args }) => {
      const lengths = args.map((length, index) => Math.round(length * scale * (index % 2 === 0 ? 1 : -1)) || 0)
      return (pathCommands[command] ?? '') + lengths.join(' ')
    })
    .join('')

/** View boxes as in pwa/src/shared/ui/Logo.tsx. */
const viewBoxes = { cyrillic: '24 -660 2700 980', latin: '0 -750 2860 1040' }

async function readWordmarks(): Promise<Lettering['wordmarks']> {
  const svg = await readFile(new URL('ui/wordmarks.svg', pageDirectory), 'utf8')
  const readWordmark = (id: keyof typeof viewBoxes): Wordmark => {
    const drawing = new RegExp(`<g id="${id}">(.*?)</g>`, 's').exec(svg)?.[1]
    const [outline, curl] = drawing?.match(/(?<= d=")[^"]*/g) ?? []
    if (!outline || !curl) throw new Error(`wordmarks.svg has no ${id}`)
    return { viewBox: viewBoxes[id], outline, curl }
  }
  return { cyrillic: readWordmark('cyrillic'), latin: readWordmark('latin') }
}
