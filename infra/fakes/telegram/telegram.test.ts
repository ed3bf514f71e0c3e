import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startFakeTelegram } from './server.ts'

const STAFF_CHAT_ID = -1001

async function openFakeTelegram(dataFile?: string) {
  const telegram = await startFakeTelegram({ port: 0, token: '1:test', staffChatId: STAFF_CHAT_ID, dataFile })
  const baseUrl = `http://127.0.0.1:${telegram.port}`
  async function post(path: string, body: unknown) {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  return {
    baseUrl,
    delivered: telegram.world.ledger,
    callBot: (method: string, fields: object, token = '1:test') => post(`/bot${token}/${method}`, fields),
    callControl: (endpoint: string, fields: object) => post(`/control/${endpoint}`, fields),
    [Symbol.asyncDispose]: () => telegram[Symbol.asyncDispose](),
  }
}

test('a message arrives in the staff chat and in the ledger', async () => {
  await using telegram = await openFakeTelegram()

  const { body } = await telegram.callBot('sendMessage', { chat_id: STAFF_CHAT_ID, text: '3 < 4' })

  expect(body).toMatchObject({ ok: true, result: { message_id: 1, text: '3 < 4', chat: { id: STAFF_CHAT_ID } } })
  expect(telegram.delivered).toMatchObject([{ chatId: STAFF_CHAT_ID, text: '3 < 4', cut: false }])
})

test('a form is parsed like JSON', async () => {
  await using telegram = await openFakeTelegram()
  const keyboard = { inline_keyboard: [[{ text: 'Так', callback_data: 'yes' }]] }
  const form = new URLSearchParams({
    chat_id: `${STAFF_CHAT_ID}`,
    text: 'привіт',
    reply_markup: JSON.stringify(keyboard),
  })

  const response = await fetch(`${telegram.baseUrl}/bot1:test/sendMessage`, { method: 'POST', body: form })

  expect(await response.json()).toMatchObject({ ok: true, result: { text: 'привіт', reply_markup: keyboard } })
})

test.each([
  ['another token', 'getMe', {}, '2:other', 401, 'Unauthorized'],
  ['an unknown method', 'sendRocket', {}, '1:test', 404, 'Not Found'],
  ['an unknown chat', 'sendMessage', { chat_id: -5, text: 'x' }, '1:test', 400, 'Bad Request: chat not found'],
  [
    'no text',
    'sendMessage',
    { chat_id: STAFF_CHAT_ID, text: ' ' },
    '1:test',
    400,
    'Bad Request: message text is empty',
  ],
  [
    'a long text',
    'sendMessage',
    { chat_id: STAFF_CHAT_ID, text: 'x'.repeat(4097) },
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
  await using telegram = await openFakeTelegram()

  const response = await telegram.callBot(method, fields, token)

  expect(response).toEqual({ status, body: { ok: false, error_code: status, description } })
  expect(telegram.delivered).toEqual([])
})

test('faults wait in a queue: 429 and 500 take nothing, a cut accepts the message without a reply', async () => {
  await using telegram = await openFakeTelegram()
  await telegram.callControl('faults', {
    queue: [{ kind: 'retry_after', seconds: 7 }, { kind: 'error' }, { kind: 'cut' }],
  })
  const send = () => telegram.callBot('sendMessage', { chat_id: STAFF_CHAT_ID, text: 'once' })

  expect(await send()).toMatchObject({ status: 429, body: { parameters: { retry_after: 7 } } })
  expect(await send()).toMatchObject({ status: 500, body: { ok: false } })
  expect(telegram.delivered).toEqual([])
  await expect(send()).rejects.toThrow()
  expect(telegram.delivered).toMatchObject([{ text: 'once', cut: true }])
  expect(await send()).toMatchObject({ status: 200 })
})

test('the same seed breaks the same calls', async () => {
  const outcomes = await Promise.all(
    [11, 11, 12].map(async (seed) => {
      await using telegram = await openFakeTelegram()
      await telegram.callControl('faults', { rates: { retry_after: 0.5 }, seed })
      const statuses: number[] = []
      for (let call = 0; call < 20; call++) {
        statuses.push((await telegram.callBot('sendMessage', { chat_id: STAFF_CHAT_ID, text: 'x' })).status)
      }
      return statuses
    }),
  )

  expect(outcomes[0]).toEqual(outcomes[1])
  expect(outcomes[0]).not.toEqual(outcomes[2])
})

test('long polling returns a customer’s message at once, and only once', async () => {
  await using telegram = await openFakeTelegram()
  const updates = telegram.callBot('getUpdates', { timeout: 20 })
  await telegram.callControl('say', { text: '/start order-42' })

  const { result } = (await updates).body as { result: { update_id: number; message: { text: string } }[] }
  const next = await telegram.callBot('getUpdates', { offset: (result[0]?.update_id ?? 0) + 1 })

  expect(result).toMatchObject([{ message: { text: '/start order-42', chat: { type: 'private' } } }])
  expect(next.body).toEqual({ ok: true, result: [] })
  expect(await telegram.callBot('sendMessage', { chat_id: 7001, text: 'вітаю' })).toMatchObject({ status: 200 })
})

test('a tap on a button and a shared contact are updates', async () => {
  await using telegram = await openFakeTelegram()
  await telegram.callBot('sendMessage', { chat_id: STAFF_CHAT_ID, text: 'нове', reply_markup: { inline_keyboard: [] } })
  await telegram.callControl('tap', { chatId: STAFF_CHAT_ID, messageId: 1, data: 'take' })
  await telegram.callControl('contact', {})

  const { body } = await telegram.callBot('getUpdates', {})

  expect(body['result']).toMatchObject([
    { callback_query: { data: 'take', message: { message_id: 1 } } },
    { message: { contact: { phone_number: '380671234567', user_id: 7001 } } },
  ])
})

test('the chat survives a restart', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'tsedra-chat-'))
  const file = join(dir, 'chat.jsonl')
  {
    await using telegram = await openFakeTelegram(file)
    await telegram.callBot('sendMessage', { chat_id: STAFF_CHAT_ID, text: 'перше' })
  }

  await using restarted = await openFakeTelegram(file)
  const { body } = await restarted.callBot('sendMessage', { chat_id: STAFF_CHAT_ID, text: 'друге' })

  expect(restarted.delivered.map(({ text }) => text)).toEqual(['перше', 'друге'])
  expect(body).toMatchObject({ result: { message_id: 2 } })
  await rm(dir, { recursive: true })
})

