import { expect, test } from 'vitest'
import { createPackingSlip, createPickingSheet, sheetToText } from './sheet-text.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const line = { name: 'Лимонні чипси', packageSize: '100г', quantity: 2 } as const
const order = {
  customerName: 'Олена Коваль',
  customerPhone: '+380671234567',
  customerComment: 'Після 15:00',
  items: [{ ...line, productId: null, slug: null, unitPrice: '214.29', lineTotal: '428.58' }],
  totalAmount: '428.58',
}

const labels = {
  title: 'Замовлення 7',
  total: 'Разом',
  backorder: 'під замовлення',
  adjustment: (kind: string) => ({ delivery: 'Доставка', discount: 'Знижка' })[kind] ?? kind,
}

test('a packing slip as text names customer, products, total and comment', () => {
  const sheet = createPackingSlip(order, labels, 'ua')
  expect(plain(sheetToText(sheet))).toBe(
    'Замовлення 7\nОлена Коваль\n+380 67 123 45 67\n\nЛимонні чипси, 100 г × 2\n\nРазом: 428,58 ₴\nПісля 15:00',
  )
})

test('a packing slip of an amended order lists what was added to the products, and marks what is not in stock', () => {
  const amended = {
    ...order,
    items: order.items.map((item) => ({ ...item, isBackorder: true })),
    adjustments: [
      { kind: 'delivery' as const, amount: '60.00', reason: '' },
      { kind: 'discount' as const, amount: '28.58', reason: 'постійний гість' },
    ],
    totalAmount: '460.00',
  }
  const text = plain(sheetToText(createPackingSlip(amended, labels, 'ua')))

  expect(text).toContain('Лимонні чипси (під замовлення), 100 г × 2')
  expect(text).toContain('Доставка: 60,00 ₴\nЗнижка (постійний гість): −28,58 ₴\nРазом: 460,00 ₴')
})

test('an enquiry without products has neither lines nor a total', () => {
  const enquiry = { ...order, items: [], totalAmount: null, customerComment: null }
  const sheet = createPackingSlip(enquiry, { ...labels, title: '7' }, 'ua')
  expect(plain(sheetToText(sheet))).toBe('7\nОлена Коваль\n+380 67 123 45 67')
})

test('a picking list has one line per product and package', () => {
  const items = [
    { ...line, orders: 2 },
    { ...line, packageSize: '1кг', quantity: 1, orders: 1 },
  ] as const
  const sheet = createPickingSheet(items, { title: 'Зібрати', details: ['2 замовлення'], language: 'en' })
  expect(plain(sheetToText(sheet))).toBe('Зібрати\n2 замовлення\n\nЛимонні чипси, 100 g × 2\nЛимонні чипси, 1 kg × 1')
})
