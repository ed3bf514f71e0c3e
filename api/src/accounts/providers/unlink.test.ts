import { providers } from '@tsedra/contract/providers'
import { expect, test } from 'vitest'
import { createSignedInUser, createTestUser, openBrowser, signIn } from '../../../test/users.ts'
import { openShop } from '../../../test/shop.ts'
import { openProviderShop, providerSettings, signInWith, providerUser } from '../../../test/providers.ts'

const me = '/api/auth/user'

test.each(providers)('A8: %s is listed, and no longer signs in once it is unlinked', async (provider) => {
  await using at = await openProviderShop()
  const user = await createTestUser(at.shop.db, {
    email: provider === 'google' ? 'oksana@gmail.com' : 'oksana@icloud.com',
  })
  const theirs = providerUser({ email: user.email })
  const browser = await signInWith(at, provider, theirs)
  const has = provider === 'google' ? 'hasGoogle' : 'hasApple'
  expect((await browser.send('GET', me)).body).toMatchObject({ id: user.id, [has]: true })

  const unlinked = await browser.send('DELETE', `/api/auth/link/${provider}`)

  expect([unlinked.status, unlinked.body[has]]).toEqual([200, false])
  expect((await browser.send('GET', me)).body).toEqual(unlinked.body)
  expect(await at.shop.db('users')).toMatchObject([{ id: user.id, google_id: null, apple_id: null }])
  // Without the verified mailbox the same user of the provider has no account.
  const other = await signInWith(at, provider, { ...theirs, email: 'other@gmail.com' })
  expect((await other.send('GET', me)).body['id']).not.toBe(user.id)
  expect((await browser.send('DELETE', `/api/auth/link/${provider}`)).status).toBe(200)
})

// catches mutation: last-sign-in-method-kept, password-needs-address
test('A8: the last sign-in method is kept, and the response is `last_way_in`', async () => {
  await using at = await openProviderShop()
  const browser = await signInWith(at, 'google', providerUser())
  const unlink = (provider: string) => browser.send('DELETE', `/api/auth/link/${provider}`)
  const users = at.shop.db('users')

  const refused = await unlink('google')
  expect([refused.status, refused.body['code']]).toEqual([409, 'last_way_in'])
  // A password without an address is no sign-in method.
  await users.clone().update({ email: null, password: 'some hash' })
  expect((await unlink('google')).body['code']).toBe('last_way_in')
  await users.clone().update({ phone: '+380671234567' })
  expect((await unlink('google')).status).toBe(200)
})

test('A8: another provider counts as a sign-in method while the shop offers it', async () => {
  await using both = await openShop({ providers: providerSettings('http://127.0.0.1:1') })
  await using google = await openShop({ providers: { google: providerSettings('http://127.0.0.1:1').google } })
  const outcomes: unknown[] = []
  for (const shop of [both, google]) {
    const browser = await createSignedInUser(shop)
    await shop.db('users').update({ google_id: 'a', apple_id: 'b', password: null })
    outcomes.push((await browser.send('DELETE', '/api/auth/link/google')).status)
  }

  expect(outcomes).toEqual([200, 409])
})

test('A8: of two concurrent unlinks one is refused', async () => {
  await using shop = await openShop({ providers: providerSettings('http://127.0.0.1:1') })
  const browser = await createSignedInUser(shop)
  await shop.db('users').update({ google_id: 'a', apple_id: 'b', password: null })

  const responses = await Promise.all(providers.map((provider) => browser.send('DELETE', `/api/auth/link/${provider}`)))

  expect(responses.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '409'])
})

test('A8: a user cannot unlink another user’s provider', async () => {
  await using shop = await openShop({ providers: providerSettings('http://127.0.0.1:1') })
  const other = await createTestUser(shop.db, { google_id: 'of another' })
  const browser = await signIn(shop, await createTestUser(shop.db))

  expect((await browser.send('DELETE', '/api/auth/link/google')).status).toBe(200)
  expect((await browser.send('DELETE', '/api/auth/link/telegram')).status).toBe(400)
  expect((await openBrowser(shop).send('DELETE', '/api/auth/link/google')).status).toBe(401)

  expect(await shop.db('users').where({ id: other.id })).toMatchObject([{ google_id: 'of another' }])
})
