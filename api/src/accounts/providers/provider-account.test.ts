import { providers } from '@tsedra/contract/providers'
import { expect, test } from 'vitest'
import { createTestUser, issueCode, openBrowser, registrationBody, signIn } from '../../../test/users.ts'
import {
  startProviderFlow,
  completeProviderPage,
  returnFromProvider,
  openProviderShop,
  signInWith,
  providerUser,
} from '../../../test/providers.ts'

const me = '/api/auth/user'

// catches mutation: oauth-linked-address-refused, oauth-unverified-address
test.each(providers)('O-04: another user of %s with the same address does not open the account', async (provider) => {
  await using at = await openProviderShop()
  const identity = providerUser({ sub: 'the-first' })
  const first = await signInWith(at, provider, identity)

  const second = await signInWith(at, provider, { ...identity, sub: 'the-second' })

  expect(second.arrival.location).toBe('/?login=1&problem=identity_taken&next=%2Fprofile')
  expect((await second.send('GET', me)).status).toBe(401)
  expect((await first.send('GET', me)).status).toBe(200)
  expect(await at.shop.db('users')).toHaveLength(1)
})

// catches mutation: oauth-linked-address-refused, oauth-unverified-address
test.each(providers)(
  'O-04: a user of %s is identified by the permanent id, also after an address change',
  async (provider) => {
    await using at = await openProviderShop()
    const first = await signInWith(at, provider, providerUser({ sub: 'the-same' }))

    const later = await signInWith(at, provider, providerUser({ sub: 'the-same', email: 'new@gmail.com' }))

    expect((await later.send('GET', me)).body['id']).toBe((await first.send('GET', me)).body['id'])
    expect((await later.send('GET', me)).body['email']).not.toBe('new@gmail.com')
  },
)

// catches mutation: oauth-linked-address-refused, oauth-unverified-address
test.each(providers)(
  'O-04: an address that %s has not verified opens no account and is not stored',
  async (provider) => {
    await using at = await openProviderShop()
    const owner = await createTestUser(at.shop.db)

    const browser = await signInWith(at, provider, providerUser({ email: owner.email, unverified: '1' }))

    const { body } = await browser.send('GET', me)
    expect(body['id']).not.toBe(owner.id)
    expect(body['email']).toBeNull()
    await signIn(at.shop, owner)
  },
)

// catches mutation: unverified-account-discarded, pending-registration-cancelled
test.each(providers)(
  'O-05: pre-hijacking: an attacker who registered the victim’s address before %s verified it loses all access',
  async (provider) => {
    await using at = await openProviderShop()
    const email = 'victim@gmail.com'
    const attacker = await createTestUser(at.shop.db, {
      email,
      is_verified: false,
      first_name: 'Зловмисник',
      role: 'admin',
    })
    // Every cookie an attacker can have: of a session, a refused sign-in, a registration and a reset.
    const verifying = openBrowser(at.shop)
    const { password } = attacker
    const refused = await verifying.send('POST', '/api/auth/login', { emailOrPhone: email, password })
    expect(refused.body['code']).toBe('not_verified')
    const registering = openBrowser(at.shop, '198.51.100.2')
    const started = await registering.send('POST', '/api/auth/register', registrationBody({ emailOrPhone: email }))
    const resetting = openBrowser(at.shop, '198.51.100.3')
    const reset = await resetting.send('POST', '/api/auth/password/reset', { emailOrPhone: email })
    const attempts = [
      [verifying, (refused.body['details'] as { userId: string }).userId, 'verify'],
      [registering, String(started.body['userId']), 'verify'],
      [resetting, String(reset.body['userId']), 'password/reset/confirm'],
    ] as const

    const victim = await signInWith(at, provider, providerUser({ email }))

    expect(victim.arrival.location).toBe('/profile')
    expect((await victim.send('GET', me)).body).toMatchObject({
      email,
      firstName: 'Оксана',
      role: 'user',
      hasPassword: false,
    })
    const login = await openBrowser(at.shop).send('POST', '/api/auth/login', { emailOrPhone: email, password })
    expect([login.status, login.body['code']]).toEqual([401, 'wrong_credentials'])
    for (const [browser, userId, call] of attempts) {
      // Even if the attacker learned the code.
      const code = await issueCode(at.shop.db, userId)
      const body = { userId, code, ...(call !== 'verify' && { password: 'верба-над-ставом-7' }) }
      const { status } = await browser.send('POST', `/api/auth/${call}`, body)
      expect(status, call).toBe(401)
      expect((await browser.send('GET', me)).status, call).toBe(401)
    }
    expect(await at.shop.db('users')).toHaveLength(1)
    expect(await at.shop.db('users').where({ id: attacker.id })).toEqual([])
  },
)

