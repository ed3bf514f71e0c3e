import { expect, test } from 'vitest'
import { layOutCard, PICTURE_BOX } from './card-layout.ts'
import { loadLettering, setText } from './lettering.ts'
import type { ShareCard } from './share-card.ts'

const card: ShareCard = {
  title: 'Апельсинові чипси',
  price: '119,00\u00a0₴',
  packageSize: '50\u00a0г',
  picture: '/media/0123456789abcdef0123-1200x1200c.webp',
  brand: { name: 'Цедра', wordmark: 'cyrillic' },
}

test.each([
  ['Ukrainian', 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюяАБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯ’'],
  ['Russian', 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяЁЪЫЭ'],
  ['English', 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  ['money and punctuation', '0123456789,.;:!?()«»“”–—-/%&₴'],
])('the shop’s fonts have every character of %s', async (_what, characters) => {
  const { serif, sans } = await loadLettering()

  for (const face of [
    [serif, sans],
    [sans, serif],
  ] as const)
    for (const character of characters)
      expect(setText(character, { face, size: 100 }).width, character).toBeGreaterThan(0)
})

test('an accent that the fonts lack is left out, and an emoji too', async () => {
  const { serif, sans } = await loadLettering()
  const width = (text: string) => setText(text, { face: [serif, sans], size: 100 }).width

  expect(width('café')).toBe(width('cafe'))
  expect(width('лимон🍋')).toBe(width('лимон'))
})

test('pairs of characters are kerned', async () => {
  const { serif, sans } = await loadLettering()
  const width = (text: string) => setText(text, { face: [serif, sans], size: 100 }).width

  expect(width('AV')).toBeLessThan(width('A') + width('V'))
})

test.each([
  ['a short name', 'Лимон'],
  ['a long name', 'Набір прикрас для коктейлів «Мохіто, маргарита та інші кислі напої літнього вечора»'],
  ['a word that is wider than the card', 'Ж'.repeat(120)],
  ['hundreds of words', 'дуже '.repeat(300)],
])('%s stays beside the picture, between wordmark and price', async (_what, title) => {
  const svg = layOutCard({ ...card, title }, await loadLettering(), { hasPicture: true })

  const lines = [...svg.matchAll(/<g transform="translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)">(.*?)<\/g>/gs)]
  expect(lines.length).toBeGreaterThan(2)
  for (const [, x = '', y = '', scale = '', glyphs = ''] of lines) {
    const lastGlyph = Number([...glyphs.matchAll(/translate\(([\d.-]+)\)/g)].at(-1)?.[1])
    expect(Number(x) + lastGlyph * Number(scale)).toBeLessThan(PICTURE_BOX.left)
    expect(Number(y)).toBeGreaterThan(130)
    expect(Number(y)).toBeLessThanOrEqual(558)
  }
})

test('texts are outlines: no font of the machine is used, and no text is markup', async () => {
  const hostile = '</svg><script>alert(1)</script>'
  const brand = { name: `${hostile}`, wordmark: undefined }
  const svg = layOutCard({ ...card, title: hostile, brand }, await loadLettering(), { hasPicture: false })

  expect(svg).not.toMatch(/<text|font|script/)
})
