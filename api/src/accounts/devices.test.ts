import { expect, test } from 'vitest'
import { createTestUser, type Browser, issueCode, openBrowser, signIn } from '../../test/users.ts'
import { openShop, type Shop } from '../../test/shop.ts'

const newPassword = 'новий-лід-і-мʼята'

/** Returns the buckets in which a wrong password of this browser counts. */
async function countedBy(shop: Shop, browser: Browser, emailOrPhone: string): Promise<string[]> {
  await shop.db('throttles').delete()
  const { status } = await browser.send('POST', '/api/auth/login', { emailOrPhone, password: 'зовсім-не-те' })
  expect(status).toBe(401)
  return shop.db('throttles').where('hits', '>', 0).orderBy('bucket').pluck('bucket')
}

const unknownDeviceBuckets = ['login-account', 'login-address', 'login-pair']

// catches mutation: device-forgotten-on-revocation
test('a password change makes other browsers unknown devices; the one that changed it remains known', async () => {
  await using shop = await openShop()
  const user = await createTestUser(shop.db)
  const [owner, other] = [await signIn(shop, user), await signIn(shop, user)]
  expect(await countedBy(shop, other, user.email)).toEqual(['login-device'])

  const change = { currentPassword: user.password, password: newPassword }
  expect((await owner.send('POST', '/api/auth/password', change)).status).toBe(200)

  expect(await countedBy(shop, other, user.email)).toEqual(unknownDeviceBuckets)
  expect(await countedBy(shop, owner, user.email)).toEqual(['login-device'])
})

// catches mutation: device-forgotten-on-revocation
test('a password reset makes other browsers unknown devices, and this one known', async () => {
  await using shop = await openShop()
  const user = await createTestUser(shop.db)
  const [other, thisBrowser] = [await signIn(shop, user), openBrowser(shop)]
  const { body } = await thisBrowser.send('POST', '/api/auth/password/reset', { emailOrPhone: user.email })
  const { userId } = body
  const confirm = { userId, code: await issueCode(shop.db, userId), password: newPassword }
  expect((await thisBrowser.send('POST', '/api/auth/password/reset/confirm', confirm)).status).toBe(200)

  expect(await countedBy(shop, other, user.email)).toEqual(unknownDeviceBuckets)
  expect(await countedBy(shop, thisBrowser, user.email)).toEqual(['login-device'])
})
