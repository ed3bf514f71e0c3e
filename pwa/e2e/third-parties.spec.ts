import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, shopUrl, test } from './shopper.ts'

const parties = ['google', 'apple'] as const
type Party = (typeof parties)[number]

/** A tap on the third party's button, without the dialog around it. */
async function begin(page: Page, party: Party, next: string): Promise<void> {
  await page.goto('/contacts')
  await page.evaluate((address) => location.assign(address), `/api/auth/${party}?next=${encodeURIComponent(next)}`)
  await page.waitForURL(`${process.env['THIRD_PARTY_URL']}/${party}/interaction/**`)
}

/** Somebody whom this third party has never seen. */
async function choose(page: Page): Promise<string> {
  const email = `oksana-${randomUUID().slice(0, 8)}@gmail.com`
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('First name').fill('Оксана')
  await page.getByLabel('Last name').fill('Левченко')
  await page.getByRole('button', { name: 'Sign in' }).click()
  return email
}

const whoAmI = (page: Page) =>
  page.evaluate(async () => {
    const answer = await fetch('/api/auth/user')
    return answer.ok ? ((await answer.json()) as { email: string; firstName: string }) : answer.status
  })

for (const party of parties) {
  test(`O-03 a browser signs in by ${party} and comes back to where it was`, async ({ visit }) => {
    const { page, complaints } = await visit()
    await begin(page, party, '/shipping?from=test#times')
    const email = await choose(page)

    await page.waitForURL(`${shopUrl()}/shipping?from=test#times`)
    expect(await whoAmI(page)).toMatchObject({ email, firstName: 'Оксана' })
    const cookies = await page.context().cookies(shopUrl())
    expect(cookies.find(({ name }) => name === 'sid')).toMatchObject({ sameSite: 'Lax', httpOnly: true })
    expect(cookies.map(({ name }) => name)).not.toContain('oauth')
    // What the page asks of a guest before the sign-in is answered with 401; nothing else may be complained about.
    expect(complaints.filter((text) => !/status of 401/.test(text))).toEqual([])
  })

  test(`O-03 whoever says no at ${party} is back in the shop, as a guest`, async ({ visit }) => {
    const { page } = await visit()
    await begin(page, party, '/shipping')
    await page.getByRole('button', { name: 'Cancel' }).click()

    await page.waitForURL((url) => url.origin === shopUrl() && url.searchParams.get('problem') === 'cancelled')
    expect(await whoAmI(page)).toBe(401)
  })
}

test('O-03 with a Lax cookie Apple’s form comes back to a browser that seems to have begun nothing', async ({
  visit,
}) => {
  const { page } = await visit()
  await begin(page, 'apple', '/shipping')
  const context = page.context()
  const [oauth] = (await context.cookies(shopUrl())).filter(({ name }) => name === 'oauth')
  expect(oauth).toMatchObject({ sameSite: 'None', secure: true, httpOnly: true })
  await context.clearCookies({ name: 'oauth' })
  await context.addCookies([{ ...(oauth ?? { name: 'oauth', value: '' }), sameSite: 'Lax' }])
  await choose(page)

  await page.waitForURL((url) => url.origin === shopUrl() && url.searchParams.get('problem') === 'expired')
  expect(await whoAmI(page)).toBe(401)
})
