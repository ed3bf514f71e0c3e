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

/** Returns the messages of the staff chat, oldest first. */
const readStaffMessages = ({ telegram: { world } }: BotStack): Message[] =>
  [...world.messages.values()].filter(({ chat }) => chat.id === world.staffChat.id)

const waitForJobs = ({ db }: BotStack) => waitUntil(async () => !(await db('job_outbox').whereNull('done_at').first()))

const tapButton = ({ apiRoot }: BotStack, { chat, message_id: messageId }: Message, data: string) =>
  fetch(`${apiRoot}/control/tap`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chatId: chat.id, messageId, data }),
  })

/** Records the toasts that the bot shows after a press. */
function toastsOf({ telegram: { world } }: BotStack): string[] {
  const toasts: string[] = []
  const send = world.feed.send.bind(world.feed)
  world.feed.send = (name, what) => {
    if (name === 'toast') toasts.push(String(what))
    send(name, what)
  }
  return toasts
}

/** Places an order and waits for its staff message; `press` presses a button below it. */
async function placeOrder(stack: BotStack) {
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
      if (!key) throw new Error(`no button ${text}`)
      await tapButton(stack, message(), key.callback_data)
      return key.callback_data
    },
    status: async () => (await stack.db('orders').where({ id }).first<{ status: string }>()).status,
    events: () => stack.db('order_events').where({ order_id: id, kind: 'status' }).orderBy('id'),
  }
}

const createEditor = (stack: BotStack, row: object = {}) =>
  createTestUser(stack.db, {
    role: 'editor',
    first_name: 'Єва',
    last_name: 'Коваль',
    telegram_id: String(STAFF.id),
    ...row,
  })

test('staff confirm and complete from the chat: history, audit log, customer chat and message are updated', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  const editor = await createEditor(stack)
  const { id, message, press, toasts, status, events } = await placeOrder(stack)
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
  await waitForJobs(stack)

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
test('buttons work only for staff and only in the staff chat; others receive the reason', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  const { id, message, press, toasts, status } = await placeOrder(stack)
  const expectRejection = async (row: object, words: string) => {
    const { id: user } = await createEditor(stack, row)
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
    await expectRejection(row, 'прив’яжіть цей Telegram')
  }

  // Known staff with a copy of the buttons in another chat.
  await createEditor(stack)
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
test('a button pressed again and a stale button change nothing and show the current status', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  await createEditor(stack)
  const { id, message, press, toasts, status, events } = await placeOrder(stack)
  const stale = await press('Підтвердити')
  await waitUntil(() => /Підтверджено/.test(message().text ?? ''))

  await tapButton(stack, message(), stale)
  await waitUntil(() => toasts.length === 2)
  expect(toasts[1]).toContain('уже підтверджено')
  // The customer cancels; staff with a stale message must not reopen the order.
  await stack.db.transaction((trx) => changeStatus(trx, { orderId: id, to: 'cancelled', by: 'customer' }))
  await tapButton(stack, message(), stale)
  await waitUntil(() => toasts.length === 3)
  expect(toasts[2]).toContain('уже змінився: скасовано')
  await waitUntil(() => /✕ Скасовано покупцем/.test(message().text ?? ''))

  expect(await status()).toBe('cancelled')
  expect(await events()).toHaveLength(2)
})

// catches mutation: status-shown-in-message
test('a change in the admin area updates the message as soon as Telegram is reachable', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  const editor = await createEditor(stack)
  const { id, message } = await placeOrder(stack)
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

test('the duplicate mark names the first order and is removed once staff cancel it from the chat', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  await createEditor(stack)
  const first = await placeOrder(stack)
  // The same customer from another device.
  const order = { id: randomUUID(), customerName: 'Оля', customerPhone: '067 123 45 67' }
  expect((await openBrowser(stack.shop).send('POST', '/api/orders', order)).status).toBe(201)
  const mark = /⚠ Можливий дублікат замовлення ([0-9A-F]{8})/
  const second = () =>
    readStaffMessages(stack).find(({ text }) => text?.includes(orderNumber(order.id)) && mark.test(text))
  await waitUntil(() => second() !== undefined)
  expect(mark.exec(second()?.text ?? '')?.[1]).toBe(orderNumber(first.id))
  expect(keysOf(second() as Message).map(({ text }) => text)).toContain('✕ Скасувати')
  await waitForJobs(stack)

  await first.press('Скасувати')
  await waitUntil(() => readStaffMessages(stack).length === 2 && second() === undefined)
  expect(await first.status()).toBe('cancelled')
})

// catches mutation: latest-status-shown
test('of two concurrent edits the older one arrives last: the message shows the current status', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  const editor = await createEditor(stack)
  const { id, message } = await placeOrder(stack)
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
  await waitForJobs(stack)

  expect(arrived[0]).toContain('✓ Виконано')
  expect(arrived[1]).toContain('✓ Підтверджено')
  expect(message().text).toContain('✓ Виконано')
  expect(keysOf(message()).map(({ text }) => text)).toEqual(['↩ Відкрити знову'])
})

