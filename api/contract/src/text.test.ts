import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newOrder } from './orders.ts'
import { text } from './text.ts'

const parse = (value: string, options?: Parameters<typeof text>[1]) => text(255, options).safeParse(value).data

test.each([
  ['zero-width space', '\u200b'],
  ['joiners and word joiner', '\u200c\u200d\u2060'],
  ['bidi controls', '\u202e\u2066\u200f\u061c'],
  ['Hangul fillers', '\u3164\u115f\u1160\uffa0'],
  ['an empty Braille cell', '\u2800'],
  ['tags', '\u{e0041}\u{e0042}'],
  ['variation selectors', '\ufe0f\u{e0100}'],
  ['accents alone', '\u0301\u20dd'],
  ['spaces and line separators', ' \u00a0\u2028\u2029\u3000'],
  ['a soft hyphen', '\u00ad'],
])('a name of invisible characters alone is rejected: %s', (_, invisible) => {
  expect(parse(invisible, { min: 1 })).toBeUndefined()
  expect(parse(`${invisible} ${invisible}`, { min: 1 })).toBeUndefined()
  expect(parse(`${invisible}Оля${invisible}`, { min: 1 })).toContain('Оля')
})

test.each(['👨‍👩‍👧', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤️', '1️⃣', 'محمد\u200cرضا', 'שרה', 'Ђорђе', 'क्षि', '李', 'O’Neil', '☺', 'ﬁ', 'Лі\u200e'])(
  'an ordinary name is accepted unchanged: %s',
  (name) => {
    expect(parse(name, { min: 1 })).toBe(name)
  },
)

test('text: bidi marks are removed and unusual line breaks become plain ones', () => {
  expect(parse('\u202a+380 67 000 01 24\u202c')).toBe('+380 67 000 01 24')
  expect(parse('О\ufeffля\u2066\u2069')).toBe('Оля')
  expect(parse('a\vb\fc\u0085d\ne\tf')).toBe('a b c d e f')
  expect(parse('a\vb\fc\u0085d\r\ne\tf', { lines: true })).toBe('a\nb\nc\nd\r\ne\tf')
})

test('text: control characters and lone surrogates are rejected', () => {
  for (const bad of ['a\0b', 'a\u0007', 'a\u001b[2J', 'a\u007f', 'a\u0090', '\ud800'])
    expect(parse(bad), JSON.stringify(bad)).toBeUndefined()
})

test('a long text of invisible characters is checked in linear time', () => {
  const startedAt = performance.now()
  const long = text(50_000, { min: 1 })
  long.safeParse(`${'\u200b'.repeat(199_999)}\0`)
  long.safeParse(`${'a'.repeat(199_999)}\0`)
  expect(performance.now() - startedAt).toBeLessThan(2_000)
})

/** Returns the result of the release before invisible names were rejected: stored orders have fingerprints of it. */
function acceptedBefore(value: string, lines: boolean): string | undefined {
  const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/u
  const tidy = value.isWellFormed() ? value.normalize('NFC').trim() : undefined
  if (tidy === undefined || unseen.test(tidy) || (!lines && /[\n\r\t]/.test(tidy)) || [...tidy].length > 255)
    return undefined
  return tidy
}

test('text accepted by an earlier release keeps its result, so fingerprints of stored orders stay valid', () => {
  const special = fc.constantFrom(
    ...'\t\n\v\f\r \u0085\u00a0\u00ad\u0301\u061c\u200b\u200d\u200e\u2028\u2029\u202e\u2066\u2060\u3164\ufeffеiй👍',
  )
  const unit = fc.oneof(special, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }))
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 12 }), fc.boolean(), (units, lines) => {
      const before = acceptedBefore(units.join(''), lines)
      fc.pre(before !== undefined)
      expect(parse(units.join(''), { lines })).toBe(before)
    }),
    { numRuns: 1_000, seed: 20261123 },
  )
})

test('an order with a pasted phone number and an emoji name is accepted', () => {
  const order = {
    customerName: 'Оля 👩‍🍳\u202c',
    customerPhone: '\u202a067 000 01 24\u202c',
    customerComment: 'до 18:00\vдякую',
  }

  expect(newOrder.parse(order)).toMatchObject({
    customerName: 'Оля 👩‍🍳',
    customerPhone: '067 000 01 24',
    customerComment: 'до 18:00\nдякую',
  })
})
