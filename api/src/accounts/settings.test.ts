import { expect, test } from 'vitest'
import { aGuestOf, aPerson, type Browser, codeFor, openBrowser, otherThan, signedIn } from '../../test/people.ts'
import { aProduct } from '../../test/fixtures.ts'
import { openShop, type Shop } from '../../test/shop.ts'
import { aStaffOf } from '../../test/staff.ts'

const me = '/api/auth/user'
const fresh = 'новий-лід-і-мʼята'
const login = (browser: Browser, emailOrPhone: string, password: string) =>
  browser.send('POST', '/api/auth/login', { emailOrPhone, password })

test('name and language change, what is left out stays', async () => {
  await using shop = await openShop()
  const browser = await aGuestOf(shop)

  const { body } = await browser.send('PUT', me, { firstName: ' Оля ', language: 'uk' })

  expect(body).toMatchObject({ firstName: 'Оля', lastName: 'Коваль', language: 'ua' })
  expect((await browser.send('GET', me)).body).toEqual(body)
  expect((await browser.send('PUT', me, { role: 'admin' })).status).toBe(400)
})

test('staff who change their name stay proved', async () => {
  await using shop = await openShop()
  const browser = await aGuestOf(shop, { role: 'editor', totp_step: 1 })
  await shop.db('user_sessions').update({ second_factor_at: new Date() })

  expect((await browser.send('PUT', me, { firstName: 'Оля' })).body['secondFactor']).toBe('done')
})

test('A-10: a password changes for who knows the old one, and every other browser is out', async () => {
  await using shop = await openShop()
  const person = await aPerson(shop.db)
  const [here, there] = [await signedIn(shop, person), await signedIn(shop, person)]
  const change = (currentPassword: string | undefined, password: string) =>
    here.send('POST', '/api/auth/password', { currentPassword, password })

  expect((await change('зовсім-не-те', fresh)).body['code']).toBe('password_wrong')
  expect((await change(undefined, fresh)).status).toBe(403)
  expect((await change(person.password, 'password1')).body['code']).toBe('password_weak')
  expect((await there.send('GET', me)).status).toBe(200)
  expect((await change(person.password, fresh)).status).toBe(200)

  expect((await there.send('GET', me)).status).toBe(401)
  expect((await here.send('GET', me)).status).toBe(200)
  expect((await login(openBrowser(shop), person.email, person.password)).status).toBe(401)
  expect((await login(openBrowser(shop), person.email, fresh)).status).toBe(200)
})

test('A-10: a forgotten password is set anew by code: every session ends, this browser is in', async () => {
  await using shop = await openShop()
  const person = await aPerson(shop.db)
  const there = await signedIn(shop, person)
  const here = openBrowser(shop)
  const { body } = await here.send('POST', '/api/auth/password/reset', { emailOrPhone: person.email })
  const userId = body['userId']
  const confirm = (code: string, password = fresh) =>
    here.send('POST', '/api/auth/password/reset/confirm', { userId, code, password })
  const code = await codeFor(shop.db, userId)

  expect((await confirm(code, 'password1')).body['code']).toBe('password_weak')
  expect((await confirm(code, 'Олена і лід')).body['details']).toEqual({ reason: 'personal' })
  expect((await confirm('abcdef')).body['code']).toBe('code_wrong')
  expect((await here.send('POST', '/api/auth/verify', { userId, code })).status).toBe(410)
  expect((await confirm(code)).status).toBe(200)

  expect((await there.send('GET', me)).status).toBe(401)
  expect((await here.send('GET', me)).body['id']).toBe(person.id)
  expect((await confirm(code)).status).toBe(401)
  expect((await login(openBrowser(shop), person.email, fresh)).status).toBe(200)
})

// catches mutation: wrong-code-no-hash, code-tries-limited, wrong-check-counted, hash-outside-transaction
test('A-02: wrong codes for a new password cost no hash: nobody is too busy for them', async () => {
  await using shop = await openShop({ passwordCost: { memoryKiB: 65_536, passes: 3 } })
  const browser = openBrowser(shop)
  const { body } = await browser.send('POST', '/api/auth/password/reset', { emailOrPhone: 'nobody@bar.example' })
  const tries = Array.from({ length: 80 }, () =>
    browser.send('POST', '/api/auth/password/reset/confirm', {
      userId: body['userId'],
      code: '123456',
      password: fresh,
    }),
  )

  const codes = (await Promise.all(tries)).map((answer) => answer.body['code'])

  expect(new Set(codes)).toEqual(new Set(['code_dead', 'too_many_requests']))
})

