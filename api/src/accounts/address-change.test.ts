import { expect, test } from 'vitest'
import { addGate, untilBlocked } from '../../test/gate.ts'
import { createTestUser, type Browser, issueCode, openBrowser, type TestUser, signIn } from '../../test/users.ts'
import { openShop, type Shop } from '../../test/shop.ts'
import { createSignedInStaff } from '../../test/staff.ts'

const newPassword = 'новий-лід-і-мʼята'
const OLD_PHONE = '+380671234567'
const NEW_PHONE = '+380671234568'

/** Starts a password reset and issues its code. */
async function resetOf(shop: Shop, emailOrPhone: string) {
  const browser = openBrowser(shop, '198.51.100.9')
  const { body } = await browser.send('POST', '/api/auth/password/reset', { emailOrPhone })
  const userId = body['userId']
  const code = await issueCode(shop.db, userId)
  return {
    confirm: async () =>
      (await browser.send('POST', '/api/auth/password/reset/confirm', { userId, code, password: newPassword })).body,
    resend: async () => (await browser.send('POST', '/api/auth/resend-code', { userId })).body,
    isIn: async () => (await browser.send('GET', '/api/auth/user')).status === 200,
  }
}

/** Changes the address of an account by its settings; the bot verifies a phone at once. */
async function changeIdentity(shop: Shop, browser: Browser, user: TestUser, emailOrPhone: string) {
  const requestBody = { emailOrPhone, password: user.password }
  const { body } = await browser.send('POST', '/api/auth/identity', requestBody)
  const { userId } = body
  if (emailOrPhone.includes('@')) {
    return browser.send('POST', '/api/auth/verify', { userId, code: await issueCode(shop.db, userId) })
  }
  await markVerifiedByBot(shop, userId)
  return browser.send('GET', `/api/telegram/verification-status/${emailOrPhone}`)
}

/** Stores what the bot stores after it has verified the phone. */
async function markVerifiedByBot({ db }: Shop, attemptId: unknown, telegramId = '42') {
  await db('telegram_verifications')
    .where({ attempt_id: attemptId })
    .update({ telegram_id: telegramId, verified: true })
  await db('pending_registrations').where({ id: attemptId }).update({ verified_at: new Date() })
}

// catches mutation: change-cancels-codes
test.each([
  ['e-mail', {}, 'new@bar.example'],
  ['phone', { phone: OLD_PHONE }, NEW_PHONE],
])('a reset started for the old %s fails once the address has changed', async (_, row, address) => {
  await using shop = await openShop()
  const user = await createTestUser(shop.db, row)
  const owner = await signIn(shop, user)
  const former = await resetOf(shop, 'phone' in row ? OLD_PHONE : user.email)

  expect((await changeIdentity(shop, owner, user, address)).status).toBe(200)
  const notified = await shop.db('job_outbox').where({ name: 'code-requested' })

  expect((await former.resend())['code']).toBe('unauthorized')
  expect((await former.confirm())['code']).toBe('unauthorized')
  expect(await former.isIn()).toBe(false)
  expect(await shop.db('job_outbox').where({ name: 'code-requested' })).toHaveLength(notified.length)
  const login = { emailOrPhone: address, password: user.password }
  expect((await openBrowser(shop).send('POST', '/api/auth/login', login)).status).toBe(200)
})

// catches mutation: reset-address-unchanged
test.each([
  ['e-mail', {}, { email: 'new@bar.example' }],
  ['phone', { phone: OLD_PHONE }, { phone: NEW_PHONE }],
])('a correct code fails once the account has another %s', async (_, row, change) => {
  await using shop = await openShop()
  const user = await createTestUser(shop.db, row)
  const former = await resetOf(shop, 'phone' in row ? OLD_PHONE : user.email)
  // Simulates a reset that starts during the change, so that nothing has cancelled it.
  await shop.db('users').where({ id: user.id }).update(change)

  expect(await former.confirm()).toMatchObject({ code: 'code_dead', details: { canResend: false } })
  expect(await former.isIn()).toBe(false)
})

test('an address change during the hashing keeps the old password', async () => {
  await using shop = await openShop({ passwordCost: { memoryKiB: 65_536, passes: 20 } })
  const user = await createTestUser(shop.db)
  const former = await resetOf(shop, user.email)

  const confirmed = former.confirm()
  await expect
    .poll(async () => (await shop.db('throttles').where({ bucket: 'code-address' }).first('hits'))?.hits)
    .toBe(1)
  await shop.db('users').where({ id: user.id }).update({ email: 'new@bar.example' })

  expect((await confirmed)['code']).toBe('code_dead')
  expect(await shop.db('account_changes')).toEqual([])
})

test('a code of a former address verifies nothing', async () => {
  await using shop = await openShop()
  const user = await createTestUser(shop.db, { is_verified: false })
  const browser = openBrowser(shop)
  const login = { emailOrPhone: user.email, password: user.password }
  const { details } = (await browser.send('POST', '/api/auth/login', login)).body as { details: { userId: string } }
  await shop.db('users').update({ email: 'new@bar.example' })

  const code = await issueCode(shop.db, details.userId)
  const { body } = await browser.send('POST', '/api/auth/verify', { userId: details.userId, code })

  expect(body['code']).toBe('code_dead')
  expect(await shop.db('users').first()).toMatchObject({ is_verified: false })
})

