import { expect, test } from 'vitest'
import { createTestUser, openBrowser, signIn } from '../../../api/test/users.ts'
import { retryWhileBusy } from '../../../api/test/retry-while-busy.ts'
import {
  startRegistration,
  readStartedRegistration,
  openBotStack,
  type TelegramUser,
  type BotStack,
} from '../../test/bot-stack.ts'
import { waitUntil } from '../../test/worker-stack.ts'

const NUMBER = '+380671234567'
const SITE = 'shop.test'

const readVerification = ({ db }: BotStack, id: string) => db('pending_registrations').where({ id }).first()
const countVerified = async ({ db }: BotStack) => (await db('pending_registrations').whereNotNull('verified_at')).length
const countSessions = async ({ db }: BotStack) => (await db('user_sessions').whereNull('revoked_at')).length

/** Opens the link and shares the contact, up to the question for the number. */
async function shareContactFor(phone: TelegramUser, nonce: string, question: string | RegExp = 'Яке число') {
  await phone.sendText(`/start ${nonce}`)
  await phone.waitForMessage(SITE)
  await phone.shareContact()
  return phone.waitForMessage(question)
}

const keysOf = ({ reply_markup: markup }: { reply_markup?: unknown }): string[][] =>
  ((markup as { inline_keyboard?: { text: string }[][] } | undefined)?.inline_keyboard ?? []).map((row) =>
    row.map(({ text }) => text),
  )

test.each([
  ['ua', 'Ви реєструєтеся на сайті', 'Яке число', 'Готово, номер підтверджено', 'Це не я'],
  ['ru', 'Вы регистрируетесь на сайте', 'Какое число', 'Готово, номер подтверждён', 'Это не я'],
  ['en', 'You are registering on the site', 'Which number', 'Done, the number is confirmed', 'This wasn’t me'],
])('a phone is verified in Telegram in %s, and the browser that started is signed in', async (language, ...words) => {
  await using stack = await openBotStack()
  stack.openWorker()
  const phone = stack.phone(NUMBER)
  const started = await startRegistration(stack.shop, NUMBER, { language })
  const [greeting, question, confirmation, notMe] = words as [string, string, string, string]

  await phone.sendText(`/start ${started.nonce}`)
  const requested = await phone.waitForMessage(greeting)
  expect(requested.reply_markup).toMatchObject({ keyboard: [[{ request_contact: true }]] })
  expect(await started.poll()).toEqual({ verified: false })
  await phone.shareContact()
  const [three, other] = keysOf(await phone.waitForMessage(question))
  expect([three?.length, new Set(three).size, other]).toEqual([3, 3, [notMe]])
  expect(await started.poll()).toEqual({ verified: false })
  await phone.tap(started.number)
  expect(keysOf(await phone.waitForMessage(confirmation))).toEqual([])

  expect(await started.poll()).toMatchObject({
    verified: true,
    user: { phone: NUMBER, isVerified: true, hasTelegram: true, language },
  })
  expect((await started.browser.send('GET', '/api/auth/user')).status).toBe(200)
  expect(await stack.db('users')).toMatchObject([{ telegram_id: String(phone.id), phone: NUMBER }])
})

