import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startTelegram } from './server.ts'

const STAFF = -1001

async function openTelegram(dataFile?: string) {
  const telegram = await startTelegram({ port: 0, token: '1:test', staffChatId: STAFF, dataFile })
  const root = `http://127.0.0.1:${telegram.port}`
  async function post(path: string, body: unknown) {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${root}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  return {
    root,
    ledger: telegram.world.ledger,
    bot: (method: string, fields: object, token = '1:test') => post(`/bot${token}/${method}`, fields),
    control: (door: string, fields: object) => post(`/control/${door}`, fields),
    [Symbol.asyncDispose]: () => telegram[Symbol.asyncDispose](),
  }
}

test('a message arrives in the staff chat and in the ledger', async () => {
  await using telegram = await openTelegram()

  const { body } = await telegram.bot('sendMessage', { chat_id: STAFF, text: '3 < 4' })

  expect(body).toMatchObject({ ok: true, result: { message_id: 1, text: '3 < 4', chat: { id: STAFF } } })
  expect(telegram.ledger).toMatchObject([{ chatId: STAFF, text: '3 < 4', cut: false }])
})

test('a form says the same as JSON', async () => {
  await using telegram = await openTelegram()
  const keyboard = { inline_keyboard: [[{ text: 'Так', callback_data: 'yes' }]] }
  const form = new URLSearchParams({ chat_id: `${STAFF}`, text: 'привіт', reply_markup: JSON.stringify(keyboard) })

  const response = await fetch(`${telegram.root}/bot1:test/sendMessage`, { method: 'POST', body: form })

  expect(await response.json()).toMatchObject({ ok: true, result: { text: 'привіт', reply_markup: keyboard } })
})

test.each([
  ['another token', 'getMe', {}, '2:other', 401, 'Unauthorized'],
  ['an unknown method', 'sendRocket', {}, '1:test', 404, 'Not Found'],
  ['an unknown chat', 'sendMessage', { chat_id: -5, text: 'x' }, '1:test', 400, 'Bad Request: chat not found'],
  ['no text', 'sendMessage', { chat_id: STAFF, text: ' ' }, '1:test', 400, 'Bad Request: message text is empty'],
  [
    'a long text',
    'sendMessage',
    { chat_id: STAFF, text: 'x'.repeat(4097) },
    '1:test',
    400,
    'Bad Request: message is too long',
  ],
  [
    'a customer who did not begin',
    'sendMessage',
    { chat_id: 7001, text: 'x' },
    '1:test',
    403,
    "Forbidden: bot can't initiate conversation with a user",
  ],
])('%s is refused in the Bot API’s own shape', async (_what, method, fields, token, status, description) => {
  await using telegram = await openTelegram()

  const refused = await telegram.bot(method, fields, token)

  expect(refused).toEqual({ status, body: { ok: false, error_code: status, description } })
  expect(telegram.ledger).toEqual([])
})

test('faults wait in a queue: 429 and 500 take nothing, a cut takes the message and says nothing', async () => {
  await using telegram = await openTelegram()
  await telegram.control('faults', { queue: [{ kind: 'retry_after', seconds: 7 }, { kind: 'error' }, { kind: 'cut' }] })
  const send = () => telegram.bot('sendMessage', { chat_id: STAFF, text: 'once' })

  expect(await send()).toMatchObject({ status: 429, body: { parameters: { retry_after: 7 } } })
  expect(await send()).toMatchObject({ status: 500, body: { ok: false } })
  expect(telegram.ledger).toEqual([])
  await expect(send()).rejects.toThrow()
  expect(telegram.ledger).toMatchObject([{ text: 'once', cut: true }])
  expect(await send()).toMatchObject({ status: 200 })
})

test('the same seed breaks the same calls', async () => {
  const outcomes = await Promise.all(
    [11, 11, 12].map(async (seed) => {
      await using telegram = await openTelegram()
      await telegram.control('faults', { rates: { retry_after: 0.5 }, seed })
      const statuses: number[] = []
      for (let call = 0; call < 20; call++) {
        statuses.push((await telegram.bot('sendMessage', { chat_id: STAFF, text: 'x' })).status)
      }
      return statuses
    }),
  )

  expect(outcomes[0]).toEqual(outcomes[1])
  expect(outcomes[0]).not.toEqual(outcomes[2])
})

test('a waiting bot hears at once what a customer types, and only once', async () => {
  await using telegram = await openTelegram()
  const heard = telegram.bot('getUpdates', { timeout: 20 })
  await telegram.control('say', { text: '/start order-42' })

  const { result } = (await heard).body as { result: { update_id: number; message: { text: string } }[] }
  const next = await telegram.bot('getUpdates', { offset: (result[0]?.update_id ?? 0) + 1 })

  expect(result).toMatchObject([{ message: { text: '/start order-42', chat: { type: 'private' } } }])
  expect(next.body).toEqual({ ok: true, result: [] })
  expect(await telegram.bot('sendMessage', { chat_id: 7001, text: 'вітаю' })).toMatchObject({ status: 200 })
})

test('a tap on a button and a shared contact are updates', async () => {
  await using telegram = await openTelegram()
  await telegram.bot('sendMessage', { chat_id: STAFF, text: 'нове', reply_markup: { inline_keyboard: [] } })
  await telegram.control('tap', { chatId: STAFF, messageId: 1, data: 'take' })
  await telegram.control('contact', {})

  const { body } = await telegram.bot('getUpdates', {})

  expect(body['result']).toMatchObject([
    { callback_query: { data: 'take', message: { message_id: 1 } } },
    { message: { contact: { phone_number: '380671234567', user_id: 7001 } } },
  ])
})

test('the chat survives a restart', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'tsedra-chat-'))
  const file = join(dir, 'chat.jsonl')
  {
    await using telegram = await openTelegram(file)
    await telegram.bot('sendMessage', { chat_id: STAFF, text: 'перше' })
  }

  await using again = await openTelegram(file)
  const { body } = await again.bot('sendMessage', { chat_id: STAFF, text: 'друге' })

  expect(again.ledger.map(({ text }) => text)).toEqual(['перше', 'друге'])
  expect(body).toMatchObject({ result: { message_id: 2 } })
  await rm(dir, { recursive: true })
})