test('a password change, signing out everywhere and admin actions cancel pending verifications of the account', async () => {
  await using shop = await openShop()
  const admin = await createSignedInStaff(shop, 'admin')
  const password = (user: TestUser, browser: Browser) =>
    browser.send('POST', '/api/auth/password', { currentPassword: user.password, password: newPassword })
  const methods: Record<string, (user: TestUser, browser: Browser) => Promise<{ status: number }>> = {
    password,
    everywhere: (_, browser) => browser.send('DELETE', '/api/auth/sessions'),
    role: ({ id }) => admin.send('PUT', `/api/admin/users/${id}/role`, { role: 'editor' }),
    closed: ({ id }) => admin.send('PUT', `/api/admin/users/${id}/active`, { isActive: false }),
    'second factor': ({ id }) => admin.send('DELETE', `/api/admin/users/${id}/second-factor`),
  }
  for (const [method, change] of Object.entries(methods)) {
    const user = await createTestUser(shop.db)
    const browser = await signIn(shop, user)
    const thief = await signIn(shop, user)
    const former = await resetOf(shop, user.email)
    expect((await thief.send('POST', '/api/auth/telegram')).status).toBe(200)

    expect((await change(user, browser)).status, method).toBe(200)

    expect((await former.confirm())['code'], method).toBe('unauthorized')
    const open = { user_id: user.id, closed_at: null }
    expect(await shop.db('telegram_verifications').where(open), method).toEqual([])
    await shop.db('throttles').delete()
  }
})

// catches mutation: code-locks-owner-first
test('two concurrent codes of one account: one succeeds, the other is cancelled, without a deadlock', async () => {
  await using shop = await openShop()
  const user = await createTestUser(shop.db)
  const resets = [await resetOf(shop, user.email), await resetOf(shop, user.email)]

  const gate = await addGate(shop.db, 1, 'BEFORE UPDATE ON users FOR EACH ROW')
  await gate.close()

  const both = Promise.all(resets.map(({ confirm }) => confirm()))
  await untilBlocked(shop.db, both, 2)
  await gate.open()
  const responses = await both

  expect(responses.filter((body) => 'user' in body)).toHaveLength(1)
  expect(responses.filter((body) => body['code'] === 'unauthorized')).toHaveLength(1)
})

test('staff need their second factor for every step of an address change', async () => {
  await using shop = await openShop()
  const user = await createTestUser(shop.db, { role: 'editor', phone: OLD_PHONE })
  const browser = await signIn(shop, user)
  const change = () => browser.send('POST', '/api/auth/identity', { emailOrPhone: NEW_PHONE, password: user.password })
  const poll = () => browser.send('GET', `/api/telegram/verification-status/${NEW_PHONE}`)
  const prove = (second_factor_at: Date | null) => shop.db('user_sessions').update({ second_factor_at })

  expect([(await change()).body['code'], await shop.db('pending_registrations')]).toEqual([
    'second_factor_required',
    [],
  ])
  await prove(new Date())
  const { body } = await change()
  await markVerifiedByBot(shop, body['userId'])
  await prove(null)
  expect((await poll()).body['code']).toBe('second_factor_required')
  expect(await shop.db('users').first()).toMatchObject({ phone: OLD_PHONE, telegram_id: null })
  await prove(new Date())
  expect((await poll()).body['verified']).toBe(true)
  expect(await shop.db('users').first()).toMatchObject({ phone: NEW_PHONE, telegram_id: '42' })
})

// catches mutation: bot-reset-links-no-staff
test('a reset by the bot links Telegram to a customer account, not to a staff account', async () => {
  await using shop = await openShop()
  const telegramIdAfterReset = async (role: string, phone: string, telegramId: string) => {
    const user = await createTestUser(shop.db, { role, phone })
    const browser = openBrowser(shop)
    const { body } = await browser.send('POST', '/api/auth/password/reset', { emailOrPhone: phone })
    await shop
      .db('telegram_verifications')
      .where({ attempt_id: body['userId'] })
      .update({ telegram_id: telegramId, verified: true })
    const confirmed = { userId: body['userId'], code: await issueCode(shop.db, body['userId']), password: newPassword }
    expect((await browser.send('POST', '/api/auth/password/reset/confirm', confirmed)).status).toBe(200)
    return (await shop.db('users').where({ id: user.id }).first('telegram_id')).telegram_id
  }

  expect(await telegramIdAfterReset('editor', OLD_PHONE, '42')).toBeNull()
  expect(await telegramIdAfterReset('user', NEW_PHONE, '43')).toBe('43')
})

test('a registration of a phone that became a staff account’s does not link Telegram to it', async () => {
  await using shop = await openShop()
  const browser = openBrowser(shop)
  const registration = { emailOrPhone: OLD_PHONE, password: newPassword, firstName: 'Іван', lastName: 'Мельник' }
  const { body } = await browser.send('POST', '/api/auth/register', registration)
  await createTestUser(shop.db, { role: 'editor', phone: OLD_PHONE })
  await markVerifiedByBot(shop, body['userId'])

  expect((await browser.send('GET', `/api/telegram/verification-status/${OLD_PHONE}`)).body['verified']).toBe(true)
  expect(await shop.db('users').first()).toMatchObject({ telegram_id: null })
})
