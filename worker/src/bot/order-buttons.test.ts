import { randomUUID } from 'node:crypto'
import { orderNumber } from '@tsedra/contract/order-number'
import type { OrderStatus } from '@tsedra/contract/orders'
import { changeStatus } from '@tsedra/database/order-status'
import { expect, test } from 'vitest'
import { aPerson, openBrowser } from '../../../api/test/people.ts'
import type { Message } from '../../../infra/fakes/telegram/chat.ts'
import { STAFF } from '../../../infra/fakes/telegram/chat.ts'
import { type Call, methods } from '../../../infra/fakes/telegram/methods.ts'
import { openPlace, type Place } from '../../test/bot-place.ts'
import { until } from '../../test/office.ts'

const NUMBER = '+380671234567'

interface Key {
  text: string
  callback_data: string
}

const keysOf = ({ reply_markup: markup }: Message): Key[] =>
  ((markup as { inline_keyboard?: Key[][] } | undefined)?.inline_keyboard ?? []).flat()

/** What the staff's chat shows, oldest first. */
const shown = ({ telegram: { world } }: Place): Message[] =>
  [...world.messages.values()].filter(({ chat }) => chat.id === world.staffChat.id)

const idle = ({ db }: Place) => until(async () => !(await db('job_outbox').whereNull('done_at').first()))

const tapped = ({ apiRoot }: Place, { chat, message_id: messageId }: Message, data: string) =>
  fetch(`${apiRoot}/control/tap`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chatId: chat.id, messageId, data }),
  })

/** What the bot says to whoever has pressed a key. */
function toastsOf({ telegram: { world } }: Place): string[] {
  const toasts: string[] = []
  const tell = world.feed.tell.bind(world.feed)
  world.feed.tell = (name, what) => {
    if (name === 'toast') toasts.push(String(what))
    tell(name, what)
  }
  return toasts
}

/** A shop with one order that staff have been told of; `key` finds a key under its message. */
async function ordered(place: Place) {
  const id = randomUUID()
  const toasts = toastsOf(place)
  const order = { id, customerName: 'Олена', customerPhone: NUMBER }
  expect((await openBrowser(place.shop).send('POST', '/api/orders', order)).status).toBe(201)
  await until(() => shown(place).length === 1)
  const message = () => shown(place)[0] as Message
  return {
    id,
    toasts,
    message,
    press: async (text: string) => {
      const key = keysOf(message()).find((each) => each.text.includes(text))
      if (!key) throw new Error(`no key ${text}`)
      await tapped(place, message(), key.callback_data)
      return key.callback_data
    },
    status: async () => (await place.db('orders').where({ id }).first<{ status: string }>()).status,
    events: () => place.db('order_events').where({ order_id: id, kind: 'status' }).orderBy('id'),
  }
}

const anEditor = (place: Place, row: object = {}) =>
  aPerson(place.db, { role: 'editor', first_name: 'Єва', last_name: 'Коваль', telegram_id: String(STAFF.id), ...row })

test('staff confirm and complete from the chat: history, audit log, the customer’s chat and the message say so', async () => {
  await using place = await openPlace()
  place.openWorker()
  const editor = await anEditor(place)
  const { id, message, press, toasts, status, events } = await ordered(place)
  const phone = place.phone(NUMBER)
  place.telegram.world.start(phone.id)
  await place.db('order_chats').insert({ order_id: id, chat_id: String(phone.id), language: 'ua' })
  expect(keysOf(message()).map(({ text }) => text)).toEqual(['✓ Підтвердити', '✕ Скасувати'])

  await press('Підтвердити')
  await until(() => /✓ Підтверджено · Єва Коваль · /.test(message().text ?? ''))
  expect(keysOf(message()).map(({ text }) => text)).toEqual(['✓ Завершити', '✕ Скасувати'])
  await phone.hears('підтверджено')
  await press('Завершити')
  await until(() => /✓ Виконано · Єва Коваль/.test(message().text ?? ''))
  expect(keysOf(message()).map(({ text }) => text)).toEqual(['↩ Відкрити знову'])
  await phone.hears('виконано')
  await idle(place)

  expect(await status()).toBe('completed')
  expect(await events()).toMatchObject([
    { old_status: 'pending', new_status: 'confirmed', actor: 'staff', user_id: editor.id },
    { old_status: 'confirmed', new_status: 'completed', actor: 'staff', user_id: editor.id },
  ])
  expect(await place.db('audit_log').orderBy('id')).toMatchObject([
    { action: 'order.changed', thing_id: id, user_id: editor.id, actor: 'telegram', after: { status: 'confirmed' } },
    { action: 'order.changed', thing_id: id, user_id: editor.id, actor: 'telegram', after: { status: 'completed' } },
  ])
  const number = id.slice(0, 8).toUpperCase()
  expect(toasts).toEqual([`${number}: підтверджено`, `${number}: виконано`])
  expect(shown(place)).toHaveLength(1)
})

