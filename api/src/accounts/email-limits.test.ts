import { expect, test } from 'vitest'
import { createTestUser, issueCode, openBrowser, registrationBody, signIn } from '../../test/users.ts'
import { openShop, type Shop } from '../../test/shop.ts'

const countEmails = async ({ db }: Shop) => (await db('job_outbox').where({ name: 'code-requested' })).length
const requestReset = (shop: Shop, emailOrPhone: string, address: string, browser = openBrowser(shop, address)) =>
  browser.send('POST', '/api/auth/password/reset', { emailOrPhone })

// catches mutation: owner-mail-budget
test.each([
  ['four addresses', (index: number) => `198.51.100.${1 + (index % 4)}`],
  ['forty addresses', (index: number) => `198.51.100.${1 + index}`],
  ['forty networks of one IPv6 block', (index: number) => `2001:db8:1:${index}::7`],
])('after forty resets requested by outsiders from %s the owner still receives a code', async (_, addressOf) => {
  await using shop = await openShop()
  const user = await createTestUser(shop.db)
  const known = await signIn(shop, user, '203.0.113.50')
  for (let index = 0; index < 40; index += 1) {
    expect((await requestReset(shop, user.email, addressOf(index))).status).toBe(200)
  }

  const before = await countEmails(shop)
  // A new address, and the owner's known device at an address that the outsiders used.
  expect((await requestReset(shop, user.email, '203.0.113.99')).status).toBe(200)
  expect(await countEmails(shop)).toBe(before + 1)
  await requestReset(shop, user.email, addressOf(0), known)
  expect(await countEmails(shop)).toBe(before + 2)
})

// catches mutation: plus-address-same-mailbox
test('one address requests five codes an hour; all plus-addresses of a mailbox count as one', async () => {
  await using shop = await openShop()
  const spellings = ['olena@bar.example', 'olena+1@bar.example', 'olena+2@bar.example']
  for (const email of spellings) await createTestUser(shop.db, { email })
  for (let index = 0; index < 9; index += 1) await requestReset(shop, spellings[index % 3] ?? '', '198.51.100.7')
  expect(await countEmails(shop)).toBe(5)

  // Registrations have counters of their own with the same limits.
  const register = (emailOrPhone: string) =>
    openBrowser(shop, '198.51.100.8').send('POST', '/api/auth/register', registrationBody({ emailOrPhone }))
  for (let index = 0; index < 9; index += 1) await register(`ivan+${index}@bar.example`)
  expect(await countEmails(shop)).toBe(10)
})

// catches mutation: mailbox-code-limit
test('a mailbox receives a bounded number of codes a day from any number of addresses; its owner’s browser still receives one', async () => {
  await using shop = await openShop()
  const user = await createTestUser(shop.db)
  const known = await signIn(shop, user)
  for (let index = 0; index < 130; index += 1) await requestReset(shop, user.email, `198.51.${index}.7`)
  const most = await countEmails(shop)
  expect(most).toBeLessThanOrEqual(80)

  await requestReset(shop, user.email, '192.0.2.1')
  expect(await countEmails(shop)).toBe(most)
  await requestReset(shop, user.email, '192.0.2.1', known)
  expect(await countEmails(shop)).toBe(most + 1)
})

test('an outsider at the same address uses up neither the code requests nor the tries of the owner’s browser', async () => {
  await using shop = await openShop()
  const address = '198.51.100.7'
  const user = await createTestUser(shop.db)
  const known = await signIn(shop, user, address)
  const outsider = openBrowser(shop, address)
  for (let index = 0; index < 10; index += 1) await requestReset(shop, `unknown-${index}@bar.example`, address)
  const started = await openBrowser(shop, '198.51.100.8').send('POST', '/api/auth/register', registrationBody())
  expect(started.status).toBe(200)
  for (let tries = 0; tries < 30; tries += 1) {
    await outsider.send('POST', '/api/auth/verify', { userId: user.id, code: '000000' })
  }
  expect((await requestReset(shop, user.email, address, outsider)).status).toBe(429)

  const { status, body } = await requestReset(shop, user.email, address, known)
  expect(status).toBe(200)
  const { userId } = body
  const confirm = { userId, code: await issueCode(shop.db, userId), password: 'новий-лід-і-мʼята' }
  expect((await known.send('POST', '/api/auth/password/reset/confirm', confirm)).status).toBe(200)
})
