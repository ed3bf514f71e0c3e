import { randomUUID } from 'node:crypto'
import { notifyCustomerChats } from '@tsedra/database/order-chats'
import { expect, test } from 'vitest'
import { createTestUser, openBrowser, signIn } from '../../../api/test/users.ts'
import { openBotStack, type BotStack } from '../../test/bot-stack.ts'
import { waitUntil } from '../../test/worker-stack.ts'

const NUMBER = '+380671234567'

const startOf = (body: Record<string, unknown>) => new URL(String(body['url'])).searchParams.get('start')

async function ordered({ shop }: BotStack, browser = openBrowser(shop)): Promise<string> {
  const id = randomUUID()
  const order = { id, customerName: 'Олена', customerPhone: NUMBER, language: 'ru' }
  expect((await browser.send('POST', '/api/orders', order)).status).toBe(201)
  return id
}

/** What the panel of the staff does. */
async function changeOrderStatus({ db }: BotStack, orderId: string, status: string) {
  await db.transaction(async (trx) => {
    await trx('orders').where({ id: orderId }).update({ status })
    await trx('order_events').insert({ order_id: orderId, kind: 'status', new_status: status, actor: 'staff' })
    await notifyCustomerChats(trx, orderId)
  })
}

/** Every chat has been told; there is no mail server here. */
const areAllJobsDone = ({ db }: BotStack) =>
  waitUntil(async () => !(await db('job_outbox').whereNull('done_at').whereNot('name', 'account-changed').first()))

test('a chat is tied to an account by the number of the page, hears of its orders, and is forgotten again', async () => {
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
  const id = await ordered(stack, browser)
  await changeOrderStatus(stack, id, 'confirmed')
  await phone.waitForMessage(`Request ${id.slice(0, 8).toUpperCase()}: confirmed`)

  expect((await browser.send('DELETE', '/api/auth/telegram')).body['hasTelegram']).toBe(false)
  const received = phone.received().length
  await changeOrderStatus(stack, id, 'completed')
  await areAllJobsDone(stack)
  expect(phone.received()).toHaveLength(received)
})

test('a wrong number ties nothing; a Telegram of another account stays there', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  const [phone, other] = [stack.phone(NUMBER), stack.phone('+380671234599')]
  await createTestUser(stack.db, { telegram_id: String(other.id) })
  const user = await createTestUser(stack.db)
  const browser = await signIn(stack.shop, user)
  const ask = async () => (await browser.send('POST', '/api/auth/telegram')).body

  const first = await ask()
  await phone.sendText(`/start ${startOf(first)}`)
  await phone.waitForMessage('Прив’язати цей Telegram')
  await phone.tap('Це не я')
  await phone.waitForMessage('Скасовано')
  const second = await ask()
  await other.sendText(`/start ${startOf(second)}`)
  await other.waitForMessage('Прив’язати цей Telegram')
  await other.tap(String(second['number']))
  await other.waitForMessage('уже прив’язано до іншого акаунта')

  expect(await stack.db('users').where({ id: user.id }).first()).toMatchObject({ telegram_id: null })
})

test('O8: an order is tied to a chat, which hears of every change of its status, once each', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  const [phone, stranger] = [stack.phone(NUMBER), stack.phone('+380671234599')]
  const id = await ordered(stack)
  const { body } = await stack.shop.send('POST', `/api/orders/${id}/telegram`)
  expect(body).toEqual({ url: expect.stringContaining('?start=') })

  await phone.sendText(`/start ${startOf(body)}`)
  await phone.waitForMessage(`Заявка ${id.slice(0, 8).toUpperCase()}: мы напишем сюда`)
  await stranger.sendText(`/start ${startOf(body)}`)
  await stranger.waitForMessage('не діє')
  await changeOrderStatus(stack, id, 'confirmed')
  await phone.waitForMessage('подтверждена')
  await changeOrderStatus(stack, id, 'cancelled')
  await phone.waitForMessage('отменена')
  await areAllJobsDone(stack)

  const notified = phone.received().map(({ text = '' }) => text)
  expect(notified).toHaveLength(3)
  expect(notified[1]).toContain(`https://shop.test/order/${id}`)
  expect(stranger.received()).toHaveLength(1)
})

test('O8: whoever takes an order back hears of it in the chat; who has blocked the bot keeps nobody waiting', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  const phone = stack.phone(NUMBER)
  const id = await ordered(stack)
  const { body } = await stack.shop.send('POST', `/api/orders/${id}/telegram`)
  await phone.sendText(`/start ${startOf(body)}`)
  await phone.waitForMessage('мы напишем сюда')
  // Nobody with this number has ever written to the bot: it may not write either.
  await stack.db('order_chats').insert({ order_id: id, chat_id: '999', language: 'ua' })

  await stack.shop.send('POST', `/api/orders/${id}/cancel`)
  await phone.waitForMessage('отменена')
  await areAllJobsDone(stack)
  expect(await stack.db('job_outbox').where({ name: 'order-moved' }).orderBy('id')).toHaveLength(2)
})

// catches mutation: staff-link-second-factor
test('staff tie a chat only in a session that was proved twice: keys under orders hang on it', async () => {
  await using stack = await openBotStack()
  const user = await createTestUser(stack.db, { role: 'editor' })
  const browser = await signIn(stack.shop, user)
  const tie = () => browser.send('POST', '/api/auth/telegram')

  expect((await tie()).body['code']).toBe('second_factor_required')
  await stack.db('user_sessions').update({ second_factor_at: new Date() })
  expect((await tie()).status).toBe(200)
})

test('a way for an order that is none, and beyond ten an hour, is refused', async () => {
  await using stack = await openBotStack()
  const id = await ordered(stack)
  const ask = (order: string) => stack.shop.send('POST', `/api/orders/${order}/telegram`)

  expect((await ask(randomUUID())).status).toBe(404)
  const statuses = await Promise.all(Array.from({ length: 11 }, async () => (await ask(id)).status))
  expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array<number>(10).fill(200), 429])
})