// catches mutation: buttons-staff-only, buttons-active-staff-only, buttons-staff-chat-only
test('only known staff, and only in the staff’s chat: nobody else changes anything, and hears why', async () => {
  await using place = await openPlace()
  place.openWorker()
  const { id, message, press, toasts, status } = await ordered(place)
  const refusedWith = async (row: object, words: string) => {
    const { id: person } = await anEditor(place, row)
    const heard = toasts.length
    await press('Підтвердити')
    await until(() => toasts.length > heard)
    expect(toasts.at(-1)).toContain(words)
    await place.db('users').where({ id: person }).delete()
  }

  const before = toasts.length
  await press('Скасувати')
  await until(() => toasts.length > before)
  expect(toasts.at(-1)).toContain('прив’яжіть цей Telegram')
  for (const row of [{ role: 'user' }, { is_active: false }, { is_verified: false }, { telegram_id: '77' }]) {
    await refusedWith(row, 'прив’яжіть цей Telegram')
  }

  // Known staff, and a copy of the keys in another chat.
  await anEditor(place)
  const data = `order:${id}:pending:cancelled`
  const callback = { id: 'x', from: STAFF, chat_instance: '1', data }
  for (const chat of [
    { id: -2002, type: 'supergroup' as const, title: 'Чужий' },
    { id: STAFF.id, type: 'private' as const, first_name: 'Марія' },
  ]) {
    const heard = toasts.length
    await place.forge({ callback_query: { ...callback, message: { ...message(), chat } } })
    await until(() => toasts.length > heard)
    expect(toasts.at(-1)).toContain('лише в чаті працівників')
  }

  expect(await status()).toBe('pending')
  expect(await place.db('audit_log')).toEqual([])
})

// catches mutation: stale-button-refused
test('a key pressed again, and one that was overtaken, change nothing and say what is', async () => {
  await using place = await openPlace()
  place.openWorker()
  await anEditor(place)
  const { id, message, press, toasts, status, events } = await ordered(place)
  const stale = await press('Підтвердити')
  await until(() => /Підтверджено/.test(message().text ?? ''))

  await tapped(place, message(), stale)
  await until(() => toasts.length === 2)
  expect(toasts[1]).toContain('уже підтверджено')
  // A customer cancels; whoever has not seen it yet must not bring the order back.
  await place.db.transaction((trx) => changeStatus(trx, { orderId: id, to: 'cancelled', by: 'customer' }))
  await tapped(place, message(), stale)
  await until(() => toasts.length === 3)
  expect(toasts[2]).toContain('уже змінився: скасовано')
  await until(() => /✕ Скасовано покупцем/.test(message().text ?? ''))

  expect(await status()).toBe('cancelled')
  expect(await events()).toHaveLength(2)
})

// catches mutation: status-shown-in-message
test('what the panel changes is shown under the message, and only once Telegram can be reached', async () => {
  await using place = await openPlace()
  place.openWorker()
  const editor = await anEditor(place)
  const { id, message } = await ordered(place)
  await until(async () => (await place.db('order_messages')).length === 1)
  place.telegram.faults.set({
    methods: ['editMessageText'],
    queue: [{ kind: 'refuse' }, { kind: 'error', code: 502 }, { kind: 'retry_after', seconds: 1 }, { kind: 'cut' }],
  })

  await place.db.transaction((trx) =>
    changeStatus(trx, { orderId: id, to: 'cancelled', by: { id: editor.id, role: 'editor' } }),
  )
  await until(() => /✕ Скасовано · Єва Коваль/.test(message().text ?? ''), 20_000)
  await until(async () => !(await place.db('job_outbox').whereNull('done_at').first()), 20_000)

  expect(shown(place)).toHaveLength(1)
  expect(place.telegram.faults.happened).toHaveLength(4)
})

