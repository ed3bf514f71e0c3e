import { expect, test } from 'vitest'
import { aPerson, openBrowser, signedIn } from '../../../api/test/people.ts'
import { whileBusy } from '../../../api/test/while-busy.ts'
import { begin, begunBy, openPlace, type Phone, type Place } from '../../test/bot-place.ts'
import { until } from '../../test/office.ts'

const NUMBER = '+380671234567'
const SITE = 'shop.test'

const attemptOf = ({ db }: Place, id: string) => db('pending_registrations').where({ id }).first()
const verified = async ({ db }: Place) => (await db('pending_registrations').whereNotNull('verified_at')).length
const sessions = async ({ db }: Place) => (await db('user_sessions').whereNull('revoked_at')).length

/** As far as the question for the number. */
async function toTheNumber(phone: Phone, nonce: string, question: string | RegExp = 'Яке число') {
  await phone.say(`/start ${nonce}`)
  await phone.hears(SITE)
  await phone.shareContact()
  return phone.hears(question)
}

const keysOf = ({ reply_markup: markup }: { reply_markup?: unknown }): string[][] =>
  ((markup as { inline_keyboard?: { text: string }[][] } | undefined)?.inline_keyboard ?? []).map((row) =>
    row.map(({ text }) => text),
  )

test.each([
  ['ua', 'Ви реєструєтеся на сайті', 'Яке число', 'Готово, номер підтверджено', 'Це не я'],
  ['ru', 'Вы регистрируетесь на сайте', 'Какое число', 'Готово, номер подтверждён', 'Это не я'],
  ['en', 'You are registering on the site', 'Which number', 'Done, the number is confirmed', 'This was not me'],
])('a phone is proved in Telegram in %s, and the browser that began is signed in', async (language, ...words) => {
  await using place = await openPlace()
  place.openWorker()
  const phone = place.phone(NUMBER)
  const begun = await begin(place.shop, NUMBER, { language })
  const [greeting, question, end, notMe] = words as [string, string, string, string]

  await phone.say(`/start ${begun.nonce}`)
  const asked = await phone.hears(greeting)
  expect(asked.reply_markup).toMatchObject({ keyboard: [[{ request_contact: true }]] })
  expect(await begun.poll()).toEqual({ verified: false })
  await phone.shareContact()
  const [three, other] = keysOf(await phone.hears(question))
  expect([three?.length, new Set(three).size, other]).toEqual([3, 3, [notMe]])
  expect(await begun.poll()).toEqual({ verified: false })
  await phone.tap(begun.shown)
  expect(keysOf(await phone.hears(end))).toEqual([])

  expect(await begun.poll()).toMatchObject({
    verified: true,
    user: { phone: NUMBER, isVerified: true, hasTelegram: true, language },
  })
  expect((await begun.browser.send('GET', '/api/auth/user')).status).toBe(200)
  expect(await place.db('users')).toMatchObject([{ telegram_id: String(phone.id), phone: NUMBER }])
})

// catches mutation: verification-consumed-once
test('C-06: 1,000 polls of strangers during a real verification: no session, no yes; of two at once one signs in', {
  timeout: 120_000,
}, async () => {
  await using place = await openPlace()
  place.openWorker()
  const phone = place.phone(NUMBER)
  const begun = await begin(place.shop, NUMBER)
  const heard = new Set<string>()
  const strangers = async (round: number) => {
    for (let turn = 0; turn < 5; turn += 1) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, each) =>
          whileBusy(() =>
            openBrowser(place.shop, `198.51.${round * 5 + turn}.${each}`).send(
              'GET',
              `/api/telegram/verification-status/${NUMBER}`,
            ),
          ),
        ),
      )
      for (const { body } of answers) heard.add(JSON.stringify(body))
    }
  }

  await strangers(0)
  await phone.say(`/start ${begun.nonce}`)
  await Promise.all([phone.hears(SITE), strangers(1)])
  await phone.shareContact()
  await Promise.all([phone.hears('Яке число'), strangers(2)])
  await phone.tap(begun.shown)
  await Promise.all([phone.hears('Готово'), strangers(3)])

  expect([...heard]).toEqual(['{"verified":false}'])
  expect(await sessions(place)).toBe(0)
  const both = await Promise.all([begun.poll(), begun.poll()])
  expect(both.filter((answer) => answer['verified'])).toHaveLength(1)
  expect(await sessions(place)).toBe(1)
})

