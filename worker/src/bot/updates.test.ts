import { expect, test } from 'vitest'
import { startRegistration, openBotStack, type BotStack } from '../../test/bot-stack.ts'
import { waitUntil } from '../../test/worker-stack.ts'
import { openTcpProxy } from '../../../infra/fakes/tcp-proxy.ts'

const NUMBER = '+380671234567'
const SECRET = 'webhook_secret_of_the_tests_0123456789'

/** Creates users who write to the bot, and counts the bot's replies to each. */
function createTelegramUsers({ telegram: { world }, forge }: BotStack) {
  const idOf = (user: number) => 20_000 + user
  return {
    async write(from: number, to: number): Promise<void> {
      for (let index = from; index < to; index += 1) {
        const { user } = world.person(idOf(index))
        world.startChat(user.id)
        const chat = { id: user.id, type: 'private' as const, first_name: user.first_name }
        await forge({ message: { message_id: 1, date: 1, chat, from: user, text: 'привіт' } })
      }
    },
    countReplies(users: number): number[] {
      const counts = new Map<number, number>()
      for (const { chat } of world.messages.values()) counts.set(chat.id, (counts.get(chat.id) ?? 0) + 1)
      return Array.from({ length: users }, (_, index) => counts.get(idOf(index)) ?? 0)
    },
  }
}

/** Returns an update that fails like a bug of the shop: Postgres rejects NUL in a text. */
function failingUpdate({ telegram: { world } }: BotStack, userId: number) {
  const { user } = world.person(userId)
  const chat = { id: user.id, type: 'private' as const, first_name: 'x' }
  const entities = [{ type: 'bot_command', offset: 0, length: 6 }]
  return {
    message: { message_id: 1, date: 1, chat, from: { ...user, username: 'a\u0000b' }, text: '/start x', entities },
  }
}

/** Records the methods called on the fake Telegram from now on. */
function methodsOf({ telegram: { faults } }: BotStack): string[] {
  const requested: string[] = []
  const next = faults.next.bind(faults)
  faults.next = (method) => {
    requested.push(method)
    return next(method)
  }
  return requested
}

test('C-10: one of two workers polls; over shutdown, disconnect and handover none of 500 updates is lost or handled twice', {
  timeout: 60_000,
}, async () => {
  await using stack = await openBotStack()
  const users = createTelegramUsers(stack)
  await using postgres = await openTcpProxy(stack.shop.database.url)
  const first = stack.openWorker()
  const second = stack.openWorker({ databaseUrl: postgres.url })

  await users.write(0, 150)
  await stack.settled(100)
  await stack.close(first)
  await users.write(150, 300)
  await stack.settled(250)
  // The lock ends with the connection; the next leader receives the unconfirmed updates.
  postgres.disconnect()
  const third = stack.openWorker()
  await users.write(300, 450)
  await stack.settled(400)
  postgres.reconnect()
  await stack.close(third)
  await users.write(450, 500)
  await stack.settled(500)
  await stack.close(second)

  expect(await stack.db('telegram_updates')).toHaveLength(500)
  const responses = users.countReplies(500)
  expect(responses.filter((times) => times > 1)).toEqual([])
  // Updates in a transaction during the disconnect may lack a reply: at most four, all of one batch of a hundred.
  expect(responses.slice(0, 150).concat(responses.slice(450))).toEqual(Array(200).fill(1))
  expect(responses.filter((times) => times === 0).length).toBeLessThanOrEqual(4)
})

// catches mutation: one-poller
test('C-10: only one of two workers polls for updates', async () => {
  await using stack = await openBotStack()
  const requested = methodsOf(stack)
  stack.openWorker()
  stack.openWorker()
  await waitUntil(() => requested.includes('getUpdates'))
  await createTelegramUsers(stack).write(0, 5)
  await stack.settled(5)
  await waitUntil(() => requested.filter((method) => method === 'getUpdates').length > 1)

  // Each poller first deletes the webhook: only one has started.
  expect(requested.filter((method) => method === 'deleteWebhook')).toHaveLength(1)
})

// catches mutation: update-handled-once, webhook-secret
test('C-10: the webhook requires its secret; an update received three times is handled once', async () => {
  await using stack = await openBotStack()
  const webhook = { url: 'https://shop.test/telegram', secret: SECRET, port: 0 }
  const worker = stack.openWorker({ bot: { name: 'tsedra_local_bot', webhook } })
  await waitUntil(() => worker.webhookPort() !== undefined)
  const started = await startRegistration(stack.shop, NUMBER)
  const phone = stack.phone(NUMBER)
  stack.telegram.world.startChat(phone.id)
  const from = stack.telegram.world.person(phone.id).user
  const chat = { id: phone.id, type: 'private', first_name: 'Олена' }
  const update = {
    update_id: 77,
    message: {
      message_id: 5,
      date: 1,
      chat,
      from,
      text: `/start ${started.nonce}`,
      entities: [{ type: 'bot_command', offset: 0, length: 6 }],
    },
  }
  const postUpdate = async (headers: Record<string, string>, body: unknown = update) => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }
    return (await fetch(`http://127.0.0.1:${worker.webhookPort()}/telegram`, init)).status
  }
  const name = 'x-telegram-bot-api-secret-token'

  const rejectedStatuses = [
    await postUpdate({}),
    await postUpdate({ [name]: '' }),
    await postUpdate({ [name]: `${SECRET.slice(0, -1)}0` }),
    await postUpdate({ [name]: `${SECRET}0` }),
  ]
  expect(rejectedStatuses).toEqual([401, 401, 401, 401])
  expect(await stack.db('telegram_updates')).toEqual([])

  const acceptedStatuses = await Promise.all([postUpdate({ [name]: SECRET }), postUpdate({ [name]: SECRET })])
  expect([...acceptedStatuses, await postUpdate({ [name]: SECRET })]).toEqual([200, 200, 200])
  await phone.waitForMessage('реєструєтеся')
  expect(phone.received()).toHaveLength(1)
})

