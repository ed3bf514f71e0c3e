import { expect, test } from 'vitest'
import { begin, openPlace, type Place } from '../../test/bot-place.ts'
import { until } from '../../test/office.ts'
import { openWire } from '../../../infra/fakes/wire.ts'

const NUMBER = '+380671234567'
const SECRET = 'webhook_secret_of_the_tests_0123456789'

/** One more person who writes to the bot, and how many of those the bot has answered how often. */
function crowd({ telegram: { world }, forge }: Place) {
  const idOf = (person: number) => 20_000 + person
  return {
    async write(from: number, to: number): Promise<void> {
      for (let person = from; person < to; person += 1) {
        const { user } = world.person(idOf(person))
        world.start(user.id)
        const chat = { id: user.id, type: 'private' as const, first_name: user.first_name }
        await forge({ message: { message_id: 1, date: 1, chat, from: user, text: 'привіт' } })
      }
    },
    answers(people: number): number[] {
      const counts = new Map<number, number>()
      for (const { chat } of world.messages.values()) counts.set(chat.id, (counts.get(chat.id) ?? 0) + 1)
      return Array.from({ length: people }, (_, person) => counts.get(idOf(person)) ?? 0)
    },
  }
}

/** Postgres takes no NUL in a text: a bug of ours, as it would look. */
function unhandled({ telegram: { world } }: Place, person: number) {
  const { user } = world.person(person)
  const chat = { id: user.id, type: 'private' as const, first_name: 'x' }
  const entities = [{ type: 'bot_command', offset: 0, length: 6 }]
  return {
    message: { message_id: 1, date: 1, chat, from: { ...user, username: 'a\u0000b' }, text: '/start x', entities },
  }
}

/** What the stand-in is asked, from now on. */
function methodsOf({ telegram: { faults } }: Place): string[] {
  const asked: string[] = []
  const next = faults.next.bind(faults)
  faults.next = (method) => {
    asked.push(method)
    return next(method)
  }
  return asked
}

test('C-10: of two workers one asks; when it goes, is cut off or both change, of 500 updates none is lost or done twice', {
  timeout: 60_000,
}, async () => {
  await using place = await openPlace()
  const people = crowd(place)
  await using postgres = await openWire(place.shop.database.url)
  const first = place.openWorker()
  const second = place.openWorker({ databaseUrl: postgres.url })

  await people.write(0, 150)
  await place.settled(100)
  await place.close(first)
  await people.write(150, 300)
  await place.settled(250)
  // The lock goes with the connection; what was not done is told to the next one.
  postgres.off()
  const third = place.openWorker()
  await people.write(300, 450)
  await place.settled(400)
  postgres.on()
  await place.close(third)
  await people.write(450, 500)
  await place.settled(500)
  await place.close(second)

  expect(await place.db('telegram_updates')).toHaveLength(500)
  const answers = people.answers(500)
  expect(answers.filter((times) => times > 1)).toEqual([])
  // Whose update was being written down when the line was cut may be without an answer: four at the most, all of one
  // hundred that Telegram told at once, so none of those before.
  expect(answers.slice(0, 150).concat(answers.slice(450))).toEqual(Array(200).fill(1))
  expect(answers.filter((times) => times === 0).length).toBeLessThanOrEqual(4)
})

// catches mutation: one-poller
test('C-10: two workers do not fight over the updates', async () => {
  await using place = await openPlace()
  const asked = methodsOf(place)
  place.openWorker()
  place.openWorker()
  await until(() => asked.includes('getUpdates'))
  await crowd(place).write(0, 5)
  await place.settled(5)
  await until(() => asked.filter((method) => method === 'getUpdates').length > 1)

  // Each that asks begins by taking a webhook away: one has begun.
  expect(asked.filter((method) => method === 'deleteWebhook')).toHaveLength(1)
})

// catches mutation: update-handled-once, webhook-secret
test('C-10: a webhook wants its secret; the same update three times acts once', async () => {
  await using place = await openPlace()
  const webhook = { url: 'https://shop.test/telegram', secret: SECRET, port: 0 }
  const worker = place.openWorker({ bot: { name: 'tsedra_local_bot', webhook } })
  await until(() => worker.webhookPort() !== undefined)
  const begun = await begin(place.shop, NUMBER)
  const phone = place.phone(NUMBER)
  place.telegram.world.start(phone.id)
  const from = place.telegram.world.person(phone.id).user
  const chat = { id: phone.id, type: 'private', first_name: 'Олена' }
  const update = {
    update_id: 77,
    message: {
      message_id: 5,
      date: 1,
      chat,
      from,
      text: `/start ${begun.nonce}`,
      entities: [{ type: 'bot_command', offset: 0, length: 6 }],
    },
  }
  const tell = async (headers: Record<string, string>, body: unknown = update) => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }
    return (await fetch(`http://127.0.0.1:${worker.webhookPort()}/telegram`, init)).status
  }
  const name = 'x-telegram-bot-api-secret-token'

  const refused = [
    await tell({}),
    await tell({ [name]: '' }),
    await tell({ [name]: `${SECRET.slice(0, -1)}0` }),
    await tell({ [name]: `${SECRET}0` }),
  ]
  expect(refused).toEqual([401, 401, 401, 401])
  expect(await place.db('telegram_updates')).toEqual([])

  const taken = await Promise.all([tell({ [name]: SECRET }), tell({ [name]: SECRET })])
  expect([...taken, await tell({ [name]: SECRET })]).toEqual([200, 200, 200])
  await phone.hears('реєструєтеся')
  expect(phone.heard()).toHaveLength(1)
})

