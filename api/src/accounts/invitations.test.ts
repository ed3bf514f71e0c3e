import { randomUUID } from 'node:crypto'
import { generateInvitationToken, hashInvitationToken } from '@tsedra/database/staff-invitations'
import { expect, test } from 'vitest'
import { openShop, type Shop } from '../../test/shop.ts'
import { createSignedInStaff, readStaffAudit } from '../../test/staff.ts'
import { createTestUser, openBrowser, signIn } from '../../test/users.ts'

const EMAIL = 'iryna@bar.example'
const PASSWORD = 'ковальська-вулиця-31'

/** Stores an open invitation of a new admin, as the worker leaves it after the e-mail; returns the token of its link. */
async function invite({ db }: Shop, changes: Record<string, unknown> = {}): Promise<string> {
  const inviter = await createTestUser(db, { role: 'admin' })
  const token = generateInvitationToken()
  await db('staff_invitations').insert({
    email: EMAIL,
    role: 'editor',
    language: 'en',
    days: 3,
    invited_by: inviter.id,
    token_hash: hashInvitationToken(token),
    expires_at: db.raw("now() + interval '1 day'"),
    ...changes,
  })
  return token
}

const bodyOf = (token: string, changes: object = {}) => ({
  token,
  firstName: 'Ірина',
  lastName: 'Мельник',
  password: PASSWORD,
  ...changes,
})
const accept = (shop: Shop, token: string, changes: object = {}) =>
  openBrowser(shop).send('POST', '/api/auth/invitation/account', bodyOf(token, changes))
const read = (shop: Shop, token: string) => shop.send('POST', '/api/auth/invitation', { token })

test('an invitation creates a verified account with the role, signed in, whose second factor is still to be set up', async () => {
  await using shop = await openShop()
  const token = await invite(shop)
  const browser = openBrowser(shop)

  expect((await read(shop, token)).body).toEqual({ email: EMAIL, role: 'editor', hasAccount: false })
  const { status, body } = await browser.send('POST', '/api/auth/invitation/account', bodyOf(token))

  expect(status).toBe(200)
  expect(body['user']).toMatchObject({ email: EMAIL, role: 'editor', isVerified: true, secondFactor: 'setup' })
  expect((await browser.send('GET', '/api/admin/pending-orders')).body['code']).toBe('second_factor_required')
  const actions = await readStaffAudit(shop.db).select('action', 'actor', 'after')
  expect(actions).toMatchObject([
    { action: 'invitation.accepted', actor: 'editor', after: { email: EMAIL, role: 'editor' } },
    { action: 'user.created', after: { role: 'editor' } },
  ])
  expect(JSON.stringify(await shop.db('staff_invitations'))).not.toContain(token)
})

// catches mutation: invitation-single-use
test('an invitation is accepted once, also by parallel requests', async () => {
  await using shop = await openShop()
  const token = await invite(shop)

  const responses = await Promise.all([1, 2, 3, 4].map(() => accept(shop, token)))

  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await shop.db('users').where({ email: EMAIL })).toHaveLength(1)
  await shop.db('users').where({ email: EMAIL }).delete()
  expect((await accept(shop, token)).body['code']).toBe('code_dead')
  expect((await read(shop, token)).body['code']).toBe('code_dead')
})

// catches mutation: invitation-expires
test.each<[string, (shop: Shop) => Promise<string>]>([
  ['unknown', async () => generateInvitationToken()],
  ['expired', async (shop) => invite(shop, { expires_at: new Date(Date.now() - 1_000) })],
  ['revoked', async (shop) => invite(shop, { revoked_at: new Date() })],
  ['of a deleted admin', async (shop) => invite(shop, { invited_by: null })],
])('a token that is %s opens nothing, and every refusal is the same', async (_, create) => {
  await using shop = await openShop()
  const token = await create(shop)

  const responses = [await read(shop, token), await accept(shop, token)]

  for (const { status, body } of responses)
    expect([status, body['code'], body['message']]).toEqual([
      410,
      'code_dead',
      'This invitation was used or revoked, or has expired.',
    ])
  expect(await shop.db('users').where({ email: EMAIL })).toEqual([])
})

// catches mutation: invitation-of-former-admin
test.each([{ role: 'user' }, { role: 'editor' }, { is_active: false }])(
  'an invitation ends with the access of its sender: %o',
  async (change) => {
    await using shop = await openShop()
    const token = await invite(shop)
    await shop.db('users').where({ role: 'admin' }).update(change)

    expect((await accept(shop, token)).body['code']).toBe('code_dead')
  },
)