// catches mutation: verification-consumed-once
test('C-06: 1,000 polls by other browsers during a verification create no session; of two own polls one signs in', {
  timeout: 120_000,
}, async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  const phone = stack.phone(NUMBER)
  const started = await startRegistration(stack.shop, NUMBER)
  const received = new Set<string>()
  const pollFromOtherBrowsers = async (round: number) => {
    for (let turn = 0; turn < 5; turn += 1) {
      const responses = await Promise.all(
        Array.from({ length: 50 }, (_, item) =>
          retryWhileBusy(() =>
            openBrowser(stack.shop, `198.51.${round * 5 + turn}.${item}`).send(
              'GET',
              `/api/telegram/verification-status/${NUMBER}`,
            ),
          ),
        ),
      )
      for (const { body } of responses) received.add(JSON.stringify(body))
    }
  }

  await pollFromOtherBrowsers(0)
  await phone.sendText(`/start ${started.nonce}`)
  await Promise.all([phone.waitForMessage(SITE), pollFromOtherBrowsers(1)])
  await phone.shareContact()
  await Promise.all([phone.waitForMessage('Яке число'), pollFromOtherBrowsers(2)])
  await phone.tap(started.number)
  await Promise.all([phone.waitForMessage('Готово'), pollFromOtherBrowsers(3)])

  expect([...received]).toEqual(['{"verified":false}'])
  expect(await countSessions(stack)).toBe(0)
  const both = await Promise.all([started.poll(), started.poll()])
  expect(both.filter((response) => response['verified'])).toHaveLength(1)
  expect(await countSessions(stack)).toBe(1)
})

// catches mutation: contact-own-user, contact-not-forwarded, contact-same-phone, bot-private-chats-only
// catches mutation: number-needs-contact
test('C-07: a contact that is forged, another user’s, forwarded, from a group or of another phone verifies nothing', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  const phone = stack.phone(NUMBER)
  const started = await startRegistration(stack.shop, NUMBER)
  await phone.sendText(`/start ${started.nonce}`)
  await phone.waitForMessage(SITE)
  const { world } = stack.telegram
  const from = world.person(phone.id).user
  const chat = { id: phone.id, type: 'private' as const, first_name: from.first_name }
  const own = { phone_number: NUMBER.slice(1), first_name: 'Олена', user_id: phone.id }
  const message = (changes: object) => ({
    message: { message_id: 1_000, date: Math.floor(Date.now() / 1000), chat, from, contact: own, ...changes },
  })
  const { user_id: _, ...unowned } = own
  const forged = {
    'another user’s': message({ contact: { ...own, user_id: phone.id + 1 } }),
    'without user_id': message({ contact: unowned }),
    forwarded: message({ forward_origin: { type: 'user', date: 1, sender_user: from } }),
    'through another bot': message({ via_bot: { id: 9, is_bot: true, first_name: 'x' } }),
    'in a group': message({ chat: world.staffChat }),
    'of another phone': message({ contact: { ...own, phone_number: '380671234568' } }),
    'of the phone with a digit more': message({ contact: { ...own, phone_number: '3806712345670' } }),
    'sent by another user': message({ from: { ...from, id: phone.id + 1 }, chat: { ...chat, id: phone.id + 1 } }),
    'the phone as a text': message({ contact: undefined, text: NUMBER }),
  }
  for (const update of Object.values(forged)) await stack.forge(update)
  await stack.settled(1 + Object.keys(forged).length)

  expect(
    phone
      .received()
      .map(({ text }) => text)
      .join(),
  ).not.toContain('Яке число')
  const [link] = await stack.db('telegram_verifications')
  expect(link).toMatchObject({ contact_at: null, verified: false, telegram_id: String(phone.id) })
  // A tap without the question for the number verifies nothing either.
  const question = { ...message({ contact: undefined, text: 'Яке число' }).message, from: world.bot }
  const tap = { id: '1', from, message: question, chat_instance: '1', data: `${link.id}:${started.number}` }
  await stack.forge({ callback_query: tap })
  await stack.settled(2 + Object.keys(forged).length)
  expect([await countVerified(stack), await countSessions(stack), (await started.poll())['verified']]).toEqual([
    0,
    0,
    false,
  ])

  await phone.shareContact()
  await phone.waitForMessage('Яке число')
})