test('staff read of which order this one may be a duplicate, cancel it from the chat, and the mark goes', async () => {
  await using place = await openPlace()
  place.openWorker()
  await anEditor(place)
  const first = await ordered(place)
  // Another form with the same words, from another device.
  const order = { id: randomUUID(), customerName: 'Оля', customerPhone: '067 123 45 67' }
  expect((await openBrowser(place.shop).send('POST', '/api/orders', order)).status).toBe(201)
  const mark = /⚠ Можливий дублікат замовлення ([0-9A-F]{8})/
  const second = () => shown(place).find(({ text }) => text?.includes(orderNumber(order.id)) && mark.test(text))
  await until(() => second() !== undefined)
  expect(mark.exec(second()?.text ?? '')?.[1]).toBe(orderNumber(first.id))
  expect(keysOf(second() as Message).map(({ text }) => text)).toContain('✕ Скасувати')
  await idle(place)

  await first.press('Скасувати')
  await until(() => shown(place).length === 2 && second() === undefined)
  expect(await first.status()).toBe('cancelled')
})

// catches mutation: latest-status-shown
test('of two edits on their way the older one arrives last: the message still shows what is', async () => {
  await using place = await openPlace()
  place.openWorker()
  const editor = await anEditor(place)
  const { id, message } = await ordered(place)
  await until(async () => (await place.db('order_messages')).length === 1)
  const edit = methods['editMessageText'] as (call: Call) => unknown
  using _ = { [Symbol.dispose]: () => (methods['editMessageText'] = edit) }
  const arrived: string[] = []
  let begun = 0
  methods['editMessageText'] = async (call) => {
    begun += 1
    if (begun === 1) await until(() => arrived.length > 0)
    arrived.push(String(call.fields['text']))
    return edit(call)
  }
  const change = (to: OrderStatus) =>
    place.db.transaction((trx) => changeStatus(trx, { orderId: id, to, by: { id: editor.id, role: 'editor' } }))

  await change('confirmed')
  await until(() => begun === 1)
  await change('completed')
  await idle(place)

  expect(arrived[0]).toContain('✓ Виконано')
  expect(arrived[1]).toContain('✓ Підтверджено')
  expect(message().text).toContain('✓ Виконано')
  expect(keysOf(message()).map(({ text }) => text)).toEqual(['↩ Відкрити знову'])
})

// catches mutation: change-while-sending-shown
test('an order that changed while staff were being told of it is shown as it is', async () => {
  await using place = await openPlace()
  const id = randomUUID()
  await place.shop.send('POST', '/api/orders', { id, customerName: 'Олена', customerPhone: NUMBER })
  const post = place.telegram.world.post.bind(place.telegram.world)
  let changed: Promise<unknown> | undefined
  place.telegram.world.post = (...message) => {
    // The message is on its way: nobody can know of it yet.
    changed ??= place.db.transaction((trx) => changeStatus(trx, { orderId: id, to: 'cancelled', by: 'customer' }))
    return post(...message)
  }

  place.openWorker()
  await until(() => /✕ Скасовано покупцем/.test(shown(place)[0]?.text ?? ''))
  await changed
})

test('a message that is gone keeps nobody waiting; without a bot there are no keys', async () => {
  await using place = await openPlace()
  const worker = place.openWorker()
  const { id } = await ordered(place)
  await until(async () => (await place.db('order_messages')).length === 1)
  place.telegram.world.messages.clear()
  await place.db.transaction((trx) => changeStatus(trx, { orderId: id, to: 'confirmed', by: 'customer' }))
  await idle(place)
  await place.close(worker)

  // Undefined is what a worker without TELEGRAM_BOT_NAME is given.
  place.openWorker({ bot: undefined as never })
  const later = randomUUID()
  await place.shop.send('POST', '/api/orders', { id: later, customerName: 'Іван', customerPhone: NUMBER })
  await until(() => shown(place).length === 1)
  expect(keysOf(shown(place)[0] as Message)).toEqual([])
})

test('ten taps at once are one change', async () => {
  await using place = await openPlace()
  place.openWorker()
  await anEditor(place)
  const { message, toasts, events } = await ordered(place)
  const [confirm] = keysOf(message())

  await Promise.all(Array.from({ length: 10 }, () => tapped(place, message(), confirm?.callback_data ?? '')))
  await until(() => toasts.length === 10)

  expect(await events()).toHaveLength(1)
  expect(toasts.filter((text) => text.includes('уже підтверджено'))).toHaveLength(9)
})

test('a key names its order within the 64 bytes that Telegram carries', async () => {
  await using place = await openPlace()
  place.openWorker()
  const { message, press } = await ordered(place)
  await anEditor(place)
  await press('Підтвердити')
  await until(() => keysOf(message()).length === 2 && /Підтверджено/.test(message().text ?? ''))

  for (const { callback_data: data } of keysOf(message())) expect(Buffer.byteLength(data)).toBeLessThanOrEqual(64)
})