// catches mutation: contact-own-user, contact-not-forwarded, contact-same-phone, bot-private-chats-only
// catches mutation: number-needs-contact
test('C-07: a contact that is forged, somebody else’s, passed on, of a group or of another phone proves nothing', async () => {
  await using place = await openPlace()
  place.openWorker()
  const phone = place.phone(NUMBER)
  const begun = await begin(place.shop, NUMBER)
  await phone.say(`/start ${begun.nonce}`)
  await phone.hears(SITE)
  const { world } = place.telegram
  const from = world.person(phone.id).user
  const chat = { id: phone.id, type: 'private' as const, first_name: from.first_name }
  const own = { phone_number: NUMBER.slice(1), first_name: 'Олена', user_id: phone.id }
  const message = (changes: object) => ({
    message: { message_id: 1_000, date: Math.floor(Date.now() / 1000), chat, from, contact: own, ...changes },
  })
  const { user_id: _, ...nobodys } = own
  const forged = {
    'somebody else’s': message({ contact: { ...own, user_id: phone.id + 1 } }),
    'without user_id': message({ contact: nobodys }),
    forwarded: message({ forward_origin: { type: 'user', date: 1, sender_user: from } }),
    'through another bot': message({ via_bot: { id: 9, is_bot: true, first_name: 'x' } }),
    'in a group': message({ chat: world.staffChat }),
    'of another phone': message({ contact: { ...own, phone_number: '380671234568' } }),
    'of the phone with a digit more': message({ contact: { ...own, phone_number: '3806712345670' } }),
    'sent by somebody else': message({ from: { ...from, id: phone.id + 1 }, chat: { ...chat, id: phone.id + 1 } }),
    'a text that looks like one': message({ contact: undefined, text: NUMBER }),
  }
  for (const update of Object.values(forged)) await place.forge(update)
  await place.settled(1 + Object.keys(forged).length)

  expect(
    phone
      .heard()
      .map(({ text }) => text)
      .join(),
  ).not.toContain('Яке число')
  const [link] = await place.db('telegram_verifications')
  expect(link).toMatchObject({ contact_at: null, verified: false, telegram_id: String(phone.id) })
  // A tap without a question before it proves nothing either.
  const question = { ...message({ contact: undefined, text: 'Яке число' }).message, from: world.bot }
  const tap = { id: '1', from, message: question, chat_instance: '1', data: `${link.id}:${begun.shown}` }
  await place.forge({ callback_query: tap })
  await place.settled(2 + Object.keys(forged).length)
  expect([await verified(place), await sessions(place), (await begun.poll())['verified']]).toEqual([0, 0, false])

  await phone.shareContact()
  await phone.hears('Яке число')
})

test('C-08: without a way from the site a contact is worth nothing; the bot says where to begin', async () => {
  await using place = await openPlace()
  place.openWorker()
  const begun = await begin(place.shop, NUMBER)
  const phone = place.phone(NUMBER)

  await phone.shareContact()
  await phone.hears('Почніть на сайті: https://shop.test')
  await phone.say('/start')
  await phone.say('/start made-up-nonce-of-22-ch')
  await phone.hears('посилання вже не діє')
  await phone.say('привіт')
  await place.settled(4)

  expect(await verified(place)).toBe(0)
  expect(await begun.poll()).toEqual({ verified: false })
  await until(() => phone.heard().length === 4)
})

// catches mutation: bot-link-one-user, bot-link-expires
test('C-08: a way belongs to whoever opens it first, is good once, and not after ten minutes', async () => {
  await using place = await openPlace()
  place.openWorker()
  const [phone, thief] = [place.phone(NUMBER), place.phone('+380671234599')]
  const begun = await begin(place.shop, NUMBER)

  await toTheNumber(phone, begun.nonce)
  await thief.say(`/start ${begun.nonce}`)
  await thief.hears('посилання вже не діє')
  await phone.tap(begun.shown)
  await phone.hears('Готово')
  await phone.say(`/start ${begun.nonce}`)
  await phone.hears('посилання вже не діє')

  const late = await begin(place.shop, NUMBER)
  await place.db('telegram_verifications').update({ expires_at: new Date() })
  await thief.say(`/start ${late.nonce}`)
  await until(() => thief.heard().filter(({ text }) => text?.includes('не діє')).length === 2)
  expect(await verified(place)).toBe(1)
})

test('C-08: another way from the site ends the one before', async () => {
  await using place = await openPlace()
  place.openWorker()
  const phone = place.phone(NUMBER)
  const begun = await begin(place.shop, NUMBER)
  await toTheNumber(phone, begun.nonce)
  await place.db('pending_registrations').update({ code_asked_at: place.db.raw("now() - interval '61 s'") })
  const { body } = await begun.browser.send('POST', '/api/auth/resend-code', { userId: begun.userId })
  const again = begunBy(begun.browser, NUMBER, body)

  await phone.tap(begun.shown)
  await phone.hears('посилання вже не діє')
  expect(await verified(place)).toBe(0)
  await phone.say(`/start ${again.nonce}`)
  await place.settled(4)
  await phone.shareContact()
  await until(() => phone.heard().filter(({ text }) => text?.includes('Яке число')).length === 1)
  await phone.tap(again.shown)
  await phone.hears('Готово')
})