// catches mutation: invited-password-strong
test.each(['short-1', 'iryna@bar.example', 'passwordpassword'])(
  'the password of staff is strong: %s is refused, and the invitation stays',
  async (password) => {
    await using shop = await openShop()
    const token = await invite(shop)

    expect((await accept(shop, token, { password })).body['code']).toBe('password_weak')
    expect((await accept(shop, token)).status).toBe(200)
  },
)

// catches mutation: invited-account-not-replaced
test('an account of the address is neither replaced nor signed in by the link', async () => {
  await using shop = await openShop()
  const token = await invite(shop)
  const owner = await createTestUser(shop.db, { email: EMAIL })
  const before = await shop.db('users').where({ id: owner.id }).first()

  expect((await read(shop, token)).body['hasAccount']).toBe(true)
  const { status, body, headers } = await accept(shop, token)

  expect([status, body['code']]).toEqual([409, 'identity_taken'])
  expect(headers.getSetCookie()).toEqual([])
  expect(await shop.db('users').where({ id: owner.id }).first()).toEqual(before)
})

test('an unverified account of the address is taken over without its links', async () => {
  await using shop = await openShop()
  const token = await invite(shop)
  await createTestUser(shop.db, { email: EMAIL, is_verified: false, google_id: 'g-1', telegram_id: '7' })

  expect((await accept(shop, token)).status).toBe(200)

  expect(await shop.db('users').where({ email: EMAIL })).toMatchObject([
    { role: 'editor', is_verified: true, google_id: null, telegram_id: null, first_name: 'Ірина' },
  ])
})

// catches mutation: joined-staff-password-reset
test('a customer who signed in accepts: every session and the password end, as with a promotion by an admin', async () => {
  await using shop = await openShop()
  const token = await invite(shop, { role: 'admin' })
  const user = { ...(await createTestUser(shop.db, { email: EMAIL, telegram_id: '7' })), email: EMAIL }
  const [browser, other] = [await signIn(shop, user), await signIn(shop, user)]

  const { status, body } = await browser.send('POST', '/api/auth/invitation/role', { token })

  expect([status, body]).toEqual([200, { role: 'admin', isSignedOut: true }])
  expect((await browser.send('GET', '/api/auth/user')).status).toBe(401)
  expect((await other.send('GET', '/api/auth/user')).status).toBe(401)
  expect(await shop.db('users').where({ id: user.id }).first()).toMatchObject({
    role: 'admin',
    password: null,
    telegram_id: null,
  })
  expect(await shop.db('account_changes').pluck('what')).toEqual(['staff-role'])
  expect(await readStaffAudit(shop.db).select('action', 'before', 'after')).toMatchObject([
    { action: 'invitation.accepted' },
    { action: 'user.changed', before: { role: 'user' }, after: { role: 'admin' } },
  ])
  expect((await browser.send('POST', '/api/auth/invitation', { token })).body['code']).toBe('code_dead')
})

// catches mutation: invitation-own-address
test('another account cannot accept, and the invitation stays', async () => {
  await using shop = await openShop()
  const token = await invite(shop)
  const thief = await createTestUser(shop.db)
  const browser = await signIn(shop, thief)

  expect((await browser.send('POST', '/api/auth/invitation/role', { token })).body['code']).toBe('forbidden')

  expect((await shop.db('users').where({ id: thief.id }).first('role')).role).toBe('user')
  expect((await read(shop, token)).status).toBe(200)
})

test('an invitation never lowers a role', async () => {
  await using shop = await openShop()
  const admin = await createSignedInStaff(shop, 'admin')
  const token = await invite(shop, { email: admin.user.email, role: 'editor' })

  const { body } = await admin.send('POST', '/api/auth/invitation/role', { token })

  expect(body).toEqual({ role: 'editor', isSignedOut: false })
  expect((await shop.db('users').where({ id: admin.user.id }).first('role')).role).toBe('admin')
})

// catches mutation: invitation-token-limit
test('tokens cannot be tried without a limit', async () => {
  await using shop = await openShop()
  const browser = openBrowser(shop)
  const statuses: number[] = []
  for (let tries = 0; tries < 31; tries += 1) {
    const { status } = await browser.send('POST', '/api/auth/invitation', { token: generateInvitationToken() })
    statuses.push(status)
  }

  expect(statuses.filter((status) => status === 410)).toHaveLength(30)
  expect(statuses.at(-1)).toBe(429)
})

test('a token of another shape is an invalid request', async () => {
  await using shop = await openShop()

  expect((await read(shop, randomUUID())).body['code']).toBe('invalid_request')
})