test('C-10: Telegram is told where to send updates, with the secret and of which kinds; then it sends them', async () => {
  await using place = await openPlace()
  const told: Record<string, unknown>[] = []
  const worker = place.openWorker({
    bot: { name: 'tsedra_local_bot', webhook: { url: 'https://shop.test/telegram', secret: SECRET, port: 0 } },
  })
  await until(() => place.telegram.webhook.url !== '')
  told.push({ ...place.telegram.webhook })
  expect(told).toMatchObject([
    { url: 'https://shop.test/telegram', secret: SECRET, allowed: ['message', 'callback_query'] },
  ])

  // The stand-in cannot reach the name of the tests: it is given the worker's own door.
  place.telegram.webhook.url = `http://127.0.0.1:${worker.webhookPort()}/telegram`
  await crowd(place).write(0, 20)
  await place.settled(20)
  await until(() =>
    crowd(place)
      .answers(20)
      .every((answers) => answers === 1),
  )
})

// catches mutation: failed-update-not-confirmed
test('an update that could not be written down is told again, and done', async () => {
  await using place = await openPlace()
  const asked = methodsOf(place)
  place.openWorker()
  const people = crowd(place)
  await people.write(0, 1)
  await place.settled(1)

  const busy = await place.db.transaction()
  await busy.raw('LOCK TABLE telegram_updates IN ACCESS EXCLUSIVE MODE')
  const before = asked.length
  await people.write(1, 5)
  await until(() => asked.length > before)
  await busy.rollback()
  await place.settled(5)

  await until(() => people.answers(5).every((answers) => answers === 1))
})

test('updates that came while Postgres was away are done when it is back', async () => {
  await using place = await openPlace()
  await using postgres = await openWire(place.shop.database.url)
  place.openWorker({ databaseUrl: postgres.url })
  const people = crowd(place)
  await people.write(0, 1)
  await place.settled(1)

  postgres.off()
  await people.write(1, 5)
  postgres.on()
  await place.settled(5)

  await until(() => people.answers(5).every((answers) => answers === 1))
})

test('an update that cannot be handled holds the others up for a moment only', async () => {
  await using place = await openPlace()
  place.openWorker()
  const people = crowd(place)
  await place.forge(unhandled(place, 30_000))
  await people.write(0, 3)

  await until(() => people.answers(3).every((answers) => answers === 1))
})

/** How often the bot asks for updates until the last of some is done; they are all there before it begins. */
async function roundsOf(place: Place, people: ReturnType<typeof crowd>): Promise<number> {
  const asked = methodsOf(place)
  await people.write(0, 1)
  place.openWorker()
  await until(() => people.answers(1)[0] === 1, 40_000)
  return asked.filter((method) => method === 'getUpdates').length
}

test.each(['-'.repeat(36), '0190000-00000-7000-8000-000000000000', `0${'-'.repeat(34)}0`])(
  'forged keys hold nobody up: %s',
  { timeout: 60_000 },
  async (id) => {
    await using place = await openPlace()
    const { world } = place.telegram
    for (let tap = 0; tap < 100; tap += 1) {
      const { user } = world.person(30_000 + (tap % 7))
      const chat = { id: user.id, type: 'private' as const, first_name: user.first_name }
      const message = { message_id: 1, date: 1, chat, from: world.bot, text: 'x' }
      const data = tap % 2 ? `${id}:1` : `order:${id}:pending:confirmed`
      await place.forge({ callback_query: { id: `${tap}`, from: user, message, chat_instance: '1', data } })
    }

    // A batch has a hundred updates, the last one comes in another.
    expect(await roundsOf(place, crowd(place))).toBeLessThanOrEqual(3)
    await place.settled(101)
  },
)

test.each([
  ['one person', 1],
  ['many people', 100],
])(
  'a hundred updates of %s that cannot be handled hold the others up as long as one does',
  { timeout: 60_000 },
  async (_, writers) => {
    await using place = await openPlace()
    for (let update = 0; update < 100; update += 1) await place.forge(unhandled(place, 30_000 + (update % writers)))

    // They are told three times, and then the next ones.
    expect(await roundsOf(place, crowd(place))).toBeLessThanOrEqual(5)
  },
)

test('strangers, a silent Telegram and one that refuses never hold up an order', { timeout: 40_000 }, async () => {
  await using place = await openPlace()
  place.openWorker()
  const people = crowd(place)
  await people.write(0, 200)
  place.telegram.faults.set({ methods: ['getUpdates', 'answerCallbackQuery'], rates: { hang: 1 } })

  const { status } = await place.shop.send('POST', '/api/orders', { customerName: 'Олена', customerPhone: NUMBER })
  expect(status).toBe(201)
  await until(async () => !(await place.db('orders').where({ telegram_sent: false }).first()))
})
