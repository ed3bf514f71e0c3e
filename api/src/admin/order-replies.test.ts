import { randomUUID } from 'node:crypto'
import { fillTemplate, MAX_REPLY_LENGTH } from '@tsedra/contract/reply-templates'
import type { StoredLine, StoredOrder } from '@tsedra/database/orders'
import { expect, test } from 'vitest'
import { createTestOrder } from '../../test/orders.ts'
import { openShop } from '../../test/shop.ts'
import { createSignedInStaff, readStaffAudit } from '../../test/staff.ts'
import { createTestUser } from '../../test/users.ts'
import { fillForOrder } from './order-replies.ts'

const pathOf = (orderId: string) => `/api/admin/orders/${orderId}/replies`
const bodyOf = (changes: object = {}) => ({ id: randomUUID(), channel: 'link', text: 'Вітаємо!', ...changes })

test('templates are filled in, in the language of the customer, with names in that of the page', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const id = await createTestOrder(
    shop.db,
    { language: 'en', total_amount: '642.87', customer_telegram: 'olena_bar' },
    [{}],
  )

  const { status, body } = await editor.send('GET', `${pathOf(id)}?lang=ua`)

  expect(status).toBe(200)
  expect(body).toMatchObject({ language: 'en', hasChat: false, telegram: 'olena_bar', phone: '+380671234567' })
  const [first] = body['replies'] as { name: string; text: string }[]
  expect(first?.name).toBe('Підтверджуємо')
  expect(first?.text.replaceAll('\u00a0', ' ')).toBe(
    [
      `Hello Олена Коваль, we have your order ${id.slice(0, 8).toUpperCase()}:`,
      '',
      '• Lemon chips, 100 g × 3: ₴642.87',
      '',
      'Total: ₴642.87. When and where would you like to receive it?',
    ].join('\n'),
  )
  expect(await readStaffAudit(shop.db).select('action', 'thing_id')).toEqual([{ action: 'order.read', thing_id: id }])
})

// catches mutation: reply-stored-once, reply-audited
test('a reply is noted in the history once, also when the request is repeated', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const id = await createTestOrder(shop.db)
  const request = bodyOf()

  const responses = await Promise.all([1, 2, 3].map(() => editor.send('POST', pathOf(id), request)))

  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 201])
  expect(responses[0]?.body['timeline']).toMatchObject([
    { kind: 'placed' },
    { kind: 'note', note: 'Вітаємо!', by: { id: editor.user.id }, reply: { channel: 'link', isSent: false } },
  ])
  expect(await shop.db('job_outbox')).toEqual([])
  expect(await readStaffAudit(shop.db).select('action', 'after')).toEqual([
    { action: 'order.replied', after: { channel: 'link' } },
  ])
})

test('a reply by the bot is one job for the chat of the account, or for the one that follows the order', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const customer = await createTestUser(shop.db, { telegram_id: '77' })
  const [own, guest] = [
    await createTestOrder(shop.db, { user_id: customer.id }),
    await createTestOrder(shop.db, { customer_phone: '+380671234568' }),
  ]
  const chat = (orderId: string) => ({ order_id: orderId, chat_id: '88', language: 'ua' })
  await shop.db('order_chats').insert([chat(own), chat(guest)])
  const request = bodyOf({ channel: 'bot' })

  await editor.send('POST', pathOf(own), request)
  await editor.send('POST', pathOf(own), request)
  await editor.send('POST', pathOf(guest), bodyOf({ channel: 'bot' }))

  const jobs = await shop.db('job_outbox').orderBy('id').select('name', 'payload')
  expect(jobs).toMatchObject([
    { name: 'order-replied', payload: { orderId: own, chatId: '77' } },
    { name: 'order-replied', payload: { orderId: guest, chatId: '88' } },
  ])
  expect(JSON.stringify(jobs)).not.toContain('Вітаємо')
})

test('without a linked chat the bot sends nothing, and the history stays', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const id = await createTestOrder(shop.db)

  const { status, body } = await editor.send('POST', pathOf(id), bodyOf({ channel: 'bot' }))

  expect([status, body['code']]).toEqual([422, 'chat_unlinked'])
  expect(await shop.db('order_events').where({ order_id: id, kind: 'note' })).toEqual([])
})

test('a text beyond the limit of Telegram, counted as Telegram does, and an unknown order are refused', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const id = await createTestOrder(shop.db)
  const longest = '😀'.repeat(MAX_REPLY_LENGTH / 2)

  expect((await editor.send('POST', pathOf(id), bodyOf({ text: longest }))).status).toBe(201)
  expect((await editor.send('POST', pathOf(id), bodyOf({ text: `${longest}!` }))).body['code']).toBe('invalid_request')
  expect((await editor.send('POST', pathOf(randomUUID()), bodyOf())).status).toBe(404)
  expect((await editor.send('GET', pathOf(randomUUID()))).status).toBe(404)
})

test('a value that looks like a variable is not filled in', () => {
  const values = { name: '{total}', number: '1', total: '5', lines: '' }

  expect(fillTemplate('{name}: {total}, {sum}, {', values)).toBe('{total}: 5, {sum}, {')
})

test('an order with many lines leaves the last ones out', () => {
  const line: StoredLine = {
    productId: null,
    slug: 'lemon',
    names: { ua: 'Дуже довга назва '.repeat(15) },
    packageSize: '100г',
    quantity: 1,
    unitPrice: 100,
  }
  const order: StoredOrder = {
    id: randomUUID(),
    status: 'pending',
    language: 'ua',
    customerName: 'Олена',
    customerPhone: '+380671234567',
    phoneIsValid: true,
    customerComment: null,
    isSuspect: false,
    source: 'shop',
    total: 5_000,
    quotedTotal: null,
    lines: Array.from({ length: 50 }, () => line),
    adjustments: [],
    version: 1,
    amendedAt: null,
    createdAt: new Date(),
    promiseHours: 24,
  }

  const text = fillForOrder('{name}\n{lines}\nРазом: {total}', order)

  expect(text.length).toBeLessThanOrEqual(MAX_REPLY_LENGTH)
  expect(text).toContain('\n…\nРазом: 50,00')
})
