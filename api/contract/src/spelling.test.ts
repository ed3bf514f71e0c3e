import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normaliseSpelling } from './spelling.ts'

const alphabets = [
  'абвгґдеєжзиіїйклмнопрстуфхцчшщьюяАҐЄЇЩЮЯ',
  'ёъыэЁЪЫЭ',
  'abcdefghijklmnopqrstuvwxyzABCXYZéñüßłø',
  '0123456789',
  ' -.,:;!?\'’ʼ`"«»()[]{}&%/\\',
]
const character = fc.oneof(
  ...alphabets.map((alphabet) => fc.constantFrom(...alphabet)),
  fc.constantFrom('🍋', '🍋‍🟩', '🌶️', '\u0301', '\u0306', '\u200d'),
)

test('normalising a spelling twice returns the same as once', () => {
  fc.assert(
    fc.property(fc.string({ unit: character, maxLength: 24 }), (text) => {
      const once = normaliseSpelling(text)
      expect(normaliseSpelling(once)).toBe(once)
    }),
    { numRuns: 5000 },
  )
})
