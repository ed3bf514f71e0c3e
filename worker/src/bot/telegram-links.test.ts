import { randomUUID } from 'node:crypto'
import { notifyCustomerChats } from '@tsedra/database/order-chats'
import { expect, test } from 'vitest'
import { createTestUser, openBrowser, signIn } from '../../../api/test/users.ts'
import { openBotStack, type BotStack } from '../../test/bot-stack.ts'
import { waitUntil } from '../../test/worker-stack.ts'

const NUMBER = '+380671234567'

const startOf = (body: Record<string, unknown>) => new URL(String(body['url'])).searchParams.get('start')

async function placeOrder({ shop }: BotStack, browser = openBrowser(shop)): Promise<string> {
  const id = randomUUID()
  const order = { id, customerName: 'Олена', customerPhone: NUMBER, language: 'ru' }
  expect((await browser.send('POST', '/api/orders', order)).status).toBe(201)
  return id
}

/** Changes the status as the admin API does. */
async function changeOrderStatus({ db }: BotStack, orderId: string, status: string) {
  await db.transaction(async (trx) => {
    await trx('orders').where({ id: orderId }).update({ status })
    await trx('order_events').insert({ order_id: orderId, kind: 'status', new_status: status, actor: 'staff' })
    await notifyCustomerChats(trx, orderId)
  })
}

/** There is no mail server here. */
const emailJobs = ['account-changed', 'order-emailed']

/** Waits until every chat has been notified. */
const areAllJobsDone = ({ db }: BotStack) =>
  waitUntil(async () => !(await db('job_outbox').whereNull('done_at').whereNotIn('name', emailJobs).first()))

test('a chat linked to an account by the page’s number receives status changes until it is unlinked', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  const phone = stack.phone(NUMBER)
  const user = await createTestUser(stack.db, { language: 'en' })
  const browser = await signIn(stack.shop, user)
  const { body } = await browser.send('POST', '/api/auth/telegram')

  await phone.sendText(`/start ${startOf(body)}`)
  const { text } = await phone.waitForMessage('Link this Telegram to the account')
  expect(text).toContain('o…@bar.example at shop.test')
  expect((await browser.send('GET', '/api/auth/user')).body['hasTelegram']).toBe(false)
  await phone.tap(String(body['number']))
  await phone.waitForMessage('is linked to your account')
  expect(await stack.db('account_changes')).toMatchObject([{ user_id: user.id, what: 'telegram', language: 'en' }])

  expect((await browser.send('GET', '/api/auth/user')).body['hasTelegram']).toBe(true)
  const id = await placeOrder(stack, browser)
  await changeOrderStatus(stack, id, 'confirmed')
  await phone.waitForMessage(`Order ${id.slice(0, 8).toUpperCase()}: confirmed`)

  expect((await browser.send('DELETE', '/api/auth/telegram')).body['hasTelegram']).toBe(false)
  const received = phone.received().length
  await changeOrderStatus(stack, id, 'completed')
  await areAllJobsDone(stack)
  expect(phone.received()).toHaveLength(received)
})

test('a wrong number links nothing; the Telegram of another account stays linked to it', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  const [phone, other] = [stack.phone(NUMBER), stack.phone('+380671234599')]
  await createTestUser(stack.db, { telegram_id: String(other.id) })
  const user = await createTestUser(stack.db)
  const browser = await signIn(stack.shop, user)
  const requestLink = async () => (await browser.send('POST', '/api/auth/telegram')).body

  const first = await requestLink()
  await phone.sendText(`/start ${startOf(first)}`)
  await phone.waitForMessage('Прив’язати цей Telegram')
  await phone.tap('Це не я')
  await phone.waitForMessage('Скасовано')
  const second = await requestLink()
  await other.sendText(`/start ${startOf(second)}`)
  await other.waitForMessage('Прив’язати цей Telegram')
  await other.tap(String(second['number']))
  await other.waitForMessage('уже прив’язано до іншого акаунта')

  expect(await stack.db('users').where({ id: user.id }).first()).toMatchObject({ telegram_id: null })
})

test('O8: a chat linked to an order receives each status change once', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  const [phone, otherUser] = [stack.phone(NUMBER), stack.phone('+380671234599')]
  const id = await placeOrder(stack)
  const { body } = await stack.shop.send('POST', `/api/orders/${id}/telegram`)
  expect(body).toEqual({ url: expect.stringContaining('?start=') })

  await phone.sendText(`/start ${startOf(body)}`)
  await phone.waitForMessage(`Заказ ${id.slice(0, 8).toUpperCase()}: напишем сюда`)
  await otherUser.sendText(`/start ${startOf(body)}`)
  await otherUser.waitForMessage('не діє')
  await changeOrderStatus(stack, id, 'confirmed')
  await phone.waitForMessage('подтверждён')
  await changeOrderStatus(stack, id, 'cancelled')
  await phone.waitForMessage('отменён')
  await areAllJobsDone(stack)

  const notified = phone.received().map(({ text = '' }) => text)
  expect(notified).toHaveLength(3)
  expect(notified[1]).toContain(`https://shop.test/order/${id}`)
  expect(otherUser.received()).toHaveLength(1)
})

test('O8: a cancellation is sent to the linked chat; a chat that blocked the bot delays no other', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  const phone = stack.phone(NUMBER)
  const id = await placeOrder(stack)
  const { body } = await stack.shop.send('POST', `/api/orders/${id}/telegram`)
  await phone.sendText(`/start ${startOf(body)}`)
  await phone.waitForMessage('напишем сюда')
  // No user with this id has started the bot, so the bot cannot write to it.
  await stack.db('order_chats').insert({ order_id: id, chat_id: '999', language: 'ua' })

  await stack.shop.send('POST', `/api/orders/${id}/cancel`)
  await phone.waitForMessage('отменён')
  await areAllJobsDone(stack)
  expect(await stack.db('job_outbox').where({ name: 'order-moved' }).orderBy('id')).toHaveLength(2)
})

// catches mutation: staff-link-second-factor
test('staff link a chat only in a session with a second factor, because it authorises the order buttons', async () => {
  await using stack = await openBotStack()
  const user = await createTestUser(stack.db, { role: 'editor' })
  const browser = await signIn(stack.shop, user)
  const linkTelegram = () => browser.send('POST', '/api/auth/telegram')

  expect((await linkTelegram()).body['code']).toBe('second_factor_required')
  await stack.db('user_sessions').update({ second_factor_at: new Date() })
  expect((await linkTelegram()).status).toBe(200)
})

test('a link for an unknown order, and more than ten links an hour, are rejected', async () => {
  await using stack = await openBotStack()
  const id = await placeOrder(stack)
  const requestLink = (order: string) => stack.shop.send('POST', `/api/orders/${order}/telegram`)

  expect((await requestLink(randomUUID())).status).toBe(404)
  const statuses = await Promise.all(Array.from({ length: 11 }, async () => (await requestLink(id)).status))
  expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array<number>(10).fill(200), 429])
})
