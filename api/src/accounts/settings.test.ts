import { expect, test } from 'vitest'
import {
  createSignedInUser,
  createTestUser,
  type Browser,
  issueCode,
  openBrowser,
  wrongCodeFor,
  signIn,
} from '../../test/users.ts'
import { createTestProduct } from '../../test/fixtures.ts'
import { openShop, type Shop } from '../../test/shop.ts'
import { createSignedInStaff } from '../../test/staff.ts'

const me = '/api/auth/user'
const newPassword = 'новий-лід-і-мʼята'
const login = (browser: Browser, emailOrPhone: string, password: string) =>
  browser.send('POST', '/api/auth/login', { emailOrPhone, password })

test('name and language change, omitted fields are unchanged', async () => {
  await using shop = await openShop()
  const browser = await createSignedInUser(shop)

  const { body } = await browser.send('PUT', me, { firstName: ' Оля ', language: 'uk' })

  expect(body).toMatchObject({ firstName: 'Оля', lastName: 'Коваль', language: 'ua' })
  expect((await browser.send('GET', me)).body).toEqual(body)
  expect((await browser.send('PUT', me, { role: 'admin' })).status).toBe(400)
})

test('staff who change their name keep their confirmed second factor', async () => {
  await using shop = await openShop()
  const browser = await createSignedInUser(shop, { role: 'editor', totp_step: 1 })
  await shop.db('user_sessions').update({ second_factor_at: new Date() })

  expect((await browser.send('PUT', me, { firstName: 'Оля' })).body['secondFactor']).toBe('done')
})

test('A-10: a password change requires the old password and ends every other session', async () => {
  await using shop = await openShop()
  const user = await createTestUser(shop.db)
  const [thisBrowser, otherBrowser] = [await signIn(shop, user), await signIn(shop, user)]
  const change = (currentPassword: string | undefined, password: string) =>
    thisBrowser.send('POST', '/api/auth/password', { currentPassword, password })

  expect((await change('зовсім-не-те', newPassword)).body['code']).toBe('password_wrong')
  expect((await change(undefined, newPassword)).status).toBe(403)
  expect((await change(user.password, 'password1')).body['code']).toBe('password_weak')
  expect((await otherBrowser.send('GET', me)).status).toBe(200)
  expect((await change(user.password, newPassword)).status).toBe(200)

  expect((await otherBrowser.send('GET', me)).status).toBe(401)
  expect((await thisBrowser.send('GET', me)).status).toBe(200)
  expect((await login(openBrowser(shop), user.email, user.password)).status).toBe(401)
  expect((await login(openBrowser(shop), user.email, newPassword)).status).toBe(200)
})

test('A-10: a password reset by code ends every session and signs this browser in', async () => {
  await using shop = await openShop()
  const user = await createTestUser(shop.db)
  const otherBrowser = await signIn(shop, user)
  const thisBrowser = openBrowser(shop)
  const { body } = await thisBrowser.send('POST', '/api/auth/password/reset', { emailOrPhone: user.email })
  const userId = body['userId']
  const confirm = (code: string, password = newPassword) =>
    thisBrowser.send('POST', '/api/auth/password/reset/confirm', { userId, code, password })
  const code = await issueCode(shop.db, userId)

  expect((await confirm(code, 'password1')).body['code']).toBe('password_weak')
  expect((await confirm(code, 'Олена і лід')).body['details']).toEqual({ reason: 'personal' })
  expect((await confirm('abcdef')).body['code']).toBe('code_wrong')
  expect((await thisBrowser.send('POST', '/api/auth/verify', { userId, code })).status).toBe(410)
  expect((await confirm(code)).status).toBe(200)

  expect((await otherBrowser.send('GET', me)).status).toBe(401)
  expect((await thisBrowser.send('GET', me)).body['id']).toBe(user.id)
  expect((await confirm(code)).status).toBe(401)
  expect((await login(openBrowser(shop), user.email, newPassword)).status).toBe(200)
})

// catches mutation: wrong-code-no-hash, code-tries-limited, wrong-check-counted, hash-outside-transaction
test('A-02: wrong reset codes cost no hash and cause no `busy`', async () => {
  await using shop = await openShop({ passwordCost: { memoryKiB: 65_536, passes: 3 } })
  const browser = openBrowser(shop)
  const { body } = await browser.send('POST', '/api/auth/password/reset', { emailOrPhone: 'unknown@bar.example' })
  const tries = Array.from({ length: 80 }, () =>
    browser.send('POST', '/api/auth/password/reset/confirm', {
      userId: body['userId'],
      code: '123456',
      password: newPassword,
    }),
  )

  const codes = (await Promise.all(tries)).map((response) => response.body['code'])

  expect(new Set(codes)).toEqual(new Set(['code_dead', 'too_many_requests']))
})

