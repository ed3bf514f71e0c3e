import { randomUUID } from 'node:crypto'
import type { StoredOrder } from '@tsedra/database/orders'
import { readOrder } from '@tsedra/database/orders'
import { storeNewVersion } from '@tsedra/database/order-versions'
import { expect, test } from 'vitest'
import { createTestOrder } from '../../../api/test/orders.ts'
import { createTestUser } from '../../../api/test/users.ts'
import { openBotStack, type BotStack } from '../../test/bot-stack.ts'
import { waitUntil } from '../../test/worker-stack.ts'
import { buildAmendmentText } from './amendment.ts'

const line = {
  productId: randomUUID(),
  slug: 'lemon',
  names: { ua: 'Лимонні чипси', en: 'Lemon chips' },
  packageSize: '100г',
  quantity: 2,
  unitPrice: 21_429,
} as const

/** Stores a version with one line and a delivery. */
async function amend({ db }: BotStack, id: string, quantity: number): Promise<void> {
  const by = { ...(await createTestUser(db, { role: 'editor' })), role: 'editor' }
  await db.transaction(async (trx) => {
    const order = (await readOrder(trx, id)) as StoredOrder
    const lines = [{ ...line, productId: null, quantity }]
    const adjustments = [{ kind: 'delivery', amount: 6_000, reason: '' }] as const
    const total = quantity * 21_429 + 6_000
    await storeNewVersion(trx, { order, contents: { lines, adjustments: [...adjustments], total }, reason: 'x', by })
  })
}

// catches mutation: latest-amendment-sent
test('a linked chat receives the latest change of an order once, in the language of the chat', async () => {
  await using stack = await openBotStack()
  const phone = stack.phone('+380671234567')
  stack.telegram.world.startChat(phone.id)
  const id = await createTestOrder(stack.db, {}, [{}])
  await stack.db('order_chats').insert({ order_id: id, chat_id: String(phone.id), language: 'en' })
  await amend(stack, id, 2)
  await amend(stack, id, 1)

  stack.openWorker()
  await waitUntil(async () => !(await stack.db('job_outbox').whereNull('done_at').first()))

  const received = phone.received().map(({ text = '' }) => text.replaceAll('\u00a0', ' '))
  expect(received).toEqual([
    [
      `The shop has changed order ${id.slice(0, 8).toUpperCase()}:`,
      '• Lemon chips, 100 g × 1: ₴214.29',
      'Delivery: ₴60.00',
      '',
      'Total: ₴274.29',
      '',
      `https://shop.test/order/${id}`,
    ].join('\n'),
  ])
})

const order = (changes: Partial<StoredOrder>): StoredOrder => ({
  id: '1a2b3c4d-0000-4000-8000-000000000000',
  status: 'pending',
  language: 'ua',
  customerName: 'Олена',
  customerPhone: '+380671234567',
  phoneIsValid: true,
  customerComment: null,
  isSuspect: false,
  source: 'shop',
  total: 42_858,
  quotedTotal: null,
  lines: [line],
  adjustments: [],
  version: 2,
  amendedAt: new Date(),
  createdAt: new Date(),
  promiseHours: 24,
  ...changes,
})

test('an adjustment has its sign and its reason, in which no character breaks the line', () => {
  const discount = { kind: 'discount', amount: 1_005, reason: 'гість\u2028Разом: 1\u202e' } as const
  const text = buildAmendmentText(order({ adjustments: [discount] }), 'ua', 'https://shop.test')

  expect(text.replaceAll('\u00a0', ' ')).toContain('\nЗнижка (гість Разом: 1): -10,05 ₴\n\nРазом: 428,58 ₴\n')
})

test('a message above the limit of Telegram leaves the lines out', () => {
  const names = { ua: 'Дуже довга назва '.repeat(15) }
  const text = buildAmendmentText(
    order({ lines: Array.from({ length: 50 }, () => ({ ...line, names })) }),
    'ua',
    'https://shop.test',
  )

  expect(text.length).toBeLessThan(4_096)
  expect(text).toContain('Разом: 428,58')
})