// catches mutation: wrong-code-no-hash, code-tries-limited, wrong-check-counted, hash-outside-transaction
test('A-02: a code for a new password dies of five wrong ones; a right one is tried 30 times in a quarter of an hour', async () => {
  await using shop = await openShop()
  const begun = async () => {
    const person = await aPerson(shop.db, { role: 'editor' })
    const browser = openBrowser(shop)
    const { body } = await browser.send('POST', '/api/auth/password/reset', { emailOrPhone: person.email })
    const userId = body['userId']
    const code = await codeFor(shop.db, userId)
    const confirm = async (tried: string, password = fresh) =>
      (await browser.send('POST', '/api/auth/password/reset/confirm', { userId, code: tried, password })).body['code']
    return { code, confirm }
  }
  const [guessed, flooded] = [await begun(), await begun()]
  const wrong = otherThan(guessed.code)

  const codes = await Promise.all(Array.from({ length: 9 }, () => guessed.confirm(wrong)))
  expect(codes.filter((code) => code === 'code_wrong')).toHaveLength(5)
  expect(await guessed.confirm(guessed.code)).toBe('code_dead')
  const flood = await Promise.all(Array.from({ length: 40 }, () => flooded.confirm(flooded.code, 'лід-мʼята')))
  expect(flood.filter((code) => code === 'password_weak')).toHaveLength(20)
  expect(flood.filter((code) => code === 'too_many_requests')).toHaveLength(20)
})

