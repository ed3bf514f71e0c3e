import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { toasts } from './harness/locators.ts'
import { createNewUser, register, signInDialog } from './accounts.ts'
import { thoroughUnless, desktop, expect, type Language, phone, shopUrl, test, messagesByLanguage } from './fixtures.ts'

const providerNames = { google: 'Google', apple: 'Apple' } as const
type Provider = keyof typeof providerNames

/** From the dialog to the third party's page. */
async function startProviderSignIn(
  page: Page,
  provider: Provider,
  { next = '/profile', language = 'ua' as Language } = {},
): Promise<void> {
  await page.goto(`/api/login?next=${encodeURIComponent(next)}`)
  await signInDialog(page, language).button(providerNames[provider]).click()
  await page.waitForURL(`${process.env['THIRD_PARTY_URL']}/${provider}/interaction/**`)
}

/** Signs in on the provider's page: as a new user, unless an address is given. */
async function completeProviderPage(
  page: Page,
  email = `oksana-${randomUUID().slice(0, 8)}@gmail.com`,
): Promise<string> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('First name').fill('Оксана')
  await page.getByLabel('Last name').fill('Левченко')
  await page.getByRole('button', { name: 'Sign in' }).click()
  return email
}

const readSessionStatus = (page: Page) => page.evaluate(async () => (await fetch('/api/auth/user')).status)

for (const { provider, language, size } of [
  { provider: 'google', language: 'ua', size: phone },
  { provider: 'google', language: 'en', size: desktop },
  { provider: 'apple', language: 'ru', size: phone },
  { provider: 'apple', language: 'ua', size: desktop },
] as const) {
  test(
    `O-03 a new user signs in by ${provider}, in ${language}, ${size.width} wide, and has an account`,
    thoroughUnless(language !== 'en' && size === phone),
    async ({ visit }) => {
      const { page, pageErrors } = await visit({ language, size, worker: size === phone })
      await startProviderSignIn(page, provider, { language })
      const email = await completeProviderPage(page)

      await page.waitForURL(`${shopUrl()}/profile`)
      const person = page.getByRole('region', { name: messagesByLanguage[language].profile.person })
      await expect(person).toContainText('Оксана')
      await expect(person).toContainText(email)
      const cookies = await page.context().cookies(shopUrl())
      expect(cookies.find(({ name }) => name === 'sid')).toMatchObject({ sameSite: 'Lax', httpOnly: true })
      expect(cookies.map(({ name }) => name)).not.toContain('oauth')
      // The dialog requests the current user of a guest: the browser logs the 401.
      expect(pageErrors.filter((text) => !/status of 401/.test(text))).toEqual([])
    },
  )
}

test('a guest’s “Add to cart” is done when they come back from a third party', async ({ visit }) => {
  const { page } = await visit()
  const { product } = messagesByLanguage.ua
  await page.goto('/product/lemon-chips')
  await page.getByRole('button', { name: product.addToCart }).filter({ visible: true }).first().click()
  await signInDialog(page).button(providerNames.google).click()
  await page.waitForURL(`${process.env['THIRD_PARTY_URL']}/google/interaction/**`)
  await completeProviderPage(page)

  await page.waitForURL(`${shopUrl()}/product/lemon-chips`)
  await expect
    .poll(() => page.evaluate(async () => ((await (await fetch('/api/cart')).json()) as unknown[]).length))
    .toBe(1)
})

for (const provider of ['google', 'apple'] as const) {
  test(
    `O-03 a user who declines at ${provider} returns to the dialog with a message`,
    thoroughUnless(provider === 'google'),
    async ({ visit }) => {
      const { page } = await visit()
      await startProviderSignIn(page, provider)
      await page.getByRole('button', { name: 'Cancel' }).click()

      await expect(toasts(page)).toContainText(messagesByLanguage.ua.signIn.problem.cancelled)
      await expect(signInDialog(page).button(providerNames[provider])).toBeVisible()
      expect(await readSessionStatus(page)).toBe(401)
    },
  )
}

test('O-03 with a Lax cookie Apple’s form comes back to a browser that seems to have begun nothing', async ({
  visit,
}) => {
  const { page } = await visit()
  await startProviderSignIn(page, 'apple')
  const context = page.context()
  const [oauth] = (await context.cookies(shopUrl())).filter(({ name }) => name === 'oauth')
  expect(oauth).toMatchObject({ sameSite: 'None', secure: true, httpOnly: true })
  await context.clearCookies({ name: 'oauth' })
  await context.addCookies([{ ...(oauth ?? { name: 'oauth', value: '' }), sameSite: 'Lax' }])
  await completeProviderPage(page)

  await expect(toasts(page)).toContainText(messagesByLanguage.ua.signIn.problem.expired)
  expect(await readSessionStatus(page)).toBe(401)
})

test('O-05 Google does not run the mailbox of an account: its password is required once', async ({ visit }) => {
  const accountOwner = createNewUser()
  const firstVisit = await visit()
  await register(firstVisit.page, accountOwner)
  const { page } = await visit()
  await startProviderSignIn(page, 'google')
  await completeProviderPage(page, accountOwner.email)

  const { dialog, password } = signInDialog(page)
  await expect(dialog).toContainText(messagesByLanguage.ua.signIn.link.title)
  await password.fill(`${accountOwner.password}-не-той`)
  await dialog.locator('button[type="submit"]').click()
  await expect(toasts(page)).toBeVisible()
  expect(await readSessionStatus(page)).toBe(401)
  await password.fill(accountOwner.password)
  await dialog.locator('button[type="submit"]').click()
  await page.waitForURL(`${shopUrl()}/profile`)
  await expect(page.getByRole('region', { name: messagesByLanguage.ua.profile.person })).toContainText(
    accountOwner.lastName,
  )

  const secondVisit = await visit()
  await startProviderSignIn(secondVisit.page, 'google')
  await completeProviderPage(secondVisit.page, accountOwner.email)
  await secondVisit.page.waitForURL(`${shopUrl()}/profile`)
  await expect(secondVisit.page.getByRole('region', { name: messagesByLanguage.ua.profile.person })).toContainText(
    accountOwner.lastName,
  )
})