// catches mutation: change-while-sending-shown
test('a status that changes while the message is sent is shown', async () => {
  await using stack = await openBotStack()
  const id = randomUUID()
  await stack.shop.send('POST', '/api/orders', { id, customerName: 'Олена', customerPhone: NUMBER })
  const send = methods['sendMessage'] as (call: MethodCall) => unknown
  using _ = { [Symbol.dispose]: () => (methods['sendMessage'] = send) }
  let changed: Promise<unknown> | undefined
  methods['sendMessage'] = async (call) => {
    // The message has no stored id yet, so the change cannot queue an update of it.
    changed ??= stack.db.transaction((trx) => changeStatus(trx, { orderId: id, to: 'cancelled', by: 'customer' }))
    await changed
    return send(call)
  }

  stack.openWorker()
  await waitUntil(() => /✕ Скасовано покупцем/.test(readStaffMessages(stack)[0]?.text ?? ''))
})

test('a deleted message ends its job; without a bot messages have no buttons', async () => {
  await using stack = await openBotStack()
  const worker = stack.openWorker()
  const { id } = await placeOrder(stack)
  await waitUntil(async () => (await stack.db('order_messages')).length === 1)
  stack.telegram.world.messages.clear()
  await stack.db.transaction((trx) => changeStatus(trx, { orderId: id, to: 'confirmed', by: 'customer' }))
  await waitForJobs(stack)
  await stack.close(worker)

  // A worker without TELEGRAM_BOT_NAME receives undefined.
  stack.openWorker({ bot: undefined as never })
  const later = randomUUID()
  await stack.shop.send('POST', '/api/orders', { id: later, customerName: 'Іван', customerPhone: NUMBER })
  await waitUntil(() => readStaffMessages(stack).length === 1)
  expect(keysOf(readStaffMessages(stack)[0] as Message)).toEqual([])
})

test('ten concurrent taps make one change', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  await createEditor(stack)
  const { message, toasts, events } = await placeOrder(stack)
  const [confirm] = keysOf(message())

  await Promise.all(Array.from({ length: 10 }, () => tapButton(stack, message(), confirm?.callback_data ?? '')))
  await waitUntil(() => toasts.length === 10)

  expect(await events()).toHaveLength(1)
  expect(toasts.filter((text) => text.includes('уже підтверджено'))).toHaveLength(9)
})

test('callback data fits the 64 bytes that Telegram allows', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  const { message, press } = await placeOrder(stack)
  await createEditor(stack)
  await press('Підтвердити')
  await waitUntil(() => keysOf(message()).length === 2 && /Підтверджено/.test(message().text ?? ''))

  for (const { callback_data: data } of keysOf(message())) expect(Buffer.byteLength(data)).toBeLessThanOrEqual(64)
})
