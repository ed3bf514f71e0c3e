import { randomUUID } from 'node:crypto'
import { tellChats } from '@tsedra/database/order-chats'
import { expect, test } from 'vitest'
import { aPerson, openBrowser, signedIn } from '../../../api/test/people.ts'
import { openPlace, type Place } from '../../test/bot-place.ts'
import { until } from '../../test/office.ts'

const NUMBER = '+380671234567'

const startOf = (body: Record<string, unknown>) => new URL(String(body['url'])).searchParams.get('start')

async function ordered({ shop }: Place, browser = openBrowser(shop)): Promise<string> {
  const id = randomUUID()
  const order = { id, customerName: 'Олена', customerPhone: NUMBER, language: 'ru' }
  expect((await browser.send('POST', '/api/orders', order)).status).toBe(201)
  return id
}

/** What the panel of the staff does. */
async function move({ db }: Place, orderId: string, status: string) {
  await db.transaction(async (trx) => {
    await trx('orders').where({ id: orderId }).update({ status })
    await trx('order_events').insert({ order_id: orderId, kind: 'status', new_status: status, actor: 'staff' })
    await tellChats(trx, orderId)
  })
}

/** Every chat has been told; there is no mail server here. */
const allTold = ({ db }: Place) =>
  until(async () => !(await db('job_outbox').whereNull('done_at').whereNot('name', 'account-changed').first()))

test('a chat is tied to an account by the number of the page, hears of its orders, and is forgotten again', async () => {
  await using place = await openPlace()
  place.openWorker()
  const phone = place.phone(NUMBER)
  const person = await aPerson(place.db, { language: 'en' })
  const browser = await signedIn(place.shop, person)
  const { body } = await browser.send('POST', '/api/auth/telegram')

  await phone.say(`/start ${startOf(body)}`)
  const { text } = await phone.hears('Link this Telegram to the account')
  expect(text).toContain('o…@bar.example at shop.test')
  expect((await browser.send('GET', '/api/auth/user')).body['hasTelegram']).toBe(false)
  await phone.tap(String(body['number']))
  await phone.hears('is linked to your account')
  expect(await place.db('account_changes')).toMatchObject([{ user_id: person.id, what: 'telegram', language: 'en' }])

  expect((await browser.send('GET', '/api/auth/user')).body['hasTelegram']).toBe(true)
  const id = await ordered(place, browser)
  await move(place, id, 'confirmed')
  await phone.hears(`Request ${id.slice(0, 8).toUpperCase()}: confirmed`)

  expect((await browser.send('DELETE', '/api/auth/telegram')).body['hasTelegram']).toBe(false)
  const heard = phone.heard().length
  await move(place, id, 'completed')
  await allTold(place)
  expect(phone.heard()).toHaveLength(heard)
})

test('a wrong number ties nothing; a Telegram of another account stays there', async () => {
  await using place = await openPlace()
  place.openWorker()
  const [phone, other] = [place.phone(NUMBER), place.phone('+380671234599')]
  await aPerson(place.db, { telegram_id: String(other.id) })
  const person = await aPerson(place.db)
  const browser = await signedIn(place.shop, person)
  const ask = async () => (await browser.send('POST', '/api/auth/telegram')).body

  const first = await ask()
  await phone.say(`/start ${startOf(first)}`)
  await phone.hears('Прив’язати цей Telegram')
  await phone.tap('Це не я')
  await phone.hears('Скасовано')
  const second = await ask()
  await other.say(`/start ${startOf(second)}`)
  await other.hears('Прив’язати цей Telegram')
  await other.tap(String(second['number']))
  await other.hears('уже прив’язано до іншого акаунта')

  expect(await place.db('users').where({ id: person.id }).first()).toMatchObject({ telegram_id: null })
})

test('O8: an order is tied to a chat, which hears of every change of its status, once each', async () => {
  await using place = await openPlace()
  place.openWorker()
  const [phone, stranger] = [place.phone(NUMBER), place.phone('+380671234599')]
  const id = await ordered(place)
  const { body } = await place.shop.send('POST', `/api/orders/${id}/telegram`)
  expect(body).toEqual({ url: expect.stringContaining('?start=') })

  await phone.say(`/start ${startOf(body)}`)
  await phone.hears(`Заявка ${id.slice(0, 8).toUpperCase()}: мы напишем сюда`)
  await stranger.say(`/start ${startOf(body)}`)
  await stranger.hears('не діє')
  await move(place, id, 'confirmed')
  await phone.hears('подтверждена')
  await move(place, id, 'cancelled')
  await phone.hears('отменена')
  await allTold(place)

  const told = phone.heard().map(({ text = '' }) => text)
  expect(told).toHaveLength(3)
  expect(told[1]).toContain(`https://shop.test/order/${id}`)
  expect(stranger.heard()).toHaveLength(1)
})

test('O8: whoever takes an order back hears of it in the chat; who has blocked the bot keeps nobody waiting', async () => {
  await using place = await openPlace()
  place.openWorker()
  const phone = place.phone(NUMBER)
  const id = await ordered(place)
  const { body } = await place.shop.send('POST', `/api/orders/${id}/telegram`)
  await phone.say(`/start ${startOf(body)}`)
  await phone.hears('мы напишем сюда')
  // Nobody with this number has ever written to the bot: it may not write either.
  await place.db('order_chats').insert({ order_id: id, chat_id: '999', language: 'ua' })

  await place.shop.send('POST', `/api/orders/${id}/cancel`)
  await phone.hears('отменена')
  await allTold(place)
  expect(await place.db('job_outbox').where({ name: 'order-moved' }).orderBy('id')).toHaveLength(2)
})

// catches mutation: staff-link-second-factor
test('staff tie a chat only in a session that was proved twice: keys under orders hang on it', async () => {
  await using place = await openPlace()
  const person = await aPerson(place.db, { role: 'editor' })
  const browser = await signedIn(place.shop, person)
  const tie = () => browser.send('POST', '/api/auth/telegram')

  expect((await tie()).body['code']).toBe('second_factor_required')
  await place.db('user_sessions').update({ second_factor_at: new Date() })
  expect((await tie()).status).toBe(200)
})

test('a way for an order that is none, and beyond ten an hour, is refused', async () => {
  await using place = await openPlace()
  const id = await ordered(place)
  const ask = (order: string) => place.shop.send('POST', `/api/orders/${order}/telegram`)

  expect((await ask(randomUUID())).status).toBe(404)
  const statuses = await Promise.all(Array.from({ length: 11 }, async () => (await ask(id)).status))
  expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array<number>(10).fill(200), 429])
})
