import type { Locator } from '@playwright/test'
import { productCards, productDetails } from './harness/locators.ts'
import { newPerson, signInAs } from './signed-in.ts'
import { expect, test, texts } from './shopper.ts'

/** Where a browser chooses the colours, no background tells what is chosen: its edge does. */
async function expectEdged(chosen: Locator, others: Locator): Promise<void> {
  await expect(chosen).toHaveCSS('border-top-width', '3px')
  await expect(others.first()).not.toHaveCSS('border-top-width', '3px')
}

test('with forced colours the chosen package, language and theme have an edge of their own', async ({ visit }) => {
  const { page } = await visit()
  await signInAs(page, await newPerson())
  await page.emulateMedia({ forcedColors: 'active' })

  await page.goto('/product/lemon-chips')
  const packages = productDetails(page).getByRole('group', { name: texts.ua.product.package })
  await expectEdged(packages.locator('label:has(:checked)'), packages.locator('label:not(:has(:checked))'))
  await page.goto('/')
  const card = productCards(page)
    .filter({ has: page.locator('label + label') })
    .first()
  await expectEdged(card.locator('label:has(:checked)'), card.locator('label:not(:has(:checked))'))
  await page.goto('/profile/settings')
  const choices = page.getByRole('group').filter({ has: page.locator(':scope > [aria-pressed]') })
  await expect(choices).toHaveCount(2)
  for (const group of await choices.all()) {
    await expectEdged(group.locator('[aria-pressed="true"]'), group.locator('[aria-pressed="false"]'))
  }
})
