import { randomUUID } from 'node:crypto'
import type { StoredLine, StoredOrder } from '@tsedra/database/orders'
import { expect, test } from 'vitest'
import { buildCancelText, buildOrderText } from './staff-message-text.ts'

const line: StoredLine = {
  productId: randomUUID(),
  slug: 'lemon',
  names: { en: 'Lemon chips', ua: 'Лимонні чипси' },
  packageSize: '100г',
  quantity: 3,
  unitPrice: 21_429,
}

const order = (changes: Partial<StoredOrder> = {}): StoredOrder => ({
  id: '1a2b3c4d-0000-4000-8000-000000000000',
  status: 'pending',
  language: 'en',
  customerName: 'Олена',
  customerPhone: '+380671234567',
  phoneIsValid: true,
  customerComment: null,
  isSuspect: false,
  source: 'shop',
  total: 64_287,
  quotedTotal: null,
  lines: [line],
  adjustments: [],
  version: 1,
  amendedAt: null,
  createdAt: new Date(),
  promiseHours: 24,
  ...changes,
})

const buildText = (changes: Partial<StoredOrder> = {}, repeated = false) =>
  buildOrderText(order(changes), { publicOrigin: 'https://shop.test', repeated })

const plain = (text: string): string => text.replaceAll('\u00a0', ' ')

test('the staff message contains number, name, phone, lines and sums in Ukrainian', () => {
  expect(plain(buildText().full)).toBe(
    [
      'Нове замовлення 1A2B3C4D',
      'Олена',
      '+380671234567',
      '',
      '• Лимонні чипси, 100г × 3: 214,29 ₴ → 642,87 ₴',
      '',
      'Разом: 642,87 ₴',
      '',
      'https://shop.test/admin/orders?order=1a2b3c4d-0000-4000-8000-000000000000',
    ].join('\n'),
  )
})

test('the staff message marks an enquiry, an invalid phone, a suspicion, another sum and a repeat', () => {
  const text = plain(buildText({ phoneIsValid: false, isSuspect: true, quotedTotal: 100 }, true).full)

  expect(text.split('\n')[0]).toContain('повторно')
  expect(text).toContain('(номер не вдалося перевірити)')
  expect(text).toContain('Схоже на спам')
  expect(text).toContain('Покупець бачив суму: 1,00 ₴')
  expect(plain(buildText({ lines: [], total: null, quotedTotal: null }).full)).toMatch(/^Новий запит 1A2B3C4D/)
})

test('the staff message marks an order that was entered by phone', () => {
  expect(buildText({ source: 'phone' }).full).toContain('\nПрийнято телефоном\n')
})

test('a comment cannot imitate a line of the message, and markup stays text', () => {
  const text = buildText({ customerName: '<b>*Олена*_', customerComment: 'добре\nРазом: 1,00 ₴' }).full

  expect(text).toContain('<b>*Олена*_')
  expect(text).toContain('> добре\n> Разом: 1,00 ₴')
})

test('no character in customer input reorders or breaks the lines of the message', () => {
  const { full, short } = buildText({
    customerName: 'Олена\u202e\u2067\u200f\u061c\u2028Разом: 1,00 ₴\u0085\v\f\r\n\tx',
    customerPhone: '\u202d067\u2029עברית',
    phoneIsValid: false,
    customerComment: 'добре\u2028Разом: 1,00 ₴\u2029\u0085\v\f\r\u202eкінець',
    lines: [{ ...line, names: { ua: 'Чипси\u202e\u2028\nРазом' } }],
  })

  for (const text of [full, short]) {
    expect(text).not.toMatch(
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066\u2067\ufeff]/,
    )
    expect(text.split('\n')).toContain('Олена Разом: 1,00 ₴ x')
    // Right-to-left text is isolated.
    expect(text).toContain('\u2068067 עברית\u2069 (номер не вдалося перевірити)')
  }
  expect(full.split('\n').filter((item) => item.startsWith('Разом'))).toEqual([expect.stringContaining('642,87')])
  expect(full).toContain('> добре\n> Разом: 1,00 ₴\n> \n> \n> \n> \n> кінець')
  expect(full).toContain('• Чипси Разом, 100г × 3')
  expect(
    buildCancelText(order({ customerName: 'Олена\u2028\u202eх' }), {
      publicOrigin: 'https://shop.test',
      repeated: false,
    }),
  ).toContain('\nОлена х\n')
})

test('the longest order fits the limit and keeps number, phone, total and link', () => {
  const long = buildText({
    customerName: '😀'.repeat(255),
    customerComment: '😀'.repeat(2_000),
    lines: Array.from({ length: 50 }, () => ({ ...line, names: { ua: 'Ї'.repeat(255) } })),
    total: 742_499_925_750,
  }).full

  expect(long.length).toBeLessThanOrEqual(4_096)
  expect(long.isWellFormed()).toBe(true)
  for (const remaining of ['1A2B3C4D', '+380671234567', 'Разом', '…і ще рядків', '/admin/orders?order=1a2b3c4d'])
    expect(long).toContain(remaining)
})

test('a possible duplicate is marked with the number of the first order, also in the short form', () => {
  const duplicateOf = '9f3c1a7e-0000-4000-8000-000000000000'
  const { full, short } = buildOrderText(order(), { publicOrigin: 'https://shop.test', repeated: false, duplicateOf })

  for (const text of [full, short]) expect(text.split('\n')).toContain('⚠ Можливий дублікат замовлення 9F3C1A7E')
  expect(buildText().full).not.toContain('дублікат')
})

test('the staff message marks a line that was not in stock when it was ordered', () => {
  const { full } = buildOrderText(order({ lines: [{ ...line, isBackorder: true }, line] }), {
    publicOrigin: 'https://shop.test',
    repeated: false,
  })

  expect(
    plain(full)
      .split('\n')
      .filter((text) => text.startsWith('•')),
  ).toEqual([
    '• Лимонні чипси, 100г × 3: 214,29 ₴ → 642,87 ₴ · ⚠ побажання: немає в наявності',
    '• Лимонні чипси, 100г × 3: 214,29 ₴ → 642,87 ₴',
  ])
})