test.each([
  ['apple', 'iCloud', { email: 'olena@icloud.com' }],
  ['apple', 'its relay', { email: 'x7@privaterelay.appleid.com' }],
  ['google', '@gmail.com', { email: 'olena.koval@gmail.com' }],
  ['google', 'an organisation', { organisation: 'bar.example' }],
] as const)(
  'O-05: %s runs the mailbox of %s, so it opens the verified account with the address',
  async (provider, _actor, own) => {
    await using at = await openProviderShop()
    const owner = await createTestUser(at.shop.db, own && 'email' in own ? { email: own.email } : {})

    const browser = await signInWith(at, provider, providerUser({ email: owner.email, ...own }))

    const { body } = await browser.send('GET', me)
    expect(body).toMatchObject({ id: owner.id, firstName: 'Олена', hasPassword: true })
    await signIn(at.shop, owner)
    expect(await at.shop.db('account_changes')).toMatchObject([
      { user_id: owner.id, what: provider, email: owner.email },
    ])
    await signInWith(at, provider, providerUser({ email: owner.email, ...own }))
    expect(await at.shop.db('account_changes')).toHaveLength(1)
  },
)

// catches mutation: provider-owns-mailbox
test.each(['olena@bar.example', 'olena@gmail.com', 'olena@icloud.com.bar.example', 'olena@noticloud.com'])(
  'O-05: Apple does not run the mailbox of %s, so the account’s password is required and its user is notified',
  async (email) => {
    await using at = await openProviderShop()
    const owner = await createTestUser(at.shop.db, { email })

    const browser = await signInWith(at, 'apple', providerUser({ email }))

    expect(browser.arrival.location).toContain('link=apple')
    expect((await browser.send('GET', me)).status).toBe(401)
    expect(await at.shop.db('account_changes')).toEqual([])
    expect((await browser.send('POST', '/api/auth/link', { password: owner.password })).status).toBe(200)
    expect(await at.shop.db('account_changes')).toMatchObject([{ user_id: owner.id, what: 'apple' }])
  },
)

// catches mutation: link-requires-password
test('O-05: Google does not run the mailbox, so the account’s password is required once to link it', async () => {
  await using at = await openProviderShop()
  const owner = await createTestUser(at.shop.db)
  const identity = providerUser({ email: owner.email })

  const browser = await signInWith(at, 'google', identity, { next: '/product/lemon' })
  expect(browser.arrival.location).toBe('/?login=1&link=google&next=%2Fproduct%2Flemon')
  expect((await browser.send('GET', me)).status).toBe(401)

  const failure = await browser.send('POST', '/api/auth/link', { password: 'не-той-пароль-зовсім' })
  expect([failure.status, failure.body['code']]).toEqual([403, 'password_wrong'])
  expect((await browser.send('GET', me)).status).toBe(401)
  const otherBrowser = await openBrowser(at.shop).send('POST', '/api/auth/link', { password: owner.password })
  expect(otherBrowser.status).toBe(401)

  const { status, body } = await browser.send('POST', '/api/auth/link', { password: owner.password })
  expect(status).toBe(200)
  expect(body).toMatchObject({ user: { id: owner.id }, next: '/product/lemon' })
  expect((await browser.send('GET', me)).body['id']).toBe(owner.id)
  expect(browser.cookies.has('link')).toBe(false)
  const again = await signInWith(at, 'google', identity)
  expect(again.arrival.location).toBe('/profile')
  expect((await again.send('GET', me)).body['id']).toBe(owner.id)
})