// catches mutation: wrong-code-no-hash, code-tries-limited, wrong-check-counted, hash-outside-transaction
test('A-02: nobody waits for a row or a connection while a new password is hashed', async () => {
  await using shop = await openShop({ passwordCost: { memoryKiB: 65_536, passes: 20 } })
  const person = await aPerson(shop.db)
  const browser = openBrowser(shop)
  const { body } = await browser.send('POST', '/api/auth/password/reset', { emailOrPhone: person.email })
  const userId = body['userId']
  const code = await codeFor(shop.db, userId)
  const startedAt = Date.now()
  let isOver = false
  const confirm = browser
    .send('POST', '/api/auth/password/reset/confirm', { userId, code, password: fresh })
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

test('A-03: staff who reset a password need twelve characters; the code is good for another try', async () => {
  await using shop = await openShop()
  const person = await aPerson(shop.db, { role: 'editor' })
  const browser = openBrowser(shop)
  const { body } = await browser.send('POST', '/api/auth/password/reset', { emailOrPhone: person.email })
  const userId = body['userId']
  const code = await codeFor(shop.db, userId)
  const confirm = (password: string) =>
    browser.send('POST', '/api/auth/password/reset/confirm', { userId, code, password })

  expect((await confirm('лід-мʼята')).body['details']).toEqual({ reason: 'short' })
  expect((await confirm(fresh)).status).toBe(200)
})

test('a new address counts from its code on; the old one opens nothing then, nor do other browsers', async () => {
  await using shop = await openShop()
  const person = await aPerson(shop.db)
  const [here, there] = [await signedIn(shop, person), await signedIn(shop, person)]
  const change = (password: string) =>
    here.send('POST', '/api/auth/identity', { emailOrPhone: 'new@bar.example', password })

  expect((await change('зовсім-не-те')).body['code']).toBe('password_wrong')
  const { body } = await change(person.password)
  expect((await here.send('GET', me)).body['email']).toBe(person.email)
  const code = await codeFor(shop.db, body['userId'])
  expect((await here.send('POST', '/api/auth/verify', { userId: body['userId'], code })).status).toBe(200)

  expect((await here.send('GET', me)).body).toMatchObject({ id: person.id, email: 'new@bar.example' })
  expect((await there.send('GET', me)).status).toBe(401)
  expect((await login(openBrowser(shop), person.email, person.password)).status).toBe(401)
})

// catches mutation: settings-mail-limit
test('whoever is signed in writes to ten mailboxes an hour at most', async () => {
  await using shop = await openShop()
  const browser = await aGuestOf(shop)
  const { password } = browser.person
  const statuses: number[] = []
  for (let asked = 0; asked < 11; asked += 1) {
    const wanted = { emailOrPhone: `somebody-${asked}@bar.example`, password }
    statuses.push((await browser.send('POST', '/api/auth/identity', wanted)).status)
  }

  expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
  expect(await shop.db('job_outbox')).toHaveLength(10)
})

test('an address of somebody else is never told from a free one, and never taken', async () => {
  await using shop = await openShop()
  const owner = await aPerson(shop.db)
  const browser = await aGuestOf(shop)
  const { status, body } = await browser.send('POST', '/api/auth/identity', {
    emailOrPhone: owner.email,
    password: browser.person.password,
  })
  const code = await codeFor(shop.db, body['userId'])

  expect(status).toBe(200)
  expect((await browser.send('POST', '/api/auth/verify', { userId: body['userId'], code })).body['code']).toBe(
    'code_wrong',
  )
})

test('an address that somebody proved in the meantime is refused', async () => {
  await using shop = await openShop()
  const browser = await aGuestOf(shop)
  const wanted = { emailOrPhone: 'new@bar.example', password: browser.person.password }
  const { body } = await browser.send('POST', '/api/auth/identity', wanted)
  await aPerson(shop.db, { email: 'new@bar.example' })
  const code = await codeFor(shop.db, body['userId'])

  const answer = await browser.send('POST', '/api/auth/verify', { userId: body['userId'], code })

  expect([answer.status, answer.body['code']]).toEqual([409, 'identity_taken'])
})

test('a change of address needs its account to be signed in', async () => {
  await using shop = await openShop()
  const browser = await aGuestOf(shop)
  const wanted = { emailOrPhone: 'new@bar.example', password: browser.person.password }
  const { body } = await browser.send('POST', '/api/auth/identity', wanted)
  const code = await codeFor(shop.db, body['userId'])
  await browser.send('POST', '/api/auth/logout')

  expect((await browser.send('POST', '/api/auth/verify', { userId: body['userId'], code })).status).toBe(401)
  expect((await shop.db('users').first()).email).toBe(browser.person.email)
})

const filled = async (shop: Shop, browser: Browser) => {
  const productId = await aProduct(shop.db)
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

test('people get everything that is kept about them, and nothing secret', async () => {
  await using shop = await openShop()
  const browser = await aGuestOf(shop, { telegram_id: '42', telegram_username: 'olena' })
  const { productId, orderId } = await filled(shop, browser)

  const { body } = await browser.send('GET', '/api/auth/user/data')

  expect(body).toMatchObject({
    user: { id: browser.person.id },
    telegram: { username: 'olena' },
    sessions: [{ current: true }],
    likedProductIds: [productId],
    cart: [{ productId, packageSize: '100г', quantity: 2 }],
    orders: [{ id: orderId, customerName: 'Олена', customerPhone: '+380671234567' }],
  })
  expect(JSON.stringify(body)).not.toMatch(/argon2|password"|hash/)
})

test('an account that is deleted is gone; its orders stay, nobody’s', async () => {
  await using shop = await openShop()
  const browser = await aGuestOf(shop)
  await filled(shop, browser)

  expect((await browser.send('DELETE', me, { password: 'зовсім-не-те' })).status).toBe(403)
  expect((await browser.send('DELETE', me, { password: browser.person.password })).body).toEqual({ deleted: true })

  expect((await browser.send('GET', me)).status).toBe(401)
  for (const table of ['users', 'user_sessions', 'product_likes', 'cart_items'])
    expect(await shop.db(table)).toEqual([])
  expect(await shop.db('orders')).toMatchObject([{ user_id: null, customer_name: 'Олена' }])
  expect((await login(openBrowser(shop), browser.person.email, browser.person.password)).status).toBe(401)
})

test('the last admin cannot leave, of two who leave at once one stays', async () => {
  await using shop = await openShop()
  const admins = [await aStaffOf(shop, 'admin'), await aStaffOf(shop, 'admin')]

  const left = await Promise.all(admins.map((each) => each.send('DELETE', me, { password: each.person.password })))

  expect(left.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '403'])
  expect(await shop.db('users')).toHaveLength(1)
})
