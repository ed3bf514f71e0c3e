import { readFileSync } from 'node:fs'
import { htmlLang } from '@tsedra/contract/language'
import type { Page } from '@playwright/test'
import { expect, type Language, languages, test } from './fixtures.ts'

/** The largest difference in the number of lines; with the twins of Ukrainian, English texts differ by 1.9 to 3.8 %. */
const MAX_DIFFERENCE = 0.015

/** Widths of phones, in CSS pixels. */
const widths = Array.from({ length: 15 }, (_, index) => 320 + 8 * index)

const cyrillic = 'U+0301, U+0400-045F, U+0490-0491'
const latin = 'U+0020-00FF, U+2010-2026'

/** Files of the fonts of phones and computers. Arimo is Liberation Sans under its first name, as wide as Arial. */
const systemFonts = {
  Roboto: { 'roboto/files/roboto-cyrillic': cyrillic, 'roboto/files/roboto-latin': latin },
  Arial: { 'arimo/files/arimo-cyrillic': cyrillic, 'arimo/files/arimo-latin': latin },
  DejaVu: { 'dejavu-sans/files/dejavu-sans-latin': `${cyrillic}, ${latin}` },
}
type SystemFont = keyof typeof systemFonts

for (const language of languages) {
  test(`${language}: descriptions are as many lines in system fonts as in the font that replaces them`, async ({
    page,
  }) => {
    const texts = readDescriptions(language)
    expect(texts.length).toBeGreaterThan(80)
    for (const systemFont of Object.keys(systemFonts) as SystemFont[]) {
      const lines = await countLines(page, { language, systemFont, texts })
      const differing = sum(lines.map(({ own, twin }) => Math.abs(own - twin)))
      expect.soft(differing / sum(lines.map(({ own }) => own)), systemFont).toBeLessThanOrEqual(MAX_DIFFERENCE)
    }
  })
}

type Translated<Texts> = { translations: Partial<Record<Language, Partial<Texts>>> }[]
interface Catalogue {
  products: Translated<{ description: string }>
  categories: Translated<{ description: string }>
  drinks: Translated<{ reason: string }>
}

/** Every paragraph of the demo catalogue. */
function readDescriptions(language: Language): string[] {
  const { products, categories, drinks } = JSON.parse(read('../../api/seeds/catalogue.json').toString()) as Catalogue
  return [
    ...[...products, ...categories].map(({ translations }) => translations[language]?.description),
    ...drinks.map(({ translations }) => translations[language]?.reason),
  ].filter((text) => text !== undefined)
}

/** Returns the styles of the page with the twin of one system font, read from its files; the other ones are not installed. */
function createStyles(systemFont: SystemFont): string {
  const styles = ['fonts.css', 'tokens.css'].map((name) => read(`../src/shared/styles/${name}`).toString()).join('')
  return styles
    .replaceAll(/url\("(.+?)"\)/g, (_, path: string) => toDataUrl(`../src/shared/styles/${path}`))
    .replaceAll(/@font-face \{ font-family: "\w+ Fallback[^}]+\}/g, (twin) =>
      twin.includes(`"Onest Fallback ${systemFont}`) ? readFromFiles(twin, systemFont) : '',
    )
}

function readFromFiles(twin: string, systemFont: SystemFont): string {
  const faces = Object.entries(systemFonts[systemFont]).map(([name, range]) => {
    const source = toDataUrl(`../../node_modules/@fontsource/${name}-400-normal.woff2`)
    return twin.replace(/src: [^;]+;/, `src: ${source}; unicode-range: ${range};`)
  })
  return faces.join('')
}

interface Shown {
  language: Language
  systemFont: SystemFont
  texts: readonly string[]
}

/** Returns the number of lines of each text at each width, in the page's font and in its twin. */
async function countLines(
  page: Page,
  { language, systemFont, texts }: Shown,
): Promise<{ own: number; twin: number }[]> {
  // A font that is missing is so wide that the test fails.
  const showTexts = (font: string) =>
    `<section style="font: 400 1rem/20px var(${font}), monospace">${texts.map((text) => `<p>${text}</p>`).join('')}</section>`
  await page.setContent(
    `<html lang="${htmlLang[language]}"><style>${createStyles(systemFont)} * { margin: 0; text-wrap: pretty }</style>
      <body style="padding-inline: var(--gutter)">${showTexts('--font-ui')}${showTexts('--font-ui-twin')}</body>`,
  )
  const counts: { own: number; twin: number }[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const [own = [], twin = []] = await page.evaluate(async () => {
      await document.fonts.ready
      return [...document.querySelectorAll('section')].map(({ children }) =>
        [...children].map(({ clientHeight }) => clientHeight / 20),
      )
    })
    counts.push(...own.map((count, index) => ({ own: count, twin: twin[index] ?? 0 })))
  }
  return counts
}

const read = (path: string) => readFileSync(new URL(path, import.meta.url))
const toDataUrl = (path: string) => `url("data:font/woff2;base64,${read(path).toString('base64')}")`
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
