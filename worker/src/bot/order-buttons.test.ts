import { randomUUID } from 'node:crypto'
import { orderNumber } from '@tsedra/contract/order-number'
import type { OrderStatus } from '@tsedra/contract/orders'
import { changeStatus } from '@tsedra/database/order-status'
import { expect, test } from 'vitest'
import { createTestUser, openBrowser } from '../../../api/test/users.ts'
import type { Message } from '../../../infra/fakes/telegram/telegram-state.ts'
import { STAFF } from '../../../infra/fakes/telegram/telegram-state.ts'
import { type MethodCall, methods } from '../../../infra/fakes/telegram/methods.ts'
import { openBotStack, type BotStack } from '../../test/bot-stack.ts'
import { waitUntil } from '../../test/worker-stack.ts'

const NUMBER = '+380671234567'

interface Key {
  text: string
  callback_data: string
}

const keysOf = ({ reply_markup: markup }: Message): Key[] =>
  ((markup as { inline_keyboard?: Key[][] } | undefined)?.inline_keyboard ?? []).flat()

/** What the staff's chat shows, oldest first. */
const readStaffMessages = ({ telegram: { world } }: BotStack): Message[] =>
  [...world.messages.values()].filter(({ chat }) => chat.id === world.staffChat.id)

const idle = ({ db }: BotStack) => waitUntil(async () => !(await db('job_outbox').whereNull('done_at').first()))

const tapped = ({ apiRoot }: BotStack, { chat, message_id: messageId }: Message, data: string) =>
  fetch(`${apiRoot}/control/tap`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chatId: chat.id, messageId, data }),
  })

/** What the bot says to whoever has pressed a key. */
function toastsOf({ telegram: { world } }: BotStack): string[] {
  const toasts: string[] = []
  const tell = world.feed.send.bind(world.feed)
  world.feed.send = (name, what) => {
    if (name === 'toast') toasts.push(String(what))
    tell(name, what)
  }
  return toasts
}

/** A shop with one order that staff have been told of; `key` finds a key under its message. */
async function ordered(stack: BotStack) {
  const id = randomUUID()
  const toasts = toastsOf(stack)
  const order = { id, customerName: 'Олена', customerPhone: NUMBER }
  expect((await openBrowser(stack.shop).send('POST', '/api/orders', order)).status).toBe(201)
  await waitUntil(() => readStaffMessages(stack).length === 1)
  const message = () => readStaffMessages(stack)[0] as Message
  return {
    id,
    toasts,
    message,
    press: async (text: string) => {
      const key = keysOf(message()).find((item) => item.text.includes(text))
      if (!key) throw new Error(`no key ${text}`)
      await tapped(stack, message(), key.callback_data)
      return key.callback_data
    },
    status: async () => (await stack.db('orders').where({ id }).first<{ status: string }>()).status,
    events: () => stack.db('order_events').where({ order_id: id, kind: 'status' }).orderBy('id'),
  }
}

const anEditor = (stack: BotStack, row: object = {}) =>
  createTestUser(stack.db, {
    role: 'editor',
    first_name: 'Єва',
    last_name: 'Коваль',
    telegram_id: String(STAFF.id),
    ...row,
  })

test('staff confirm and complete from the chat: history, audit log, the customer’s chat and the message say so', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  const editor = await anEditor(stack)
  const { id, message, press, toasts, status, events } = await ordered(stack)
  const phone = stack.phone(NUMBER)
  stack.telegram.world.startChat(phone.id)
  await stack.db('order_chats').insert({ order_id: id, chat_id: String(phone.id), language: 'ua' })
  expect(keysOf(message()).map(({ text }) => text)).toEqual(['✓ Підтвердити', '✕ Скасувати'])

  await press('Підтвердити')
  await waitUntil(() => /✓ Підтверджено · Єва Коваль · /.test(message().text ?? ''))
  expect(keysOf(message()).map(({ text }) => text)).toEqual(['✓ Завершити', '✕ Скасувати'])
  await phone.waitForMessage('підтверджено')
  await press('Завершити')
  await waitUntil(() => /✓ Виконано · Єва Коваль/.test(message().text ?? ''))
  expect(keysOf(message()).map(({ text }) => text)).toEqual(['↩ Відкрити знову'])
  await phone.waitForMessage('виконано')
  await idle(stack)

  expect(await status()).toBe('completed')
  expect(await events()).toMatchObject([
    { old_status: 'pending', new_status: 'confirmed', actor: 'staff', user_id: editor.id },
    { old_status: 'confirmed', new_status: 'completed', actor: 'staff', user_id: editor.id },
  ])
  expect(await stack.db('audit_log').orderBy('id')).toMatchObject([
    { action: 'order.changed', thing_id: id, user_id: editor.id, actor: 'telegram', after: { status: 'confirmed' } },
    { action: 'order.changed', thing_id: id, user_id: editor.id, actor: 'telegram', after: { status: 'completed' } },
  ])
  const number = id.slice(0, 8).toUpperCase()
  expect(toasts).toEqual([`${number}: підтверджено`, `${number}: виконано`])
  expect(readStaffMessages(stack)).toHaveLength(1)
})

