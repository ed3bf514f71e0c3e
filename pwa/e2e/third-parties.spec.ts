import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { toast } from './harness/locators.ts'
import { aNewcomer, register, signInDialog } from './people.ts'
import { eachTime, desktop, expect, type Language, phone, shopUrl, test, texts } from './shopper.ts'

const parties = { google: 'Google', apple: 'Apple' } as const
type Party = keyof typeof parties

/** From the dialog to the third party's page. */
async function begin(page: Page, party: Party, { next = '/profile', language = 'ua' as Language } = {}): Promise<void> {
  await page.goto(`/api/login?next=${encodeURIComponent(next)}`)
  await signInDialog(page, language).button(parties[party]).click()
  await page.waitForURL(`${process.env['THIRD_PARTY_URL']}/${party}/interaction/**`)
}

/** Somebody signs in on the third party's page; whom it has never seen, unless an address is given. */
async function choose(page: Page, email = `oksana-${randomUUID().slice(0, 8)}@gmail.com`): Promise<string> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('First name').fill('Оксана')
  await page.getByLabel('Last name').fill('Левченко')
  await page.getByRole('button', { name: 'Sign in' }).click()
  return email
}

const statusOfMe = (page: Page) => page.evaluate(async () => (await fetch('/api/auth/user')).status)

for (const { party, language, size } of [
  { party: 'google', language: 'ua', size: phone },
  { party: 'google', language: 'en', size: desktop },
  { party: 'apple', language: 'ru', size: phone },
  { party: 'apple', language: 'ua', size: desktop },
] as const) {
  test(
    `O-03 somebody new signs in by ${party}, in ${language}, ${size.width} wide, and the shop knows them`,
    eachTime(language !== 'en' && size === phone),
    async ({ visit }) => {
      const { page, complaints } = await visit({ language, size, worker: size === phone })
      await begin(page, party, { language })
      const email = await choose(page)

      await page.waitForURL(`${shopUrl()}/profile`)
      const person = page.getByRole('region', { name: texts[language].profile.person })
      await expect(person).toContainText('Оксана')
      await expect(person).toContainText(email)
      const cookies = await page.context().cookies(shopUrl())
      expect(cookies.find(({ name }) => name === 'sid')).toMatchObject({ sameSite: 'Lax', httpOnly: true })
      expect(cookies.map(({ name }) => name)).not.toContain('oauth')
      // A guest who opens the dialog is asked for: the browser tells of the 401.
      expect(complaints.filter((text) => !/status of 401/.test(text))).toEqual([])
    },
  )
}

test('a guest’s “Add to cart” is done when they come back from a third party', async ({ visit }) => {
  const { page } = await visit()
  const { product } = texts.ua
  await page.goto('/product/lemon-chips')
  await page.getByRole('button', { name: product.addToCart }).filter({ visible: true }).first().click()
  await signInDialog(page).button(parties.google).click()
  await page.waitForURL(`${process.env['THIRD_PARTY_URL']}/google/interaction/**`)
  await choose(page)

  await page.waitForURL(`${shopUrl()}/product/lemon-chips`)
  await expect
    .poll(() => page.evaluate(async () => ((await (await fetch('/api/cart')).json()) as unknown[]).length))
    .toBe(1)
})

for (const party of ['google', 'apple'] as const) {
  test(
    `O-03 whoever says no at ${party} is back in the dialog and reads so`,
    eachTime(party === 'google'),
    async ({ visit }) => {
      const { page } = await visit()
      await begin(page, party)
      await page.getByRole('button', { name: 'Cancel' }).click()

      await expect(toast(page)).toContainText(texts.ua.signIn.problem.cancelled)
      await expect(signInDialog(page).button(parties[party])).toBeVisible()
      expect(await statusOfMe(page)).toBe(401)
    },
  )
}

test('O-03 with a Lax cookie Apple’s form comes back to a browser that seems to have begun nothing', async ({
  visit,
}) => {
  const { page } = await visit()
  await begin(page, 'apple')
  const context = page.context()
  const [oauth] = (await context.cookies(shopUrl())).filter(({ name }) => name === 'oauth')
  expect(oauth).toMatchObject({ sameSite: 'None', secure: true, httpOnly: true })
  await context.clearCookies({ name: 'oauth' })
  await context.addCookies([{ ...(oauth ?? { name: 'oauth', value: '' }), sameSite: 'Lax' }])
  await choose(page)

  await expect(toast(page)).toContainText(texts.ua.signIn.problem.expired)
  expect(await statusOfMe(page)).toBe(401)
})

test('O-05 Google does not run the mailbox of an account: its password is asked, once', async ({ visit }) => {
  const owner = aNewcomer()
  const first = await visit()
  await register(first.page, owner)
  const { page } = await visit()
  await begin(page, 'google')
  await choose(page, owner.email)

  const { dialog, password } = signInDialog(page)
  await expect(dialog).toContainText(texts.ua.signIn.link.title)
  await password.fill(`${owner.password}-не-той`)
  await dialog.locator('button[type="submit"]').click()
  await expect(toast(page)).toBeVisible()
  expect(await statusOfMe(page)).toBe(401)
  await password.fill(owner.password)
  await dialog.locator('button[type="submit"]').click()
  await page.waitForURL(`${shopUrl()}/profile`)
  await expect(page.getByRole('region', { name: texts.ua.profile.person })).toContainText(owner.lastName)

  const again = await visit()
  await begin(again.page, 'google')
  await choose(again.page, owner.email)
  await again.page.waitForURL(`${shopUrl()}/profile`)
  await expect(again.page.getByRole('region', { name: texts.ua.profile.person })).toContainText(owner.lastName)
})
