import { expect, test } from 'vitest'
import { createTestUser, type Browser, openBrowser, signIn } from '../../test/users.ts'
import { openShop, type Shop } from '../../test/shop.ts'
import { createSignedInStaff } from '../../test/staff.ts'
import { stepAt, totpCode } from '../accounts/totp.ts'

const linesOf = ({ db }: Shop) =>
  db('audit_log').orderBy('id').select('user_id', 'actor', 'action', 'thing_id', 'before', 'after')
const emptyDetails = { thing_id: null, before: null, after: null }

test('sign-ins, second factors and rejected second factors of staff are audited, customers and guessed passwords are not', async () => {
  await using shop = await openShop()
  const user = await createTestUser(shop.db, { role: 'editor' })
  await signIn(shop, await createTestUser(shop.db))
  const guess = { emailOrPhone: user.email, password: 'зовсім-не-те' }
  expect((await openBrowser(shop).send('POST', '/api/auth/login', guess)).status).toBe(401)

  const browser = await signIn(shop, user)
  const { body } = await browser.send('POST', '/api/auth/second-factor/setup')
  const code = totpCode(String(body['secret']), stepAt(Date.now()))
  const confirm = (tried: string) => browser.send('POST', '/api/auth/second-factor', { code: tried })
  await confirm(code === '000000' ? '000001' : '000000')
  expect((await confirm(code)).status).toBe(200)

  const by = { ...emptyDetails, user_id: user.id, actor: 'editor' }
  // A code is valid once.
  expect((await confirm(code)).status).toBe(401)
  expect(await linesOf(shop)).toEqual([
    { ...by, action: 'session.started', after: { by: 'password' } },
    { ...by, action: 'session.second-factor-refused' },
    { ...by, action: 'session.proved' },
    { ...by, action: 'session.second-factor-refused' },
  ])
})

test('Z-08: a denied staff call of a signed-in user is audited, at most ten an hour', async () => {
  await using shop = await openShop()
  const [customer, editor] = [await createTestUser(shop.db), await createTestUser(shop.db, { role: 'editor' })]
  const refused = async (who: Browser, method: string, path: string) => (await who.send(method, path)).status
  const browsers = [await signIn(shop, customer), await signIn(shop, editor)] as const
  const before = (await linesOf(shop)).length
  const lines = async () => (await linesOf(shop)).slice(before)

  expect(await refused(openBrowser(shop), 'GET', '/api/admin/orders')).toBe(401)
  expect(await refused(browsers[0], 'GET', `/api/admin/orders/${customer.id}`)).toBe(403)
  expect(await refused(browsers[0], 'GET', '/api/admin/orders.csv')).toBe(403)
  expect(await refused(browsers[1], 'GET', '/api/admin/users')).toBe(403)
  // Public and unknown routes are not staff routes.
  expect(await refused(browsers[0], 'POST', '/api/auth/second-factor/setup')).toBe(403)
  expect(await refused(browsers[0], 'GET', '/api/admin/nothing')).toBe(404)

  const by = { ...emptyDetails, user_id: customer.id, actor: 'user', action: 'session.refused' }
  expect(await lines()).toEqual([
    { ...by, after: { call: 'GET /api/admin/orders/:id' } },
    { ...by, after: { call: 'GET /api/admin/orders.csv' } },
    { ...by, user_id: editor.id, actor: 'editor', after: { call: 'GET /api/admin/users' } },
  ])
  for (let index = 2; index < 14; index += 1) {
    expect(await refused(browsers[0], 'GET', '/api/admin/orders')).toBe(403)
  }
  expect((await lines()).filter(({ user_id }) => user_id === customer.id)).toHaveLength(10)
})

test('Z-08: the audit log returns sign-ins when filtered by them or unfiltered, not among changes and reads', async () => {
  await using shop = await openShop()
  const admin = await createSignedInStaff(shop, 'admin')
  const actions = async (query: string) => {
    const { body } = await admin.send('GET', `/api/admin/audit${query}`)
    return (body['lines'] as { action: string }[]).map(({ action }) => action)
  }

  expect(await actions('')).toEqual(['session.started'])
  expect(await actions('?action=session')).toEqual(['session.started'])
  expect(await actions('?only=changes')).toEqual([])
  expect(await actions('?only=reads')).toEqual([])
})