test('C-10: the worker registers the webhook with secret and kinds of updates, and receives updates', async () => {
  await using stack = await openBotStack()
  const worker = stack.openWorker({
    bot: { name: 'tsedra_local_bot', webhook: { url: 'https://shop.test/telegram', secret: SECRET, port: 0 } },
  })
  await waitUntil(() => stack.telegram.webhook.url !== '')
  expect(stack.telegram.webhook).toMatchObject({
    url: 'https://shop.test/telegram',
    secret: SECRET,
    allowedUpdates: ['message', 'callback_query'],
  })

  // The fake cannot resolve the test's host name, so it sends to the worker's port.
  stack.telegram.webhook.url = `http://127.0.0.1:${worker.webhookPort()}/telegram`
  await createTelegramUsers(stack).write(0, 20)
  await stack.settled(20)
  await waitUntil(() =>
    createTelegramUsers(stack)
      .countReplies(20)
      .every((responses) => responses === 1),
  )
})

// catches mutation: failed-update-not-confirmed
test('an update that could not be stored is delivered again and handled', async () => {
  await using stack = await openBotStack()
  const requested = methodsOf(stack)
  stack.openWorker()
  const users = createTelegramUsers(stack)
  await users.write(0, 1)
  await stack.settled(1)

  const lock = await stack.db.transaction()
  await lock.raw('LOCK TABLE telegram_updates IN ACCESS EXCLUSIVE MODE')
  const before = requested.length
  await users.write(1, 5)
  await waitUntil(() => requested.length > before)
  await lock.rollback()
  await stack.settled(5)

  await waitUntil(() => users.countReplies(5).every((responses) => responses === 1))
})

test('updates received during an outage of Postgres are handled after the recovery', async () => {
  await using stack = await openBotStack()
  await using postgres = await openTcpProxy(stack.shop.database.url)
  stack.openWorker({ databaseUrl: postgres.url })
  const users = createTelegramUsers(stack)
  await users.write(0, 1)
  await stack.settled(1)

  postgres.disconnect()
  await users.write(1, 5)
  postgres.reconnect()
  await stack.settled(5)

  await waitUntil(() => users.countReplies(5).every((responses) => responses === 1))
})

test('an update that always fails delays the others only briefly', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  const users = createTelegramUsers(stack)
  await stack.forge(failingUpdate(stack, 30_000))
  await users.write(0, 3)

  await waitUntil(() => users.countReplies(3).every((responses) => responses === 1))
})

/** Counts the polls until the bot has handled the queued updates and one more. */
async function countPolls(stack: BotStack, users: ReturnType<typeof createTelegramUsers>): Promise<number> {
  const requested = methodsOf(stack)
  await users.write(0, 1)
  stack.openWorker()
  await waitUntil(() => users.countReplies(1)[0] === 1, 40_000)
  return requested.filter((method) => method === 'getUpdates').length
}

test.each(['-'.repeat(36), '0190000-00000-7000-8000-000000000000', `0${'-'.repeat(34)}0`])(
  'forged callback data delays no other update: %s',
  { timeout: 60_000 },
  async (id) => {
    await using stack = await openBotStack()
    const { world } = stack.telegram
    for (let tap = 0; tap < 100; tap += 1) {
      const { user } = world.person(30_000 + (tap % 7))
      const chat = { id: user.id, type: 'private' as const, first_name: user.first_name }
      const message = { message_id: 1, date: 1, chat, from: world.bot, text: 'x' }
      const data = tap % 2 ? `${id}:1` : `order:${id}:pending:confirmed`
      await stack.forge({ callback_query: { id: `${tap}`, from: user, message, chat_instance: '1', data } })
    }

    // A batch has a hundred updates; the last update is in a second one.
    expect(await countPolls(stack, createTelegramUsers(stack))).toBeLessThanOrEqual(3)
    await stack.settled(101)
  },
)

test.each([
  ['one user', 1],
  ['many users', 100],
])('a hundred failing updates of %s delay the others no longer than one', { timeout: 60_000 }, async (_, writers) => {
  await using stack = await openBotStack()
  for (let update = 0; update < 100; update += 1) await stack.forge(failingUpdate(stack, 30_000 + (update % writers)))

  // Telegram delivers the failing updates three times, then the next ones.
  expect(await countPolls(stack, createTelegramUsers(stack))).toBeLessThanOrEqual(5)
})

test('neither unknown users nor timeouts of Telegram delay an order', { timeout: 40_000 }, async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  const users = createTelegramUsers(stack)
  await users.write(0, 200)
  stack.telegram.faults.set({ methods: ['getUpdates', 'answerCallbackQuery'], rates: { hang: 1 } })

  const { status } = await stack.shop.send('POST', '/api/orders', { customerName: 'Олена', customerPhone: NUMBER })
  expect(status).toBe(201)
  await waitUntil(async () => !(await stack.db('orders').where({ telegram_sent: false }).first()))
})
