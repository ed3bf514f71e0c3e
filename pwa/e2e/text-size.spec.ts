import type { Page } from '@playwright/test'
import { signInDialog } from './accounts.ts'
import { findClippedText, measureBars, setTextSize } from './harness/text-size.ts'
import { bottomNavigation, orderButton, productNames } from './harness/locators.ts'
import { fillOrderForm, openOrderForm, submitOrder } from './harness/order-form.ts'
import { createCustomer, signInAs } from './sign-in.ts'
import {
  exactText,
  expect,
  expectNoOverflow,
  languages,
  messagesByLanguage,
  phone,
  selectVariations,
  test,
  waitForNetworkIdle,
} from './fixtures.ts'

/** Text of twice its size, and the whole page of four times its size: 1280 × 1024 becomes 320 × 256. */
const enlargements = [
  { name: '200 % text', size: phone, percent: 200 },
  { name: '400 % zoom', size: { width: 320, height: 256 }, percent: 100 },
] as const
type Enlargement = (typeof enlargements)[number]

async function expectReadable(page: Page, { percent }: Enlargement, screen: string): Promise<void> {
  await waitForNetworkIdle(page)
  expect.soft(await findClippedText(page), screen).toEqual([])
  // Twice the text on the narrowest screen as well is beyond the requirement.
  if (percent === 100) await expectNoOverflow(page, screen)
  const excessPx = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(excessPx, screen).toBeLessThanOrEqual(0)
  if (!(await page.getByRole('dialog').isVisible())) {
    await page.evaluate(() => scrollTo(0, innerHeight))
    expect.soft(await measureBars(page), screen).toBeLessThanOrEqual(0.5)
  }
}

for (const enlargement of enlargements) {
  for (const language of selectVariations(...languages)) {
    const t = messagesByLanguage[language]
    test(`${enlargement.name}, ${language}: a guest’s screens need no sideways scrolling and cut no text`, async ({
      visit,
    }) => {
      const { page } = await visit({ language, size: enlargement.size })
      await setTextSize(page, enlargement.percent)
      const openScreen = async (path: string): Promise<void> => {
        await page.goto(path)
        await expectReadable(page, enlargement, path)
      }
      await openScreen('/')
      // The footer and what is above it load when they come near.
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
      await expectReadable(page, enlargement, 'end of the home page')
      for (const path of [
        '/?search=lemon',
        '/drinks',
        '/drink/negroni',
        '/contacts',
        '/faq',
        '/pending',
        '/such/a/page',
      ])
        await openScreen(path)
      await openScreen('/category/citrus-chips')
      await page.getByRole('button', { name: exactText(t.sort.compact) }).click()
      await expect(productNames(page).first()).toBeVisible()
      await expectReadable(page, enlargement, 'compact list')

      await openScreen('/product/gin-tonic-set')
      await openOrderForm(page)
      await expectReadable(page, enlargement, 'order form')
      await fillOrderForm(page)
      await submitOrder(page)
      await expectReadable(page, enlargement, 'order')

      await page.goto('/?login=1')
      await expect(signInDialog(page, language).dialog).toBeVisible()
      await expectReadable(page, enlargement, 'sign-in methods')
      await signInDialog(page, language).button(t.signIn.register).click()
      await expectReadable(page, enlargement, 'registration')
    })

    test(`${enlargement.name}, ${language}: a user’s screens need no sideways scrolling and cut no text`, async ({
      visit,
    }) => {
      const { page } = await visit({ language, size: enlargement.size })
      await signInAs(page, await createCustomer())
      await setTextSize(page, enlargement.percent)
      await page.goto('/product/lemon-chips')
      await orderButton(page).waitFor()
      await page.getByRole('button', { name: exactText(t.product.addToCart) }).click()
      await openOrderForm(page)
      await fillOrderForm(page)
      await submitOrder(page)

      await page.goto('/profile')
      await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible()
      await expectReadable(page, enlargement, 'profile')
      await page.goto('/profile/settings')
      await expect(page.getByRole('button', { name: exactText(t.theme.dark) })).toBeVisible()
      await expectReadable(page, enlargement, 'settings')
      await bottomNavigation(page).getByRole('button', { name: t.nav.cart }).click()
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
      await expectReadable(page, enlargement, 'cart')
    })
  }
}