test('O-05: guesses at the link have the rate limits of sign-in', async () => {
  await using at = await openProviderShop()
  const owner = await createTestUser(at.shop.db)
  const browser = await signInWith(at, 'google', providerUser({ email: owner.email }))
  const statuses: number[] = []
  for (let tries = 0; tries < 6; tries += 1) {
    statuses.push((await browser.send('POST', '/api/auth/link', { password: 'не-той-пароль-зовсім' })).status)
  }

  expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
})

test('O-05: an account without a password is not opened by an address that Google does not run', async () => {
  await using at = await openProviderShop()
  const email = 'olena@bar.example'
  await signInWith(at, 'apple', providerUser({ email }))

  const browser = await signInWith(at, 'google', providerUser({ email }))

  expect(browser.arrival.location).toContain('problem=identity_taken')
  expect((await browser.send('GET', me)).status).toBe(401)
})

test.each(providers)('O-05: %s does not open an inactive account', async (provider) => {
  await using at = await openProviderShop()
  const identity = providerUser()
  await signInWith(at, provider, identity)
  await at.shop.db('users').update({ is_active: false })

  for (const sub of [undefined, 'another']) {
    const browser = await signInWith(at, provider, { ...identity, ...(sub && { sub }) })
    expect(browser.arrival.location).toMatch(/problem=(account_closed|identity_taken)/)
    expect((await browser.send('GET', me)).status).toBe(401)
  }
})

test('O-05: ten concurrent sign-ins of one new user create one account', async () => {
  await using at = await openProviderShop()
  const identity = providerUser()
  const browsers = Array.from({ length: 10 }, () => openBrowser(at.shop))
  const actual = await Promise.all(
    browsers.map(async (browser) =>
      completeProviderPage((await startProviderFlow(at, browser, 'google')).location, identity),
    ),
  )

  const arrivals = await Promise.all(
    browsers.map((browser, index) => returnFromProvider(at, browser, 'google', actual[index] ?? new URLSearchParams())),
  )

  expect(new Set(arrivals.map(({ location }) => location))).toEqual(new Set(['/profile']))
  expect(await at.shop.db('users')).toHaveLength(1)
})

test('O-06: the name that Apple sends once is stored, and its relay address is an address', async () => {
  await using at = await openProviderShop()
  const identity = providerUser({ email: 'k7x2q9@privaterelay.appleid.com', firstName: 'Марко', lastName: 'Савчук' })
  const first = await completeProviderPage(
    (await startProviderFlow(at, openBrowser(at.shop), 'apple')).location,
    identity,
  )
  expect(first.get('user')).toContain('Марко')

  const browser = openBrowser(at.shop)
  await returnFromProvider(
    at,
    browser,
    'apple',
    await completeProviderPage((await startProviderFlow(at, browser, 'apple')).location, identity),
  )
  expect((await browser.send('GET', me)).body).toMatchObject({ email: identity.email, firstName: '' })
})

test.each([
  ['a name of markup', JSON.stringify({ name: { firstName: '<b>Х</b>', lastName: 'x'.repeat(200) } }), '<b>Х</b>', ''],
  ['control characters', JSON.stringify({ name: { firstName: 'a\u0000b', lastName: '\u202eевил' } }), '', 'евил'],
  ['no JSON', '{"name":', '', ''],
  ['another address', JSON.stringify({ email: 'victim@gmail.com', name: { firstName: 7 } }), '', ''],
])('O-06: Apple’s form sets the name at most: %s', async (_case, user, firstName, lastName) => {
  await using at = await openProviderShop()
  const browser = openBrowser(at.shop)
  const identity = providerUser()
  const actual = await completeProviderPage((await startProviderFlow(at, browser, 'apple')).location, identity)
  actual.set('user', user)

  await returnFromProvider(at, browser, 'apple', actual)

  expect((await browser.send('GET', me)).body).toMatchObject({ email: identity.email, firstName, lastName })
})
