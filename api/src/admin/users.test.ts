import { expect, test } from 'vitest'
import { createTestUser, issueCode, openBrowser, signIn } from '../../test/users.ts'
import { openShop, type Shop } from '../../test/shop.ts'
import { createSignedInStaff, readStaffAudit } from '../../test/staff.ts'

type Row = Record<string, unknown> & { id: string }

const rowOf = (shop: Shop, id: string) => shop.db('users').where({ id }).first<Record<string, unknown>>()
const audited = async (shop: Shop) =>
  (await readStaffAudit(shop.db).whereNot({ action: 'users.read' })).map(
    ({ action, thing_id, before, after }) => ({ action, thing_id, before, after }) as Record<string, unknown>,
  )

test('admins find accounts by name, address and phone, staff first; responses have no secrets', async () => {
  await using shop = await openShop()
  const admin = await createSignedInStaff(shop, 'admin')
  const solomiia = await createTestUser(shop.db, {
    first_name: 'Соломія',
    last_name: 'Їжакевич',
    phone: '+380931112233',
  })
  const editor = await createTestUser(shop.db, {
    role: 'editor',
    first_name: 'Єва',
    totp_secret: 'sealed',
    totp_step: 5,
    telegram_id: '5',
  })
  await createTestUser(shop.db, { is_active: false })
  const matches = async (query: string) => {
    const { body } = await admin.send('GET', `/api/admin/users?${query}`)
    return (body['users'] as Row[]).map(({ id }) => id)
  }

  const { body } = await admin.send('GET', '/api/admin/users?limit=2')
  expect(body).toMatchObject({ total: 4 })
  expect(body['users']).toEqual([
    expect.objectContaining({ id: editor.id, role: 'editor', hasSecondFactor: true, hasTelegram: true }),
    expect.objectContaining({ id: admin.user.id, role: 'admin', lastSeenAt: expect.any(String) as string }),
  ])
  expect(Object.keys((body['users'] as Row[])[0] ?? {})).not.toContain('password')
  for (const text of ['їжак', 'соломія їжакевич', 'Їжакевич Соломія', '093 111', solomiia.email.slice(0, 12)]) {
    expect(await matches(`search=${encodeURIComponent(text)}`), text).toEqual([solomiia.id])
  }
  expect(await matches('search=%25')).toEqual([])
  expect(await matches('role=editor')).toEqual([editor.id])
  expect(await matches('status=inactive')).toHaveLength(1)
  expect(await matches('limit=2&offset=2')).toHaveLength(2)
  expect(await readStaffAudit(shop.db).first()).toMatchObject({ action: 'users.read', after: { count: 2 } })
})

// catches mutation: new-staff-password-reset
test('A-03: a user who becomes staff is signed out and needs a new password, app and chat; a role applies from the next call', async () => {
  await using shop = await openShop()
  const admin = await createSignedInStaff(shop, 'admin')
  const user = await createTestUser(shop.db, { telegram_id: '77', telegram_username: 'x' })
  const browser = await signIn(shop, user)
  await browser.send('POST', '/api/auth/telegram')
  const setRole = (role: string) => admin.send('PUT', `/api/admin/users/${user.id}/role`, { role })

  const { status, body } = await setRole('editor')

  expect([status, body['role'], body['hasPassword'], body['hasTelegram']]).toEqual([200, 'editor', false, false])
  expect((await browser.send('GET', '/api/auth/user')).status).toBe(401)
  expect(await rowOf(shop, user.id)).toMatchObject({ password: null, telegram_id: null, totp_secret: null })
  expect(await shop.db('telegram_verifications').whereNull('closed_at')).toEqual([])
  const again = openBrowser(shop)
  const { email: emailOrPhone, password } = user
  const { status: refused, body: hint } = await again.send('POST', '/api/auth/login', { emailOrPhone, password })
  expect([refused, hint['code']]).toEqual([403, 'password_reset_required'])
  expect((await again.send('GET', '/api/auth/user')).status).toBe(401)

  // A change between staff roles needs none of that; removing a role applies at once.
  const editor = await createSignedInStaff(shop, 'editor')
  const change = (role: string) => admin.send('PUT', `/api/admin/users/${editor.user.id}/role`, { role })
  expect((await change('admin')).body['hasPassword']).toBe(true)
  expect((await editor.send('GET', '/api/admin/users')).status).toBe(200)
  await change('editor')
  expect((await editor.send('GET', '/api/admin/users')).status).toBe(403)
  await change('user')
  expect((await editor.send('GET', '/api/admin/orders')).status).toBe(403)
  await change('user')
  expect(await audited(shop)).toEqual([
    { action: 'user.changed', thing_id: user.id, before: { role: 'user' }, after: { role: 'editor' } },
    { action: 'user.changed', thing_id: editor.user.id, before: { role: 'editor' }, after: { role: 'admin' } },
    { action: 'user.changed', thing_id: editor.user.id, before: { role: 'admin' }, after: { role: 'editor' } },
    { action: 'user.changed', thing_id: editor.user.id, before: { role: 'editor' }, after: { role: 'user' } },
  ])
})