// catches mutation: buttons-staff-only, buttons-active-staff-only, buttons-staff-chat-only
test('only known staff, and only in the staff’s chat: nobody else changes anything, and hears why', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  const { id, message, press, toasts, status } = await ordered(stack)
  const refusedWith = async (row: object, words: string) => {
    const { id: user } = await anEditor(stack, row)
    const received = toasts.length
    await press('Підтвердити')
    await waitUntil(() => toasts.length > received)
    expect(toasts.at(-1)).toContain(words)
    await stack.db('users').where({ id: user }).delete()
  }

  const before = toasts.length
  await press('Скасувати')
  await waitUntil(() => toasts.length > before)
  expect(toasts.at(-1)).toContain('прив’яжіть цей Telegram')
  for (const row of [{ role: 'user' }, { is_active: false }, { is_verified: false }, { telegram_id: '77' }]) {
    await refusedWith(row, 'прив’яжіть цей Telegram')
  }

  // Known staff, and a copy of the keys in another chat.
  await anEditor(stack)
  const data = `order:${id}:pending:cancelled`
  const callback = { id: 'x', from: STAFF, chat_instance: '1', data }
  for (const chat of [
    { id: -2002, type: 'supergroup' as const, title: 'Чужий' },
    { id: STAFF.id, type: 'private' as const, first_name: 'Марія' },
  ]) {
    const received = toasts.length
    await stack.forge({ callback_query: { ...callback, message: { ...message(), chat } } })
    await waitUntil(() => toasts.length > received)
    expect(toasts.at(-1)).toContain('лише в чаті працівників')
  }

  expect(await status()).toBe('pending')
  expect(await stack.db('audit_log')).toEqual([])
})

// catches mutation: stale-button-refused
test('a key pressed again, and one that was overtaken, change nothing and say what is', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  await anEditor(stack)
  const { id, message, press, toasts, status, events } = await ordered(stack)
  const stale = await press('Підтвердити')
  await waitUntil(() => /Підтверджено/.test(message().text ?? ''))

  await tapped(stack, message(), stale)
  await waitUntil(() => toasts.length === 2)
  expect(toasts[1]).toContain('уже підтверджено')
  // A customer cancels; whoever has not seen it yet must not bring the order back.
  await stack.db.transaction((trx) => changeStatus(trx, { orderId: id, to: 'cancelled', by: 'customer' }))
  await tapped(stack, message(), stale)
  await waitUntil(() => toasts.length === 3)
  expect(toasts[2]).toContain('уже змінився: скасовано')
  await waitUntil(() => /✕ Скасовано покупцем/.test(message().text ?? ''))

  expect(await status()).toBe('cancelled')
  expect(await events()).toHaveLength(2)
})

// catches mutation: status-shown-in-message
test('what the panel changes is shown under the message, and only once Telegram can be reached', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  const editor = await anEditor(stack)
  const { id, message } = await ordered(stack)
  await waitUntil(async () => (await stack.db('order_messages')).length === 1)
  stack.telegram.faults.set({
    methods: ['editMessageText'],
    queue: [{ kind: 'refuse' }, { kind: 'error', code: 502 }, { kind: 'retry_after', seconds: 1 }, { kind: 'cut' }],
  })

  await stack.db.transaction((trx) =>
    changeStatus(trx, { orderId: id, to: 'cancelled', by: { id: editor.id, role: 'editor' } }),
  )
  await waitUntil(() => /✕ Скасовано · Єва Коваль/.test(message().text ?? ''), 20_000)
  await waitUntil(async () => !(await stack.db('job_outbox').whereNull('done_at').first()), 20_000)

  expect(readStaffMessages(stack)).toHaveLength(1)
  expect(stack.telegram.faults.happened).toHaveLength(4)
})