test('a link to the bot opens the page; each number is a person of its own, before and after a restart', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'tsedra-chat-'))
  const file = join(dir, 'chat.jsonl')
  const meOf = async ({ root }: { root: string }, phone: string) => {
    const state = await (await fetch(`${root}/control/state?phone=${encodeURIComponent(phone)}`)).json()
    return (state as { me: { user: { id: number }; phone: string } }).me
  }
  let first: number
  {
    await using telegram = await openTelegram(file)
    const page = await fetch(`${telegram.root}/tsedra_local_bot?start=nonce`)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const me = await meOf(telegram, '+380501112233')
    first = me.user.id
    expect(me.phone).toBe('+380501112233')
    expect(await meOf(telegram, '+380501112233')).toEqual(me)
    expect((await meOf(telegram, '+380671234567')).user.id).toBe(7001)
  }

  await using again = await openTelegram(file)
  expect((await meOf(again, '+380501112233')).user.id).toBe(first)
  expect((await meOf(again, '+380501112244')).user.id).not.toBe(first)
  await rm(dir, { recursive: true })
})

test('a forger’s update is told as it is; a webhook keeps the secret and the kinds that were asked for', async () => {
  const telegram = await startTelegram({ port: 0, token: '1:test', staffChatId: STAFF })
  await using _closing = telegram
  const post = (path: string, body: object) =>
    fetch(`http://127.0.0.1:${telegram.port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const contact = { phone_number: '380671234567', first_name: 'Х' }
  await post('/control/update', { message: { message_id: 1, date: 1, contact } })

  const heard = await (await post('/bot1:test/getUpdates', {})).json()
  expect(heard).toMatchObject({ result: [{ update_id: expect.any(Number), message: { contact } }] })
  const wanted = { url: 'http://127.0.0.1:1/', secret_token: 'secret', allowed_updates: '["message"]' }
  await post('/bot1:test/setWebhook', wanted)
  expect(telegram.webhook).toMatchObject({ url: wanted.url, secret: 'secret', allowed: ['message'] })
})