test('a user who becomes staff is notified by e-mail, and at sign-in with the former password; then sets a new one', async () => {
  await using shop = await openShop()
  const admin = await createSignedInStaff(shop, 'admin')
  const user = await createTestUser(shop.db, { language: 'en' })
  await admin.send('PUT', `/api/admin/users/${user.id}/role`, { role: 'editor' })
  expect(await shop.db('account_changes')).toMatchObject([
    { user_id: user.id, what: 'staff-role', email: user.email, language: 'en' },
  ])

  const browser = openBrowser(shop, '198.51.100.9')
  const login = async (password: string) =>
    (await browser.send('POST', '/api/auth/login', { emailOrPhone: user.email, password })).body['code']
  expect(await login('зовсім-не-те')).toBe('wrong_credentials')
  // The former password does not count as a try.
  for (let tried = 0; tried < 6; tried += 1) expect(await login(user.password)).toBe('password_reset_required')
  await shop.db('users').where({ id: user.id }).update({ is_active: false })
  expect(await login(user.password)).toBe('wrong_credentials')
  await shop.db('users').where({ id: user.id }).update({ is_active: true })

  const { body } = await browser.send('POST', '/api/auth/password/reset', { emailOrPhone: user.email })
  const { userId } = body
  const confirm = { userId, code: await issueCode(shop.db, userId), password: 'новий-лід-і-мʼята' }
  expect((await browser.send('POST', '/api/auth/password/reset/confirm', confirm)).status).toBe(200)
  expect(await rowOf(shop, user.id)).toMatchObject({ former_password: null })
  expect(await login(user.password)).toBe('wrong_credentials')
})

test('a user without another sign-in method cannot become staff', async () => {
  await using shop = await openShop({ bot: undefined })
  const admin = await createSignedInStaff(shop, 'admin')
  const byPhone = await createTestUser(shop.db, { email: null, phone: '+380671234567' })
  const byGoogle = await createTestUser(shop.db, { email: null, google_id: 'no longer offered' })

  for (const { id } of [byPhone, byGoogle]) {
    const { status, body } = await admin.send('PUT', `/api/admin/users/${id}/role`, { role: 'editor' })
    expect([status, body['code']]).toEqual([409, 'last_way_in'])
    expect(await rowOf(shop, id)).toMatchObject({ role: 'user', password: expect.any(String) as string })
  }
})

// catches mutation: staff-verified
test('an unverified account cannot become staff', async () => {
  await using shop = await openShop()
  const admin = await createSignedInStaff(shop, 'admin')
  const { id } = await createTestUser(shop.db, { is_verified: false })

  const { status, body } = await admin.send('PUT', `/api/admin/users/${id}/role`, { role: 'editor' })

  expect([status, body['code']]).toEqual([403, 'not_verified'])
  expect(await rowOf(shop, id)).toMatchObject({ role: 'user' })
})