test('staff read of which order this one may be a duplicate, cancel it from the chat, and the mark goes', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  await anEditor(stack)
  const first = await ordered(stack)
  // Another form with the same words, from another device.
  const order = { id: randomUUID(), customerName: 'Оля', customerPhone: '067 123 45 67' }
  expect((await openBrowser(stack.shop).send('POST', '/api/orders', order)).status).toBe(201)
  const mark = /⚠ Можливий дублікат замовлення ([0-9A-F]{8})/
  const second = () =>
    readStaffMessages(stack).find(({ text }) => text?.includes(orderNumber(order.id)) && mark.test(text))
  await waitUntil(() => second() !== undefined)
  expect(mark.exec(second()?.text ?? '')?.[1]).toBe(orderNumber(first.id))
  expect(keysOf(second() as Message).map(({ text }) => text)).toContain('✕ Скасувати')
  await idle(stack)

  await first.press('Скасувати')
  await waitUntil(() => readStaffMessages(stack).length === 2 && second() === undefined)
  expect(await first.status()).toBe('cancelled')
})

// catches mutation: latest-status-shown
test('of two edits on their way the older one arrives last: the message still shows what is', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  const editor = await anEditor(stack)
  const { id, message } = await ordered(stack)
  await waitUntil(async () => (await stack.db('order_messages')).length === 1)
  const edit = methods['editMessageText'] as (call: MethodCall) => unknown
  using _ = { [Symbol.dispose]: () => (methods['editMessageText'] = edit) }
  const arrived: string[] = []
  let started = 0
  methods['editMessageText'] = async (call) => {
    started += 1
    if (started === 1) await waitUntil(() => arrived.length > 0)
    arrived.push(String(call.fields['text']))
    return edit(call)
  }
  const change = (to: OrderStatus) =>
    stack.db.transaction((trx) => changeStatus(trx, { orderId: id, to, by: { id: editor.id, role: 'editor' } }))

  await change('confirmed')
  await waitUntil(() => started === 1)
  await change('completed')
  await idle(stack)

  expect(arrived[0]).toContain('✓ Виконано')
  expect(arrived[1]).toContain('✓ Підтверджено')
  expect(message().text).toContain('✓ Виконано')
  expect(keysOf(message()).map(({ text }) => text)).toEqual(['↩ Відкрити знову'])
})

// catches mutation: change-while-sending-shown
test('an order that changed while staff were being told of it is shown as it is', async () => {
  await using stack = await openBotStack()
  const id = randomUUID()
  await stack.shop.send('POST', '/api/orders', { id, customerName: 'Олена', customerPhone: NUMBER })
  const mailServer = stack.telegram.world.post.bind(stack.telegram.world)
  let changed: Promise<unknown> | undefined
  stack.telegram.world.post = (...message) => {
    // The message is on its way: nobody can know of it yet.
    changed ??= stack.db.transaction((trx) => changeStatus(trx, { orderId: id, to: 'cancelled', by: 'customer' }))
    return mailServer(...message)
  }

  stack.openWorker()
  await waitUntil(() => /✕ Скасовано покупцем/.test(readStaffMessages(stack)[0]?.text ?? ''))
  await changed
})

test('a message that is gone keeps nobody waiting; without a bot there are no keys', async () => {
  await using stack = await openBotStack()
  const worker = stack.openWorker()
  const { id } = await ordered(stack)
  await waitUntil(async () => (await stack.db('order_messages')).length === 1)
  stack.telegram.world.messages.clear()
  await stack.db.transaction((trx) => changeStatus(trx, { orderId: id, to: 'confirmed', by: 'customer' }))
  await idle(stack)
  await stack.close(worker)

  // Undefined is what a worker without TELEGRAM_BOT_NAME is given.
  stack.openWorker({ bot: undefined as never })
  const later = randomUUID()
  await stack.shop.send('POST', '/api/orders', { id: later, customerName: 'Іван', customerPhone: NUMBER })
  await waitUntil(() => readStaffMessages(stack).length === 1)
  expect(keysOf(readStaffMessages(stack)[0] as Message)).toEqual([])
})

test('ten taps at once are one change', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  await anEditor(stack)
  const { message, toasts, events } = await ordered(stack)
  const [confirm] = keysOf(message())

  await Promise.all(Array.from({ length: 10 }, () => tapped(stack, message(), confirm?.callback_data ?? '')))
  await waitUntil(() => toasts.length === 10)

  expect(await events()).toHaveLength(1)
  expect(toasts.filter((text) => text.includes('уже підтверджено'))).toHaveLength(9)
})

test('a key names its order within the 64 bytes that Telegram carries', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  const { message, press } = await ordered(stack)
  await anEditor(stack)
  await press('Підтвердити')
  await waitUntil(() => keysOf(message()).length === 2 && /Підтверджено/.test(message().text ?? ''))

  for (const { callback_data: data } of keysOf(message())) expect(Buffer.byteLength(data)).toBeLessThanOrEqual(64)
})
