import { expect, test } from 'vitest'
import { createSignedInUser, createTestUser, type Browser, issueCode, openBrowser, signIn } from '../../test/users.ts'
import { openShop, type Shop } from '../../test/shop.ts'
import { stepAt, totpCode } from './totp.ts'

const newPassword = 'новий-лід-і-мʼята'

/** Returns the stored account changes, oldest first, and the jobs that send their notifications. */
async function readNotifications({ db }: Shop): Promise<{ what: string; email: string; language: string }[]> {
  const rows = await db('account_changes').orderBy('id')
  const jobs = await db('job_outbox').where({ name: 'account-changed' }).orderBy('id')
  expect(jobs.map(({ payload }) => payload)).toMatchObject(rows.map(({ id }) => ({ changeId: Number(id) })))
  return rows.map(({ what, email, language }) => ({ what, email, language }))
}

const changeAddress = async (shop: Shop, browser: Browser, password: string, emailOrPhone: string) => {
  const { body } = await browser.send('POST', '/api/auth/identity', { emailOrPhone, password })
  const code = await issueCode(shop.db, body['userId'])
  return browser.send('POST', '/api/auth/verify', { userId: body['userId'], code })
}

// catches mutation: password-change-notified
test('a password change and a reset notify the user in their language', async () => {
  await using shop = await openShop()
  const user = await createTestUser(shop.db, { language: 'en' })
  const browser = await signIn(shop, user)
  const change = (currentPassword: string, password: string) =>
    browser.send('POST', '/api/auth/password', { currentPassword, password })

  expect((await change('зовсім-не-те', newPassword)).status).toBe(403)
  expect((await change(user.password, 'password1')).status).toBe(422)
  expect(await readNotifications(shop)).toEqual([])
  expect((await change(user.password, newPassword)).status).toBe(200)
  const once = { what: 'password', email: user.email, language: 'en' }
  expect(await readNotifications(shop)).toEqual([once])

  const thisBrowser = openBrowser(shop)
  const { body } = await thisBrowser.send('POST', '/api/auth/password/reset', { emailOrPhone: user.email })
  const userId = body['userId']
  const code = await issueCode(shop.db, userId)
  const confirm = { userId, code, password: user.password }
  expect((await thisBrowser.send('POST', '/api/auth/password/reset/confirm', confirm)).status).toBe(200)
  expect(await readNotifications(shop)).toEqual([once, once])
})

// catches mutation: address-change-notifies-old
test('an e-mail change notifies the old address, a phone change the e-mail address; without one no e-mail is sent', async () => {
  await using shop = await openShop()
  const browser = await createSignedInUser(shop)
  const { email, password } = browser.user

  expect((await changeAddress(shop, browser, password, 'new@bar.example')).status).toBe(200)
  expect((await changeAddress(shop, browser, password, '+380671234567')).status).toBe(200)
  expect(await readNotifications(shop)).toEqual([
    { what: 'email', email, language: 'ua' },
    { what: 'phone', email: 'new@bar.example', language: 'ua' },
  ])

  await shop.db('users').update({ email: null })
  expect((await changeAddress(shop, browser, password, '+380671234568')).status).toBe(200)
  expect(await readNotifications(shop)).toHaveLength(2)
})

test('a new authenticator app notifies the user once; a wrong code and a later sign-in do not', async () => {
  await using shop = await openShop()
  const editor = await createTestUser(shop.db, { role: 'editor' })
  const browser = await signIn(shop, editor)
  const { body } = await browser.send('POST', '/api/auth/second-factor/setup')
  // This step and the next are accepted, also when the current one ends during the test.
  const step = stepAt(Date.now())
  const prove = (from: Browser, steps: number) => {
    const code = totpCode(String(body['secret']), step + steps)
    return from.send('POST', '/api/auth/second-factor', { code })
  }

  expect((await prove(browser, 20)).status).toBe(401)
  expect(await readNotifications(shop)).toEqual([])
  expect((await prove(browser, 0)).status).toBe(200)
  expect((await prove(await signIn(shop, editor), 1)).status).toBe(200)
  expect(await readNotifications(shop)).toEqual([{ what: 'second-factor', email: editor.email, language: 'ua' }])
})

test('an address change that fails because the address is taken notifies no user', async () => {
  await using shop = await openShop()
  const browser = await createSignedInUser(shop)
  const { body } = await browser.send('POST', '/api/auth/identity', {
    emailOrPhone: 'new@bar.example',
    password: browser.user.password,
  })
  await createTestUser(shop.db, { email: 'new@bar.example' })
  const code = await issueCode(shop.db, body['userId'])

  expect((await browser.send('POST', '/api/auth/verify', { userId: body['userId'], code })).status).toBe(409)
  expect(await readNotifications(shop)).toEqual([])
})
