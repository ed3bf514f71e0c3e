import { createUnsubscribeToken, readUnsubscribeToken } from '@tsedra/database/unsubscribe-tokens'
import { expect, test } from 'vitest'
import { codeSecret, openShop, type Shop } from '../../test/shop.ts'
import { createTestUser } from '../../test/users.ts'

const linkOf = ({ url }: Shop, token: string) => `${url}/api/unsubscribe/${token}`
const isSubscribed = async ({ db }: Shop, id: string): Promise<boolean> =>
  (await db('users').where({ id }).first('order_emails')).order_emails

/** Posts as a mail server does: a form, no cookie, no origin (RFC 8058). */
const postForm = (url: string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })

test('a mail server turns e-mails off by one request, also a second time, and only for that account', async () => {
  await using shop = await openShop()
  const [user, other] = [await createTestUser(shop.db), await createTestUser(shop.db)]
  const link = linkOf(shop, createUnsubscribeToken(codeSecret, user.id))

  expect((await postForm(link)).status).toBe(200)
  expect((await postForm(link)).status).toBe(200)

  expect([await isSubscribed(shop, user.id), await isSubscribed(shop, other.id)]).toEqual([false, true])
})

test('opening the link changes nothing: the page has a button, in the language of the account', async () => {
  await using shop = await openShop()
  const user = await createTestUser(shop.db, { language: 'en' })

  const response = await fetch(linkOf(shop, createUnsubscribeToken(codeSecret, user.id)))
  const html = await response.text()

  expect(response.headers.get('content-type')).toContain('text/html')
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(html).toContain('<form method="post">')
  expect(html).toContain('Stop e-mails about orders?')
  expect(html).not.toContain(user.email)
  expect(await isSubscribed(shop, user.id)).toBe(true)
})

// catches mutation: unsubscribe-token-signed
test('a token that was signed with another secret, changed or cut is refused', async () => {
  await using shop = await openShop()
  const user = await createTestUser(shop.db)
  const token = createUnsubscribeToken(codeSecret, user.id)
  const forged = [
    createUnsubscribeToken('another secret that is long enough', user.id),
    `${token.slice(0, -3)}AAA`,
    token.slice(0, 22),
    'x',
  ]

  for (const other of forged) expect((await postForm(linkOf(shop, other))).status, other).toBe(404)

  expect(await isSubscribed(shop, user.id)).toBe(true)
  expect(readUnsubscribeToken(codeSecret, token)).toBe(user.id)
})

test('the link of a deleted account is refused', async () => {
  await using shop = await openShop()
  const user = await createTestUser(shop.db)
  const link = linkOf(shop, createUnsubscribeToken(codeSecret, user.id))
  await shop.db('users').where({ id: user.id }).delete()

  expect((await postForm(link)).status).toBe(404)
})