test('C-08: a contact without a link from the site verifies nothing; the bot replies with the site’s address', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  const started = await startRegistration(stack.shop, NUMBER)
  const phone = stack.phone(NUMBER)

  await phone.shareContact()
  await phone.waitForMessage('Почніть на сайті: https://shop.test')
  await phone.sendText('/start')
  await phone.sendText('/start made-up-nonce-of-22-ch')
  await phone.waitForMessage('посилання вже не діє')
  await phone.sendText('привіт')
  await stack.settled(4)

  expect(await countVerified(stack)).toBe(0)
  expect(await started.poll()).toEqual({ verified: false })
  await waitUntil(() => phone.received().length === 4)
})

// catches mutation: bot-link-one-user, bot-link-expires
test('C-08: a link belongs to the first user who opens it, works once and expires after ten minutes', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  const [phone, thief] = [stack.phone(NUMBER), stack.phone('+380671234599')]
  const started = await startRegistration(stack.shop, NUMBER)

  await shareContactFor(phone, started.nonce)
  await thief.sendText(`/start ${started.nonce}`)
  await thief.waitForMessage('посилання вже не діє')
  await phone.tap(started.number)
  await phone.waitForMessage('Готово')
  await phone.sendText(`/start ${started.nonce}`)
  await phone.waitForMessage('посилання вже не діє')

  const late = await startRegistration(stack.shop, NUMBER)
  await stack.db('telegram_verifications').update({ expires_at: new Date() })
  await thief.sendText(`/start ${late.nonce}`)
  await waitUntil(() => thief.received().filter(({ text }) => text?.includes('не діє')).length === 2)
  expect(await countVerified(stack)).toBe(1)
})

test('C-08: a new link from the site invalidates the earlier one', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  const phone = stack.phone(NUMBER)
  const started = await startRegistration(stack.shop, NUMBER)
  await shareContactFor(phone, started.nonce)
  await stack.db('pending_registrations').update({ code_asked_at: stack.db.raw("now() - interval '61 s'") })
  const { body } = await started.browser.send('POST', '/api/auth/resend-code', { userId: started.userId })
  const again = readStartedRegistration(started.browser, NUMBER, body)

  await phone.tap(started.number)
  await phone.waitForMessage('посилання вже не діє')
  expect(await countVerified(stack)).toBe(0)
  await phone.sendText(`/start ${again.nonce}`)
  await stack.settled(4)
  await phone.shareContact()
  await waitUntil(() => phone.received().filter(({ text }) => text?.includes('Яке число')).length === 1)
  await phone.tap(again.number)
  await phone.waitForMessage('Готово')
})

// catches mutation: wrong-number-cancels, cancelled-verification-ends, number-compared
test('C-09: a wrong number cancels the verification: the page is notified and no sign-in follows', async () => {
  for (const invalid of ['another', 'Це не я']) {
    await using stack = await openBotStack()
    stack.openWorker()
    const phone = stack.phone(NUMBER)
    const started = await startRegistration(stack.shop, NUMBER)
    const [three = []] = keysOf(await shareContactFor(phone, started.nonce))

    await phone.tap(invalid === 'another' ? (three.find((key) => key !== started.number) ?? '') : invalid)
    await phone.waitForMessage('Скасовано')

    expect((await readVerification(stack, started.userId)).cancelled_at).not.toBeNull()
    expect(await started.poll()).toEqual({ verified: false, over: true })
    const { userId } = started
    const tried = await started.browser.send('POST', '/api/auth/verify', { userId, code: '123456' })
    const again = await started.browser.send('POST', '/api/auth/resend-code', { userId })
    expect([tried.status, tried.body['code']]).toEqual([401, 'unauthorized'])
    expect([again.status, again.body['code']]).toEqual([401, 'unauthorized'])
    await phone.sendText(`/start ${started.nonce}`)
    await phone.waitForMessage('посилання вже не діє')
    expect([await countVerified(stack), await countSessions(stack)]).toEqual([0, 0])
  }
})

