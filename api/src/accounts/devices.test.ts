import { expect, test } from 'vitest'
import { createTestUser, type Browser, issueCode, openBrowser, signIn } from '../../test/users.ts'
import { openShop, type Shop } from '../../test/shop.ts'

const newPassword = 'новий-лід-і-мʼята'

/** What a wrong password is counted by in this browser. */
async function countedBy(shop: Shop, browser: Browser, emailOrPhone: string): Promise<string[]> {
  await shop.db('throttles').delete()
  const { status } = await browser.send('POST', '/api/auth/login', { emailOrPhone, password: 'зовсім-не-те' })
  expect(status).toBe(401)
  return shop.db('throttles').where('hits', '>', 0).orderBy('bucket').pluck('bucket')
}

const strangerBuckets = ['login-account', 'login-address', 'login-pair']

// catches mutation: device-forgotten-on-revocation
test('a changed password makes other browsers strangers; the one that changed it stays known', async () => {
  await using shop = await openShop()
  const user = await createTestUser(shop.db)
  const [owner, other] = [await signIn(shop, user), await signIn(shop, user)]
  expect(await countedBy(shop, other, user.email)).toEqual(['login-device'])

  const change = { currentPassword: user.password, password: newPassword }
  expect((await owner.send('POST', '/api/auth/password', change)).status).toBe(200)

  expect(await countedBy(shop, other, user.email)).toEqual(strangerBuckets)
  expect(await countedBy(shop, owner, user.email)).toEqual(['login-device'])
})

// catches mutation: device-forgotten-on-revocation
test('a password set by code makes other browsers strangers, and this one known', async () => {
  await using shop = await openShop()
  const user = await createTestUser(shop.db)
  const [other, thisBrowser] = [await signIn(shop, user), openBrowser(shop)]
  const { body } = await thisBrowser.send('POST', '/api/auth/password/reset', { emailOrPhone: user.email })
  const { userId } = body
  const confirm = { userId, code: await issueCode(shop.db, userId), password: newPassword }
  expect((await thisBrowser.send('POST', '/api/auth/password/reset/confirm', confirm)).status).toBe(200)

  expect(await countedBy(shop, other, user.email)).toEqual(strangerBuckets)
  expect(await countedBy(shop, thisBrowser, user.email)).toEqual(['login-device'])
})
