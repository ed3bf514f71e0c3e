import { newOrder } from '@tsedra/contract/orders'
import { expect, test } from 'vitest'
import { GUEST } from '../outbox/entry.ts'
import {
  validateField,
  validateFields,
  linesFromSummary,
  buildOrder,
  buildSummary,
  totalOf,
  findContractErrors,
} from './order-form.ts'
import type { OrderableLine } from './orderable-product.ts'

const lemon: OrderableLine = {
  product: {
    id: '6f1c1d0e-6a1f-4b7f-9a51-2a8d31c9b001',
    slug: 'lemon-chips',
    name: 'Лимонні чипси',
    imageUrl: null,
    price: '119.05',
    availablePackages: ['50г', '100г'],
  },
  packageSize: '100г',
  quantity: 3,
}

const fields = { name: ' Олена ', phone: '+380 67 000 01 24', comment: '', packageSize: null, quantity: 1 }
const filled = {
  orderId: crypto.randomUUID(),
  fields,
  lines: [lemon],
  owner: GUEST,
  language: 'ua',
  openedAt: 1_000,
  initialFields: { ...fields, name: '', phone: '' },
  website: '',
  fromCart: false,
} as const

test.each([
  ['+380 67 000 01 24', undefined],
  ['+380(67)000-01-24', undefined],
  ['067 000 01 24', undefined],
  ['+48 512 345 678', undefined],
  ['٠٦٧١٢٣٤٥٦٧', undefined],
  ['\u202a+380670000124\u202c', undefined],
  ['', 'phoneMissing'],
  ['+380 67 00', 'phoneShort'],
  ['+380 67 000 01 245', 'phoneUkrainian'],
  ['12345', 'phoneShort'],
  ['1234567890123456', 'phoneLong'],
])('the phone %s is %s', (phone, error) => {
  expect(validateField('phone', { ...fields, phone })).toBe(error)
})

test('validateFields returns an error for each invalid field', () => {
  expect(validateFields({ ...fields, name: '  ', phone: '1', comment: 'я'.repeat(2001) })).toEqual({
    name: 'nameMissing',
    phone: 'phoneShort',
    comment: 'commentLong',
  })
  expect(validateFields(fields)).toEqual({})
})

test('a single product is sent as the specification has it, with the total that was shown', () => {
  const order = buildOrder(filled, 11_000)

  expect(order).toEqual({
    id: filled.orderId,
    customerName: 'Олена',
    customerPhone: '+380 67 000 01 24',
    productId: lemon.product.id,
    packageSize: '100г',
    quantity: 3,
    totalAmount: '642.87',
    language: 'ua',
    ownerId: null,
    sentAt: '1970-01-01T00:00:11.000Z',
    filledInMs: 10_000,
  })
  expect(newOrder.safeParse(order).success).toBe(true)
})

test.each([
  ['nothing was filled in', { name: '', phone: '' }, 500],
  ['the phone was missing', { phone: '' }, 500],
  ['name and phone were filled in already', {}, undefined],
])('filledInMs is sent only when name or phone had to be typed: %s', (_case, opened, filledInMs) => {
  const order = buildOrder({ ...filled, initialFields: { ...fields, ...opened } }, 1_500)

  expect(order.filledInMs).toBe(filledInMs)
  expect(newOrder.safeParse(order).success).toBe(true)
})

test('an order of a signed-in user has their account id as ownerId', () => {
  const owner = crypto.randomUUID()

  const order = buildOrder({ ...filled, owner }, 0)

  expect(order.ownerId).toBe(owner)
  expect(newOrder.safeParse(order).success).toBe(true)
})

test('several products are sent as items', () => {
  const order = buildOrder({ ...filled, lines: [lemon, { ...lemon, packageSize: '50г', quantity: 1 }] }, 0)

  expect(order.productId).toBeUndefined()
  expect(order.items).toHaveLength(2)
  expect(order.totalAmount).toBe('761.92')
  expect(newOrder.safeParse(order).success).toBe(true)
})

test('invisible characters of pasted text are removed, and the order is valid', () => {
  const pasted = {
    ...fields,
    name: '\u202aОлена\u202c\tТкачук\u0000',
    phone: '\u202a+380670000124\u202c',
    comment: 'а\r\nб\u0007',
  }

  const order = buildOrder({ ...filled, fields: pasted }, 0)

  expect(order).toMatchObject({
    customerName: 'Олена Ткачук',
    customerPhone: '+380670000124',
    customerComment: 'а\nб',
    filledInMs: 0,
  })
  expect(findContractErrors(order)).toEqual({})
})

test('findContractErrors returns fields that the contract rejects', () => {
  expect(findContractErrors(buildOrder({ ...filled, fields: { ...fields, name: 'О\ud800' } }, 0))).toEqual({
    name: 'unreadable',
  })
})

test('a summary gives the same lines again, without the catalogue', () => {
  expect(linesFromSummary(buildSummary([lemon]))).toEqual([lemon])
  expect(buildSummary([lemon]).total).toBe(totalOf([lemon]))
})

test('a summary keeps the own prices of a product: its form opens with the total that it showed', () => {
  const line = { ...lemon, product: { ...lemon.product, packagePrices: { '100г': '199.00' } } }
  const summary = buildSummary([line])
  expect(summary.total).toBe(59_700)
  expect(linesFromSummary(summary)).toEqual([line])
})
