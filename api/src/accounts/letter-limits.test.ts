import { expect, test } from 'vitest'
import { aPerson, codeFor, openBrowser, registration, signedIn } from '../../test/people.ts'
import { openShop, type Shop } from '../../test/shop.ts'

const letters = async ({ db }: Shop) => (await db('job_outbox').where({ name: 'code-requested' })).length
const ask = (shop: Shop, emailOrPhone: string, address: string, browser = openBrowser(shop, address)) =>
  browser.send('POST', '/api/auth/password/reset', { emailOrPhone })

// catches mutation: owner-mail-budget
test.each([
  ['four addresses', (asked: number) => `198.51.100.${1 + (asked % 4)}`],
  ['forty addresses', (asked: number) => `198.51.100.${1 + asked}`],
  ['forty networks of one IPv6 block', (asked: number) => `2001:db8:1:${asked}::7`],
])('after forty resets that outsiders asked for from %s the owner still gets a code', async (_, addressOf) => {
  await using shop = await openShop()
  const person = await aPerson(shop.db)
  const known = await signedIn(shop, person, '203.0.113.50')
  for (let asked = 0; asked < 40; asked += 1) {
    expect((await ask(shop, person.email, addressOf(asked))).status).toBe(200)
  }

  const before = await letters(shop)
  // A fresh address, and the owner's own browser at an address that the outsiders used.
  expect((await ask(shop, person.email, '203.0.113.99')).status).toBe(200)
  expect(await letters(shop)).toBe(before + 1)
  await ask(shop, person.email, addressOf(0), known)
  expect(await letters(shop)).toBe(before + 2)
})

// catches mutation: plus-address-same-mailbox
test('one address asks for five codes an hour; a mailbox with all its plus-addresses counts as one', async () => {
  await using shop = await openShop()
  const spellings = ['olena@bar.example', 'olena+1@bar.example', 'olena+2@bar.example']
  for (const email of spellings) await aPerson(shop.db, { email })
  for (let asked = 0; asked < 9; asked += 1) await ask(shop, spellings[asked % 3] ?? '', '198.51.100.7')
  expect(await letters(shop)).toBe(5)

  // Registrations count apart, and in the same way.
  const register = (emailOrPhone: string) =>
    openBrowser(shop, '198.51.100.8').send('POST', '/api/auth/register', registration({ emailOrPhone }))
  for (let asked = 0; asked < 9; asked += 1) await register(`ivan+${asked}@bar.example`)
  expect(await letters(shop)).toBe(10)
})

// catches mutation: mailbox-code-limit
test('a mailbox gets a bounded number of codes a day, however many addresses ask; its owner’s browser still gets one', async () => {
  await using shop = await openShop()
  const person = await aPerson(shop.db)
  const known = await signedIn(shop, person)
  for (let asked = 0; asked < 130; asked += 1) await ask(shop, person.email, `198.51.${asked}.7`)
  const most = await letters(shop)
  expect(most).toBeLessThanOrEqual(80)

  await ask(shop, person.email, '192.0.2.1')
  expect(await letters(shop)).toBe(most)
  await ask(shop, person.email, '192.0.2.1', known)
  expect(await letters(shop)).toBe(most + 1)
})

test('an outsider at the same address uses up neither the asks nor the tries of the owner’s browser', async () => {
  await using shop = await openShop()
  const address = '198.51.100.7'
  const person = await aPerson(shop.db)
  const known = await signedIn(shop, person, address)
  const stranger = openBrowser(shop, address)
  for (let asked = 0; asked < 10; asked += 1) await ask(shop, `nobody-${asked}@bar.example`, address)
  const begun = await openBrowser(shop, '198.51.100.8').send('POST', '/api/auth/register', registration())
  expect(begun.status).toBe(200)
  for (let tried = 0; tried < 30; tried += 1) {
    await stranger.send('POST', '/api/auth/verify', { userId: person.id, code: '000000' })
  }
  expect((await ask(shop, person.email, address, stranger)).status).toBe(429)

  const { status, body } = await ask(shop, person.email, address, known)
  expect(status).toBe(200)
  const { userId } = body
  const confirm = { userId, code: await codeFor(shop.db, userId), password: 'новий-лід-і-мʼята' }
  expect((await known.send('POST', '/api/auth/password/reset/confirm', confirm)).status).toBe(200)
})