test('C-09: a user who opens a link sent by an attacker sees the site and the purpose', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  const started = await startRegistration(stack.shop, NUMBER)
  const victim = stack.phone(NUMBER)

  await victim.sendText(`/start ${started.nonce}`)
  const { text } = await victim.waitForMessage(SITE)

  expect(text).toContain('реєструєтеся')
  expect(text).toContain('посилання вам хтось надіслав')
  expect(text).not.toContain(started.number)
})

test('a password reset accepts the code from the chat; an earlier code is invalid', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  const phone = stack.phone(NUMBER)
  const user = await createTestUser(stack.db, { phone: NUMBER })
  const browser = openBrowser(stack.shop)
  const requested = await browser.send('POST', '/api/auth/password/reset', { emailOrPhone: NUMBER })
  const { userId, nonce } = readStartedRegistration(browser, NUMBER, requested.body)
  const codes = () => phone.received().flatMap(({ text = '' }) => /^\d{6}/.exec(text) ?? [])
  const confirm = (code: string | undefined) =>
    browser.send('POST', '/api/auth/password/reset/confirm', { userId, code, password: 'зовсім-новий-ставок-3' })

  await phone.sendText(`/start ${nonce}`)
  await phone.waitForMessage('задаєте новий пароль')
  expect((await confirm('000000')).body).toMatchObject({ code: 'code_wrong', details: { triesLeft: 4 } })
  await phone.shareContact()
  await waitUntil(() => codes().length === 1)
  await phone.shareContact()
  await waitUntil(() => codes().length === 2)
  const [first, second] = codes()
  if (first !== second) expect((await confirm(first)).body).toMatchObject({ code: 'code_wrong' })
  const done = await confirm(second)

  expect(done.body).toMatchObject({ user: { id: user.id, hasTelegram: true } })
  expect(await countSessions(stack)).toBe(1)
  // A link for a reset starts no session by tap or poll.
  expect(await countVerified(stack)).toBe(0)
})

test('account enumeration: only the chat of the phone’s owner learns whether an account exists', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  const owner = await createTestUser(stack.db, { phone: NUMBER })
  const phone = stack.phone(NUMBER)
  // Counted here: the worker may have stored an update before the test could count the rows.
  let updates = 0
  const shareContact = async (nonce: string, words: string) => {
    await phone.sendText(`/start ${nonce}`)
    await stack.settled((updates += 1))
    await phone.shareContact()
    await stack.settled((updates += 1))
    await phone.waitForMessage(words)
  }

  const known = await startRegistration(stack.shop, NUMBER)
  await shareContact(known.nonce, 'Акаунт із цим номером уже є')
  expect(await known.poll()).toEqual({ verified: false })

  const { password } = owner
  const other = await signIn(stack.shop, await createTestUser(stack.db))
  const changed = await other.send('POST', '/api/auth/identity', { emailOrPhone: NUMBER, password })
  await shareContact(readStartedRegistration(other, NUMBER, changed.body).nonce, 'належить іншому акаунту')

  await stack.db('users').where({ id: owner.id }).delete()
  const browser = openBrowser(stack.shop)
  const requested = await browser.send('POST', '/api/auth/password/reset', { emailOrPhone: NUMBER })
  await shareContact(readStartedRegistration(browser, NUMBER, requested.body).nonce, 'Акаунта з цим номером немає')
  expect(await countVerified(stack)).toBe(0)
})

test('a Telegram linked to another account stays linked to it; the phone is verified', async () => {
  await using stack = await openBotStack()
  stack.openWorker()
  const phone = stack.phone(NUMBER)
  const owner = await createTestUser(stack.db, { telegram_id: String(phone.id) })
  const started = await startRegistration(stack.shop, NUMBER)

  await shareContactFor(phone, started.nonce)
  await phone.tap(started.number)
  await phone.waitForMessage('уже прив’язано до іншого акаунта')

  expect(await started.poll()).toMatchObject({ verified: true, user: { hasTelegram: false } })
  expect(await stack.db('users').whereNotNull('telegram_id')).toMatchObject([{ id: owner.id }])
})