// catches mutation: wrong-code-no-hash, code-tries-limited, wrong-check-counted, hash-outside-transaction
test('A-02: a reset code is used up by five wrong tries; a correct one may be tried 30 times in a quarter of an hour', async () => {
  await using shop = await openShop()
  const started = async () => {
    const user = await createTestUser(shop.db, { role: 'editor' })
    const browser = openBrowser(shop)
    const { body } = await browser.send('POST', '/api/auth/password/reset', { emailOrPhone: user.email })
    const userId = body['userId']
    const code = await issueCode(shop.db, userId)
    const confirm = async (code: string, password = newPassword) =>
      (await browser.send('POST', '/api/auth/password/reset/confirm', { userId, code, password })).body['code']
    return { code, confirm }
  }
  const [guessed, flooded] = [await started(), await started()]
  const wrongCode = wrongCodeFor(guessed.code)

  const codes = await Promise.all(Array.from({ length: 9 }, () => guessed.confirm(wrongCode)))
  expect(codes.filter((code) => code === 'code_wrong')).toHaveLength(5)
  expect(await guessed.confirm(guessed.code)).toBe('code_dead')
  const flood = await Promise.all(Array.from({ length: 40 }, () => flooded.confirm(flooded.code, 'лід-мʼята')))
  expect(flood.filter((code) => code === 'password_weak')).toHaveLength(20)
  expect(flood.filter((code) => code === 'too_many_requests')).toHaveLength(20)
})

// catches mutation: wrong-code-no-hash, code-tries-limited, wrong-check-counted, hash-outside-transaction
test('A-02: hashing a new password blocks no row and no connection', async () => {
  await using shop = await openShop({ passwordCost: { memoryKiB: 65_536, passes: 20 } })
  const user = await createTestUser(shop.db)
  const browser = openBrowser(shop)
  const { body } = await browser.send('POST', '/api/auth/password/reset', { emailOrPhone: user.email })
  const userId = body['userId']
  const code = await issueCode(shop.db, userId)
  const startedAt = Date.now()
  let isOver = false
  const confirm = browser
    .send('POST', '/api/auth/password/reset/confirm', { userId, code, password: newPassword })
    .finally(() => (isOver = true))

  let longestMs = 0
  while (!isOver) {
    const { rows } = await shop.db.raw<{ rows: { ms: number }[] }>(
      `SELECT coalesce(max(extract(epoch FROM clock_timestamp() - state_change)), 0)::float * 1000 AS ms
       FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`,
    )
    longestMs = Math.max(longestMs, rows[0]?.ms ?? 0)
  }

  expect((await confirm).status).toBe(200)
  expect(longestMs).toBeLessThan((Date.now() - startedAt) / 4)
})

test('A-03: staff who reset a password need twelve characters; the code remains valid for another try', async () => {
  await using shop = await openShop()
  const user = await createTestUser(shop.db, { role: 'editor' })
  const browser = openBrowser(shop)
  const { body } = await browser.send('POST', '/api/auth/password/reset', { emailOrPhone: user.email })
  const userId = body['userId']
  const code = await issueCode(shop.db, userId)
  const confirm = (password: string) =>
    browser.send('POST', '/api/auth/password/reset/confirm', { userId, code, password })

  expect((await confirm('лід-мʼята')).body['details']).toEqual({ reason: 'short' })
  expect((await confirm(newPassword)).status).toBe(200)
})

test('a new address is valid after its code; the old one and other browsers then lose access', async () => {
  await using shop = await openShop()
  const user = await createTestUser(shop.db)
  const [thisBrowser, otherBrowser] = [await signIn(shop, user), await signIn(shop, user)]
  const change = (password: string) =>
    thisBrowser.send('POST', '/api/auth/identity', { emailOrPhone: 'new@bar.example', password })

  expect((await change('зовсім-не-те')).body['code']).toBe('password_wrong')
  const { body } = await change(user.password)
  expect((await thisBrowser.send('GET', me)).body['email']).toBe(user.email)
  const code = await issueCode(shop.db, body['userId'])
  expect((await thisBrowser.send('POST', '/api/auth/verify', { userId: body['userId'], code })).status).toBe(200)

  expect((await thisBrowser.send('GET', me)).body).toMatchObject({ id: user.id, email: 'new@bar.example' })
  expect((await otherBrowser.send('GET', me)).status).toBe(401)
  expect((await login(openBrowser(shop), user.email, user.password)).status).toBe(401)
})

// catches mutation: settings-mail-limit
test('a signed-in user sends codes to at most ten mailboxes an hour', async () => {
  await using shop = await openShop()
  const browser = await createSignedInUser(shop)
  const { password } = browser.user
  const statuses: number[] = []
  for (let index = 0; index < 11; index += 1) {
    const requestBody = { emailOrPhone: `other-${index}@bar.example`, password }
    statuses.push((await browser.send('POST', '/api/auth/identity', requestBody)).status)
  }

  expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
  expect(await shop.db('job_outbox')).toHaveLength(10)
})

