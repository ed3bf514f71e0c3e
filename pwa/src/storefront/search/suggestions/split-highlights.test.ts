import { findHighlights } from '@tsedra/contract/search'
import { expect, test } from 'vitest'
import { splitHighlights } from './split-highlights.ts'

test('a text is split into matched and other parts', () => {
  expect(splitHighlights('Лимонні чипси', findHighlights('Лимонні чипси', 'лим'))).toEqual([
    { text: 'Лим', isMatch: true },
    { text: 'онні чипси', isMatch: false },
  ])
  expect(
    splitHighlights('a b c', [
      [0, 1],
      [4, 5],
    ]),
  ).toEqual([
    { text: 'a', isMatch: true },
    { text: ' b ', isMatch: false },
    { text: 'c', isMatch: true },
  ])
})

test('a text without a match is one part', () => {
  expect(splitHighlights('Лаванда', [])).toEqual([{ text: 'Лаванда', isMatch: false }])
  expect(splitHighlights('', [])).toEqual([])
})
