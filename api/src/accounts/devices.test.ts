import { expect, test } from 'vitest'
import { aPerson, type Browser, codeFor, openBrowser, signedIn } from '../../test/people.ts'
import { openShop, type Shop } from '../../test/shop.ts'

const fresh = 'новий-лід-і-мʼята'

/** What a wrong password is counted by in this browser. */
async function countedBy(shop: Shop, browser: Browser, emailOrPhone: string): Promise<string[]> {
  await shop.db('throttles').delete()
  const { status } = await browser.send('POST', '/api/auth/login', { emailOrPhone, password: 'зовсім-не-те' })
  expect(status).toBe(401)
  return shop.db('throttles').where('hits', '>', 0).orderBy('bucket').pluck('bucket')
}

const asStranger = ['login-account', 'login-address', 'login-pair']

// catches mutation: device-forgotten-on-revocation
test('a changed password makes other browsers strangers; the one that changed it stays known', async () => {
  await using shop = await openShop()
  const person = await aPerson(shop.db)
  const [owner, other] = [await signedIn(shop, person), await signedIn(shop, person)]
  expect(await countedBy(shop, other, person.email)).toEqual(['login-device'])

  const change = { currentPassword: person.password, password: fresh }
  expect((await owner.send('POST', '/api/auth/password', change)).status).toBe(200)

  expect(await countedBy(shop, other, person.email)).toEqual(asStranger)
  expect(await countedBy(shop, owner, person.email)).toEqual(['login-device'])
})

// catches mutation: device-forgotten-on-revocation
test('a password set by code makes other browsers strangers, and this one known', async () => {
  await using shop = await openShop()
  const person = await aPerson(shop.db)
  const [other, here] = [await signedIn(shop, person), openBrowser(shop)]
  const { body } = await here.send('POST', '/api/auth/password/reset', { emailOrPhone: person.email })
  const { userId } = body
  const confirm = { userId, code: await codeFor(shop.db, userId), password: fresh }
  expect((await here.send('POST', '/api/auth/password/reset/confirm', confirm)).status).toBe(200)

  expect(await countedBy(shop, other, person.email)).toEqual(asStranger)
  expect(await countedBy(shop, here, person.email)).toEqual(['login-device'])
})
