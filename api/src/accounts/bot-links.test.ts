import { hashNonce } from '@tsedra/database/bot-links'
import { expect, test } from 'vitest'
import { createTestUser, openBrowser, registrationBody, signIn } from '../../test/users.ts'
import { openShop, type Shop } from '../../test/shop.ts'

const PHONE = '+380671234567'

interface BotLinkBody {
  url: string
  number?: string
}

async function startVerification(shop: Shop, emailOrPhone = PHONE) {
  const browser = openBrowser(shop)
  const { body } = await browser.send('POST', '/api/auth/register', registrationBody({ emailOrPhone, language: 'ru' }))
  return { browser, userId: String(body['userId']), bot: body['bot'] as BotLinkBody }
}

const nonceOf = ({ url }: BotLinkBody) => new URL(url).searchParams.get('start') ?? ''
const linksOf = ({ db }: Shop) => db('telegram_verifications').orderBy('created_at')
const poll = (browser: ReturnType<typeof openBrowser>) =>
  browser.send('GET', `/api/telegram/verification-status/${PHONE}`)

test('C-08: a phone receives a bot link and a number; the database stores its hash for ten minutes', async () => {
  await using shop = await openShop()
  const { userId, bot } = await startVerification(shop)
  const [link, ...others] = await linksOf(shop)

  expect(bot.url).toMatch(/^https:\/\/t\.me\/tsedra_test_bot\?start=[\w-]{22}$/)
  expect(bot.number).toMatch(/^[1-9]\d$/)
  expect(others).toEqual([])
  const remaining = { attempt_id: userId, phone: PHONE, language: 'ru', number: Number(bot.number), telegram_id: null }
  expect(link).toMatchObject({ ...remaining, code: hashNonce(nonceOf(bot)), verified: false })
  expect(JSON.stringify(link)).not.toContain(nonceOf(bot))
  expect(Math.round((link.expires_at - Date.now()) / 10_000)).toBe(60)
  // Nothing is sent to a phone: its owner opens the bot.
  expect(await shop.db('job_outbox')).toEqual([])
})

test('an e-mail receives no bot link; an unverified sign-in, a new phone and a reset do, the reset without a number', async () => {
  await using shop = await openShop()
  expect((await startVerification(shop, 'olena@bar.example')).bot).toBeUndefined()
  const { password } = await createTestUser(shop.db, { phone: PHONE, email: null, is_verified: false })
  const ownResult = await signIn(shop, await createTestUser(shop.db))
  const ask = async (path: string, body: object, browser = openBrowser(shop)) =>
    (await browser.send('POST', `/api/auth/${path}`, body)).body

  const refused = await ask('login', { emailOrPhone: PHONE, password })
  const changed = await ask('identity', { emailOrPhone: '+380671234568', password }, ownResult)
  const reset = await ask('password/reset', { emailOrPhone: PHONE })

  const complete = { url: expect.any(String), number: expect.any(String) }
  expect(refused).toMatchObject({ code: 'not_verified', details: { type: 'phone', bot: complete } })
  expect(changed).toMatchObject({ bot: complete })
  expect(reset['bot']).toEqual({ url: expect.any(String) })
})

test('a new bot link replaces the former one, once a minute at most', async () => {
  await using shop = await openShop()
  const { browser, userId, bot } = await startVerification(shop)
  const resend = () => browser.send('POST', '/api/auth/resend-code', { userId })

  expect((await resend()).status).toBe(429)
  await shop.db('pending_registrations').update({ code_asked_at: shop.db.raw("now() - interval '60 s'") })
  const { body } = await resend()

  const again = body['bot'] as BotLinkBody
  expect(nonceOf(again)).not.toBe(nonceOf(bot))
  const [before, after] = await linksOf(shop)
  expect(before.closed_at).not.toBeNull()
  expect(after).toMatchObject({ code: hashNonce(nonceOf(again)), number: Number(again.number), closed_at: null })
})

test('polling returns `over` to the browser that started: cancelled, expired or used up; to no other browser', async () => {
  await using shop = await openShop()
  for (const end of [
    { cancelled_at: new Date() },
    { code_expires_at: new Date(Date.now() - 1) },
    { consumed_at: new Date() },
  ]) {
    const { browser, userId } = await startVerification(shop)
    expect((await poll(browser)).body).toEqual({ verified: false })
    await shop.db('pending_registrations').where({ id: userId }).update(end)

    expect((await poll(browser)).body).toEqual({ verified: false, over: true })
    expect((await poll(openBrowser(shop))).body).toEqual({ verified: false })
  }
})

test('a shop without a bot refuses every phone with `bot_unavailable`', async () => {
  await using shop = await openShop({ bot: undefined })
  const { password } = await createTestUser(shop.db, { phone: PHONE })
  const ownResult = await signIn(shop, await createTestUser(shop.db))
  const responses = [
    await openBrowser(shop).send('POST', '/api/auth/register', registrationBody({ emailOrPhone: PHONE })),
    await openBrowser(shop).send('POST', '/api/auth/register', registrationBody({ emailOrPhone: '+380671234568' })),
    await openBrowser(shop).send('POST', '/api/auth/password/reset', { emailOrPhone: PHONE }),
    await ownResult.send('POST', '/api/auth/identity', { emailOrPhone: '+380671234568', password }),
  ]

  expect(responses.map(({ status, body }) => [status, body['code']])).toEqual(Array(4).fill([422, 'bot_unavailable']))
  expect(await shop.db('pending_registrations')).toEqual([])
})

test('A-05: a phone receives the same response for an unknown, a verified, an unverified and an inactive account', async () => {
  await using shop = await openShop()
  const states = [
    ['+380671234501', undefined],
    ['+380671234502', {}],
    ['+380671234503', { is_verified: false }],
    ['+380671234504', { is_active: false }],
  ] as const
  const seen = new Set<string>()
  for (const [emailOrPhone, row] of states) {
    if (row) await createTestUser(shop.db, { phone: emailOrPhone, email: null, ...row })
    const calls = [
      ['register', registrationBody({ emailOrPhone })],
      ['password/reset', { emailOrPhone }],
    ] as const
    const responses = calls.map(async ([call, body]) => {
      const browser = openBrowser(shop)
      const started = await browser.send('POST', `/api/auth/${call}`, body)
      const path = call === 'register' ? 'verify' : 'password/reset/confirm'
      const requestBody = {
        userId: started.body['userId'],
        code: '123456',
        ...(call !== 'register' && { password: 'ставок-під-вербою-9' }),
      }
      return [started, await browser.send('POST', `/api/auth/${path}`, requestBody), await poll(browser)].map(shape)
    })
    seen.add(JSON.stringify(await Promise.all(responses)))
  }

  expect([...seen]).toHaveLength(1)
})

/** Returns a response without ids, nonces and numbers. */
function shape({ status, headers, body }: Awaited<ReturnType<typeof poll>>): string {
  const text = JSON.stringify({ ...body, requestId: undefined })
  const plain = text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|start=[\w-]{22}|"number":"\d\d"/g, '<new>')
  return `${status} ${[...headers.keys()].toSorted().join()} ${plain}`
}