// catches mutation: deactivation-ends-sessions
test('a deactivated account loses all sessions at once and cannot sign in; reactivation restores it', async () => {
  await using shop = await openShop()
  const admin = await createSignedInStaff(shop, 'admin')
  const user = await createTestUser(shop.db)
  const browsers = [await signIn(shop, user), await signIn(shop, user)]
  const { email: emailOrPhone, password } = user
  const login = async () => (await openBrowser(shop).send('POST', '/api/auth/login', { emailOrPhone, password })).status
  const setActive = (isActive: boolean) => admin.send('PUT', `/api/admin/users/${user.id}/active`, { isActive })

  expect((await setActive(false)).body['isActive']).toBe(false)
  for (const browser of browsers) expect((await browser.send('GET', '/api/auth/user')).status).toBe(401)
  expect(await login()).toBe(401)
  await setActive(false)
  expect((await setActive(true)).body['isActive']).toBe(true)
  expect((await browsers[0]?.send('GET', '/api/auth/user'))?.status).toBe(401)
  expect(await login()).toBe(200)

  expect(await audited(shop)).toMatchObject([
    { before: { isActive: true }, after: { isActive: false } },
    { before: { isActive: false }, after: { isActive: true } },
  ])
})

// catches mutation: admins-locked-in-order, last-admin-kept
test('K7: the last admin can neither be demoted nor deactivated, also when two do so to each other at once', async () => {
  await using shop = await openShop()
  const first = await createSignedInStaff(shop, 'admin')
  await createTestUser(shop.db, { role: 'admin', is_active: false })
  for (const [path, body] of [
    ['role', { role: 'editor' }],
    ['role', { role: 'user' }],
    ['active', { isActive: false }],
  ] as const) {
    const response = await first.send('PUT', `/api/admin/users/${first.user.id}/${path}`, body)
    expect([response.status, response.body['code']]).toEqual([409, 'last_admin'])
  }
  expect(await audited(shop)).toEqual([])

  for (let round = 0; round < 10; round += 1) {
    const second = await createSignedInStaff(shop, 'admin')
    const responses = await Promise.all([
      first.send('PUT', `/api/admin/users/${second.user.id}/role`, { role: 'editor' }),
      second.send('PUT', `/api/admin/users/${first.user.id}/active`, { isActive: false }),
    ])
    const admins = await shop.db('users').where({ role: 'admin', is_active: true })
    expect(admins, JSON.stringify(responses.map(({ status }) => status))).toHaveLength(1)
    expect(responses.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    await shop.db('users').where({ id: first.user.id }).update({ role: 'admin', is_active: true })
    await shop.db('users').where({ id: second.user.id }).delete()
    await shop.db('user_sessions').where({ user_id: first.user.id }).update({ revoked_at: null })
  }
})

// catches mutation: lost-phone-unlinks-telegram
test('a second-factor reset removes app and chat and ends every session; another app can be set up', async () => {
  await using shop = await openShop()
  const admin = await createSignedInStaff(shop, 'admin')
  const editor = await createSignedInStaff(shop)
  await shop.db('users').where({ id: editor.user.id }).update({ totp_secret: 'x', totp_step: 5, telegram_id: '77' })

  const { status, body } = await admin.send('DELETE', `/api/admin/users/${editor.user.id}/second-factor`)

  expect([status, body['hasSecondFactor'], body['hasTelegram'], body['hasPassword']]).toEqual([200, false, false, true])
  expect((await editor.send('GET', '/api/auth/user')).status).toBe(401)
  const browser = await signIn(shop, editor.user)
  expect((await browser.send('GET', '/api/auth/user')).body['secondFactor']).toBe('setup')
  expect((await browser.send('GET', '/api/admin/orders')).body['code']).toBe('second_factor_required')
  expect((await browser.send('POST', '/api/auth/second-factor/setup')).status).toBe(200)
  expect(await audited(shop)).toMatchObject([{ action: 'user.second-factor-reset', thing_id: editor.user.id }])
  expect(await shop.db('account_changes')).toMatchObject([{ user_id: editor.user.id, what: 'second-factor-reset' }])
  const unknownId = '00000000-0000-4000-8000-000000000000'
  expect((await admin.send('DELETE', `/api/admin/users/${unknownId}/second-factor`)).status).toBe(404)
})

// catches mutation: ended-session-audited
test('an admin lists the sessions of a member and ends one; the others stay', async () => {
  await using shop = await openShop()
  const admin = await createSignedInStaff(shop, 'admin')
  const editor = await createSignedInStaff(shop)
  const other = await signIn(shop, editor.user)
  const path = `/api/admin/users/${editor.user.id}/sessions`
  const list = async () => (await admin.send('GET', path)).body as unknown as { id: string; current: boolean }[]

  const sessions = await list()
  expect(sessions.map(({ current }) => current)).toEqual([false, false])
  const rows = await shop.db('user_sessions').where({ user_id: editor.user.id }).orderBy('created_at')
  const name = (rows[0]['id_hash'] as Buffer).toString('hex', 0, 8)
  // A name of another account's session ends nothing.
  expect((await admin.send('DELETE', `/api/admin/users/${admin.user.id}/sessions/${name}`)).body).toEqual({
    ended: false,
  })
  expect((await admin.send('DELETE', `${path}/${name}`)).body).toEqual({ ended: true })
  expect((await admin.send('DELETE', `${path}/${name}`)).body).toEqual({ ended: false })

  expect((await editor.send('GET', '/api/auth/user')).status).toBe(401)
  expect((await other.send('GET', '/api/auth/user')).status).toBe(200)
  expect((await list()).map(({ id }) => id)).toEqual(sessions.map(({ id }) => id).filter((id) => id !== name))
  expect((await audited(shop)).filter(({ action }) => action !== 'user.read')).toMatchObject([
    { action: 'user.session-ended', thing_id: editor.user.id },
  ])
  const own = (await admin.send('GET', `/api/admin/users/${admin.user.id}/sessions`)).body
  expect(own).toMatchObject([{ current: true }])
  expect((await admin.send('GET', '/api/admin/users/00000000-0000-4000-8000-000000000000/sessions')).status).toBe(404)
})

test('the audit log is paged newest first, and filtered by user, entity, action, day and kind', async () => {
  await using shop = await openShop()
  const admin = await createSignedInStaff(shop, 'admin')
  const deleted = '11111111-1111-4111-8111-111111111111'
  const line = (action: string, row: object = {}) => ({ actor: 'admin', action, ...row })
  await shop.db('audit_log').insert([
    line('order.changed', {
      user_id: admin.user.id,
      thing_id: 'a',
      before: { status: 'pending' },
      after: { status: 'confirmed' },
      created_at: '2026-11-19T21:59:59Z',
    }),
    line('orders.read', { user_id: deleted, after: { count: 50 }, created_at: '2026-11-19T22:00:00Z' }),
    line('order.read', { user_id: deleted, thing_id: 'a', created_at: '2026-11-20T21:59:59Z' }),
    line('product.changed', { actor: 'telegram', created_at: '2026-11-20T22:00:00Z' }),
  ])
  const read = async (query: string) => {
    const { body, status } = await admin.send('GET', `/api/admin/audit?${query}`)
    expect(status, query).toBe(200)
    return body as { lines: Record<string, unknown>[]; next: number | null }
  }
  const actions = async (query: string) => (await read(query)).lines.map(({ action }) => action)

  const first = await read('limit=3')
  expect(first.lines.map(({ action }) => action)).toEqual(['product.changed', 'order.read', 'orders.read'])
  expect((await read(`limit=1&before=${String(first.next)}`)).lines).toEqual([
    {
      id: 2,
      userId: admin.user.id,
      userName: 'Олена Коваль',
      actor: 'admin',
      action: 'order.changed',
      thingId: 'a',
      before: { status: 'pending' },
      after: { status: 'confirmed' },
      createdAt: '2026-11-19T21:59:59.000Z',
    },
  ])
  const { body } = await admin.send('GET', '/api/admin/audit')
  expect(body['staff']).toEqual([{ id: admin.user.id, name: 'Олена Коваль' }])
  expect(await readStaffAudit(shop.db)).toHaveLength(4)
  expect(await actions(`userId=${deleted}`)).toEqual(['order.read', 'orders.read'])
  expect(await actions('thingId=a')).toEqual(['order.read', 'order.changed'])
  expect(await actions('action=order')).toEqual(['order.read', 'order.changed'])
  expect(await actions('action=order.read')).toEqual(['order.read'])
  expect(await actions('only=changes')).toEqual(['product.changed', 'order.changed'])
  expect(await actions('only=reads')).toEqual(['order.read', 'orders.read'])
  expect(await actions('from=2026-11-20&to=2026-11-20')).toEqual(['order.read', 'orders.read'])
})