test('a link to the bot opens the page; each number is a person of its own, before and after a restart', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'tsedra-chat-'))
  const file = join(dir, 'chat.jsonl')
  const readOwnUser = async ({ baseUrl }: { baseUrl: string }, phone: string) => {
    const state = await (await fetch(`${baseUrl}/control/state?phone=${encodeURIComponent(phone)}`)).json()
    return (state as { me: { user: { id: number }; phone: string } }).me
  }
  let firstId: number
  {
    await using telegram = await openFakeTelegram(file)
    const page = await fetch(`${telegram.baseUrl}/tsedra_local_bot?start=nonce`)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const me = await readOwnUser(telegram, '+380501112233')
    firstId = me.user.id
    expect(me.phone).toBe('+380501112233')
    expect(await readOwnUser(telegram, '+380501112233')).toEqual(me)
    expect((await readOwnUser(telegram, '+380671234567')).user.id).toBe(7001)
  }

  await using restarted = await openFakeTelegram(file)
  expect((await readOwnUser(restarted, '+380501112233')).user.id).toBe(firstId)
  expect((await readOwnUser(restarted, '+380501112244')).user.id).not.toBe(firstId)
  await rm(dir, { recursive: true })
})

test('a forged update is delivered unchanged; a webhook keeps the secret and the requested kinds', async () => {
  const telegram = await startFakeTelegram({ port: 0, token: '1:test', staffChatId: STAFF_CHAT_ID })
  await using _closing = telegram
  const post = (path: string, body: object) =>
    fetch(`http://127.0.0.1:${telegram.port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const contact = { phone_number: '380671234567', first_name: 'Х' }
  await post('/control/update', { message: { message_id: 1, date: 1, contact } })

  const updates = await (await post('/bot1:test/getUpdates', {})).json()
  expect(updates).toMatchObject({ result: [{ update_id: expect.any(Number), message: { contact } }] })
  const webhookFields = { url: 'http://127.0.0.1:1/', secret_token: 'secret', allowed_updates: '["message"]' }
  await post('/bot1:test/setWebhook', webhookFields)
  expect(telegram.webhook).toMatchObject({ url: webhookFields.url, secret: 'secret', allowedUpdates: ['message'] })
})
