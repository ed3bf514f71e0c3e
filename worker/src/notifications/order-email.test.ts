import { changeStatus } from '@tsedra/database/order-status'
import { RECEIPT_EVENT, queueOrderEmail } from '@tsedra/database/order-emails'
import { readUnsubscribeToken } from '@tsedra/database/unsubscribe-tokens'
import type { StoredOrder } from '@tsedra/database/orders'
import { expect, test } from 'vitest'
import { createTestOrder } from '../../../api/test/orders.ts'
import { codeSecret } from '../../../api/test/shop.ts'
import { createTestUser } from '../../../api/test/users.ts'
import { openFakeMailServer, type ReceivedEmail } from '../../test/fake-mail-server.ts'
import { openWorkerStack, waitUntil, type WorkerStack } from '../../test/worker-stack.ts'
import { buildOrderEmail } from './order-email-text.ts'

const mailOptions = (port: number) => ({ mail: { url: `smtp://127.0.0.1:${port}`, from: 'hello@tsedra.example' } })
const isDone = async ({ db }: WorkerStack) => !(await db('job_outbox').whereNull('done_at').first())

async function createOrderOfUser({ db }: WorkerStack, user: object = {}) {
  const { id: userId, email } = await createTestUser(db, { language: 'en', ...user })
  const id = await createTestOrder(db, { user_id: userId, total_amount: '642.87' }, [{}])
  return { id, userId, email }
}

const change = ({ db }: WorkerStack, orderId: string, to: 'confirmed' | 'cancelled') =>
  db.transaction((trx) => changeStatus(trx, { orderId, to, by: { id: null, role: 'telegram' } }))

test('a receipt is sent once by two workers, with lines, total and a one-click unsubscribe link', async () => {
  await using stack = await openWorkerStack()
  await using mailServer = await openFakeMailServer()
  const { id, userId, email } = await createOrderOfUser(stack)
  await stack.db.transaction((trx) => queueOrderEmail(trx, id, RECEIPT_EVENT))
  await stack.db.transaction((trx) => queueOrderEmail(trx, id, RECEIPT_EVENT))

  stack.openWorker(mailOptions(mailServer.port))
  stack.openWorker(mailOptions(mailServer.port))
  await waitUntil(() => isDone(stack))

  expect(mailServer.emails).toHaveLength(1)
  const { to, subject, text, html, headers } = mailServer.emails[0] as ReceivedEmail
  const number = id.slice(0, 8).toUpperCase()
  expect(to).toEqual([email])
  expect(subject).toMatch(new RegExp(`^We have received order ${number}, `))
  expect(text.replaceAll('\u00a0', ' ')).toContain('• Lemon chips, 100 g × 3: ₴642.87\n\nTotal: ₴642.87')
  expect(text).not.toContain('Олена')
  expect(html).toContain(`<a href="https://shop.test/order/${id}">`)
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const url = /^<https:\/\/shop\.test\/api\/unsubscribe\/([\w-]+)>$/.exec(headers.get('list-unsubscribe') ?? '')
  expect(readUnsubscribeToken(codeSecret, url?.[1] ?? '')).toBe(userId)
})

test.each([
  ['ua', 'підтверджено', 'Переглянути замовлення'],
  ['ru', 'подтверждён', 'Посмотреть заказ'],
  ['en', 'is confirmed', 'View the order'],
])('a new status is sent in %s, the language of the account', async (language, status, link) => {
  await using stack = await openWorkerStack()
  await using mailServer = await openFakeMailServer()
  const { id } = await createOrderOfUser(stack, { language })
  await change(stack, id, 'confirmed')

  stack.openWorker(mailOptions(mailServer.port))
  await waitUntil(() => isDone(stack))

  expect(mailServer.emails).toHaveLength(1)
  expect(mailServer.emails[0]?.subject).toContain(status)
  expect(mailServer.emails[0]?.text).toContain(link)
})

// catches mutation: latest-order-email-sent
test('of two status changes before the first e-mail only the latest is sent', async () => {
  await using stack = await openWorkerStack()
  await using mailServer = await openFakeMailServer()
  const { id } = await createOrderOfUser(stack)
  await change(stack, id, 'confirmed')
  await change(stack, id, 'cancelled')

  stack.openWorker(mailOptions(mailServer.port))
  await waitUntil(() => isDone(stack))

  expect(mailServer.emails.map(({ subject }) => subject)).toEqual([expect.stringContaining('is cancelled')])
})

// catches mutation: order-email-opt-out
test('e-mails that were turned off after the event are not sent', async () => {
  await using stack = await openWorkerStack()
  await using mailServer = await openFakeMailServer()
  const { id } = await createOrderOfUser(stack)
  await change(stack, id, 'confirmed')
  await stack.db('users').update({ order_emails: false })

  stack.openWorker(mailOptions(mailServer.port))
  await waitUntil(() => isDone(stack))

  expect(mailServer.emails).toEqual([])
})

test('an e-mail waits for the mail server and is then sent once', async () => {
  await using stack = await openWorkerStack()
  const port = await (async () => {
    await using closed = await openFakeMailServer()
    return closed.port
  })()
  const { id } = await createOrderOfUser(stack)
  await change(stack, id, 'confirmed')
  stack.openWorker(mailOptions(port))
  await waitUntil(async () =>
    (await stack.outbox()).some(({ name, last_error }) => name === 'order-emailed' && last_error),
  )

  await using mailServer = await openFakeMailServer(port)
  await waitUntil(() => isDone(stack))

  expect(mailServer.emails).toHaveLength(1)
})

const order: StoredOrder = {
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
  lines: [
    {
      productId: null,
      slug: 'lemon',
      names: { ua: '<b>Лимон & "лайм"' },
      packageSize: '100г',
      quantity: 2,
      unitPrice: 21_429,
    },
  ],
  adjustments: [],
  version: 1,
  amendedAt: null,
  createdAt: new Date('2026-11-20T12:00:00Z'),
  promiseHours: 24,
}
const context = {
  language: 'ua',
  shop: { name: 'Цедра', email: 'shop@shop.test' },
  orderUrl: 'https://shop.test/order/1',
  unsubscribeUrl: 'https://shop.test/api/unsubscribe/x',
} as const

// catches mutation: order-email-escaped
test('names of products are text in HTML, and the promise names the time in Kyiv', () => {
  const { text, html } = buildOrderEmail(order, 'receipt', context)

  expect(html).toContain('&lt;b&gt;Лимон &amp; &quot;лайм&quot;')
  expect(text).toContain('<b>Лимон & "лайм"')
  expect(text).toContain('14:00')
})

test('an e-mail about a cancelled order lists no lines', () => {
  const { subject, text } = buildOrderEmail(order, 'cancelled', context)

  expect(subject).toBe('Замовлення 1A2B3C4D скасовано, Цедра')
  expect(text).not.toContain('Лимон')
})