test('another user’s address gets the same response as a free one, and is never taken over', async () => {
  await using shop = await openShop()
  const owner = await createTestUser(shop.db)
  const browser = await createSignedInUser(shop)
  const { status, body } = await browser.send('POST', '/api/auth/identity', {
    emailOrPhone: owner.email,
    password: browser.user.password,
  })
  const code = await issueCode(shop.db, body['userId'])

  expect(status).toBe(200)
  expect((await browser.send('POST', '/api/auth/verify', { userId: body['userId'], code })).body['code']).toBe(
    'code_wrong',
  )
})

test('an address that another user has verified in the meantime is refused', async () => {
  await using shop = await openShop()
  const browser = await createSignedInUser(shop)
  const requestBody = { emailOrPhone: 'new@bar.example', password: browser.user.password }
  const { body } = await browser.send('POST', '/api/auth/identity', requestBody)
  await createTestUser(shop.db, { email: 'new@bar.example' })
  const code = await issueCode(shop.db, body['userId'])

  const response = await browser.send('POST', '/api/auth/verify', { userId: body['userId'], code })

  expect([response.status, response.body['code']]).toEqual([409, 'identity_taken'])
})

test('an address change requires a session of its account', async () => {
  await using shop = await openShop()
  const browser = await createSignedInUser(shop)
  const requestBody = { emailOrPhone: 'new@bar.example', password: browser.user.password }
  const { body } = await browser.send('POST', '/api/auth/identity', requestBody)
  const code = await issueCode(shop.db, body['userId'])
  await browser.send('POST', '/api/auth/logout')

  expect((await browser.send('POST', '/api/auth/verify', { userId: body['userId'], code })).status).toBe(401)
  expect((await shop.db('users').first()).email).toBe(browser.user.email)
})

const filled = async (shop: Shop, browser: Browser) => {
  const productId = await createTestProduct(shop.db)
  await catalogueHas(shop, productId)
  await browser.send('POST', `/api/products/${productId}/like`, { liked: true })
  await browser.send('POST', '/api/cart', { productId, packageSize: '100г', quantity: 2 })
  const order = { customerName: 'Олена', customerPhone: '067 123 45 67', productId, filledInMs: 9_000 }
  const { body } = await browser.send('POST', '/api/orders', order)
  return { productId, orderId: body['id'] }
}

async function catalogueHas(shop: Shop, id: string): Promise<void> {
  await expect
    .poll(async () => ((await shop.send('GET', '/api/products')).body['products'] as { id: string }[]).map((p) => p.id))
    .toContain(id)
}

test('the data download contains everything stored about the user, without secrets', async () => {
  await using shop = await openShop()
  const browser = await createSignedInUser(shop, { telegram_id: '42', telegram_username: 'olena' })
  const { productId, orderId } = await filled(shop, browser)

  const { body } = await browser.send('GET', '/api/auth/user/data')

  expect(body).toMatchObject({
    user: { id: browser.user.id },
    telegram: { username: 'olena' },
    sessions: [{ current: true }],
    likedProductIds: [productId],
    cart: [{ productId, packageSize: '100г', quantity: 2 }],
    orders: [{ id: orderId, customerName: 'Олена', customerPhone: '+380671234567' }],
  })
  expect(JSON.stringify(body)).not.toMatch(/argon2|password"|hash/)
})

test('a deleted account is removed; its orders remain without a user', async () => {
  await using shop = await openShop()
  const browser = await createSignedInUser(shop)
  await filled(shop, browser)

  expect((await browser.send('DELETE', me, { password: 'зовсім-не-те' })).status).toBe(403)
  expect((await browser.send('DELETE', me, { password: browser.user.password })).body).toEqual({ deleted: true })

  expect((await browser.send('GET', me)).status).toBe(401)
  for (const table of ['users', 'user_sessions', 'product_likes', 'cart_items'])
    expect(await shop.db(table)).toEqual([])
  expect(await shop.db('orders')).toMatchObject([{ user_id: null, customer_name: 'Олена' }])
  expect((await login(openBrowser(shop), browser.user.email, browser.user.password)).status).toBe(401)
})

test('the last admin cannot delete their account; of two concurrent deletions one is refused', async () => {
  await using shop = await openShop()
  const admins = [await createSignedInStaff(shop, 'admin'), await createSignedInStaff(shop, 'admin')]

  const remaining = await Promise.all(admins.map((item) => item.send('DELETE', me, { password: item.user.password })))

  expect(remaining.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '403'])
  expect(await shop.db('users')).toHaveLength(1)
})