// catches mutation: wrong-number-cancels, cancelled-verification-ends, number-compared
test('C-09: a wrong number cancels the attempt: the page hears it, nothing signs in any more', async () => {
  for (const wrong of ['another', 'Це не я']) {
    await using place = await openPlace()
    place.openWorker()
    const phone = place.phone(NUMBER)
    const begun = await begin(place.shop, NUMBER)
    const [three = []] = keysOf(await toTheNumber(phone, begun.nonce))

    await phone.tap(wrong === 'another' ? (three.find((key) => key !== begun.shown) ?? '') : wrong)
    await phone.hears('Скасовано')

    expect((await attemptOf(place, begun.userId)).cancelled_at).not.toBeNull()
    expect(await begun.poll()).toEqual({ verified: false, over: true })
    const { userId } = begun
    const tried = await begun.browser.send('POST', '/api/auth/verify', { userId, code: '123456' })
    const again = await begun.browser.send('POST', '/api/auth/resend-code', { userId })
    expect([tried.status, tried.body['code']]).toEqual([401, 'unauthorized'])
    expect([again.status, again.body['code']]).toEqual([401, 'unauthorized'])
    await phone.say(`/start ${begun.nonce}`)
    await phone.hears('посилання вже не діє')
    expect([await verified(place), await sessions(place)]).toEqual([0, 0])
  }
})

test('C-09: whoever was sent a stranger’s link reads which site it is and what for', async () => {
  await using place = await openPlace()
  place.openWorker()
  const begun = await begin(place.shop, NUMBER)
  const victim = place.phone(NUMBER)

  await victim.say(`/start ${begun.nonce}`)
  const { text } = await victim.hears(SITE)

  expect(text).toContain('реєструєтеся')
  expect(text).toContain('посилання вам хтось надіслав')
  expect(text).not.toContain(begun.shown)
})

test('a new password is allowed by a code in the chat, as by a letter; an earlier one is worth nothing', async () => {
  await using place = await openPlace()
  place.openWorker()
  const phone = place.phone(NUMBER)
  const person = await aPerson(place.db, { phone: NUMBER })
  const browser = openBrowser(place.shop)
  const asked = await browser.send('POST', '/api/auth/password/reset', { emailOrPhone: NUMBER })
  const { userId, nonce } = begunBy(browser, NUMBER, asked.body)
  const codes = () => phone.heard().flatMap(({ text = '' }) => /^\d{6}/.exec(text) ?? [])
  const confirm = (code: string | undefined) =>
    browser.send('POST', '/api/auth/password/reset/confirm', { userId, code, password: 'зовсім-новий-ставок-3' })

  await phone.say(`/start ${nonce}`)
  await phone.hears('задаєте новий пароль')
  expect((await confirm('000000')).body).toMatchObject({ code: 'code_wrong', details: { triesLeft: 4 } })
  await phone.shareContact()
  await until(() => codes().length === 1)
  await phone.shareContact()
  await until(() => codes().length === 2)
  const [first, second] = codes()
  if (first !== second) expect((await confirm(first)).body).toMatchObject({ code: 'code_wrong' })
  const done = await confirm(second)

  expect(done.body).toMatchObject({ user: { id: person.id, hasTelegram: true } })
  expect(await sessions(place)).toBe(1)
  // No tap and no poll lets anybody in by the way of a reset.
  expect(await verified(place)).toBe(0)
})

test('whose number has an account, or none, hears it in the chat; the browser hears nothing', async () => {
  await using place = await openPlace()
  place.openWorker()
  const owner = await aPerson(place.db, { phone: NUMBER })
  const phone = place.phone(NUMBER)
  const shared = async (nonce: string, words: string) => {
    await phone.say(`/start ${nonce}`)
    await place.settled((await place.db('telegram_updates')).length + 1)
    await phone.shareContact()
    await phone.hears(words)
  }

  const known = await begin(place.shop, NUMBER)
  await shared(known.nonce, 'Акаунт із цим номером уже є')
  expect(await known.poll()).toEqual({ verified: false })

  const { password } = owner
  const other = await signedIn(place.shop, await aPerson(place.db))
  const changed = await other.send('POST', '/api/auth/identity', { emailOrPhone: NUMBER, password })
  await shared(begunBy(other, NUMBER, changed.body).nonce, 'належить іншому акаунту')

  await place.db('users').where({ id: owner.id }).delete()
  const browser = openBrowser(place.shop)
  const asked = await browser.send('POST', '/api/auth/password/reset', { emailOrPhone: NUMBER })
  await shared(begunBy(browser, NUMBER, asked.body).nonce, 'Акаунта з цим номером немає')
  expect(await verified(place)).toBe(0)
})

test('a Telegram that belongs to another account stays there; the phone is proved all the same', async () => {
  await using place = await openPlace()
  place.openWorker()
  const phone = place.phone(NUMBER)
  const owner = await aPerson(place.db, { telegram_id: String(phone.id) })
  const begun = await begin(place.shop, NUMBER)

  await toTheNumber(phone, begun.nonce)
  await phone.tap(begun.shown)
  await phone.hears('уже прив’язано до іншого акаунта')

  expect(await begun.poll()).toMatchObject({ verified: true, user: { hasTelegram: false } })
  expect(await place.db('users').whereNotNull('telegram_id')).toMatchObject([{ id: owner.id }])
})
