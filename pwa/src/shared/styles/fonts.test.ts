import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

test('order numbers are invisible until their font has loaded, and have no characters outside it', () => {
  const family = /^\.order-number \{ font-family: ("[^"]+"), var\(--font-ui\)/m.exec(read('ui.css'))?.[1]
  const faces = [...read('fonts.css').matchAll(/@font-face \{[^}]+\}/g)].map(([face]) => face)
  const [face = '', ...others] = faces.filter((candidate) => candidate.includes(`font-family: ${family};`))

  expect(others).toEqual([])
  expect(face).toContain('font-display: block;')
  // The digits of hexadecimal numbers: api/contract/src/order-number.ts.
  expect(face).toContain('unicode-range: U+0030-0039, U+0041-0046;')
  // Loaded by every page in advance.
  expect(face).toContain('fonts/onest-latin.woff2')
  expect(read('../../../index.html')).toMatch(/rel="preload" href="\/src\/shared\/styles\/fonts\/onest-latin\.woff2"/)
})
