import type { Locator } from '@playwright/test'
import { productCards, productDetails } from './harness/locators.ts'
import { createCustomer, signInAs } from './sign-in.ts'
import { expect, test, messagesByLanguage } from './fixtures.ts'

/** With forced colours no background shows the selection: the border does. */
async function expectHighlighted(selected: Locator, unselected: Locator): Promise<void> {
  await expect(selected).toHaveCSS('border-top-width', '3px')
  await expect(unselected.first()).not.toHaveCSS('border-top-width', '3px')
}

test('with forced colours the chosen package, language and theme have an edge of their own', async ({ visit }) => {
  const { page } = await visit()
  await signInAs(page, await createCustomer())
  await page.emulateMedia({ forcedColors: 'active' })

  await page.goto('/product/lemon-chips')
  const packages = productDetails(page).getByRole('group', { name: messagesByLanguage.ua.product.package })
  await expectHighlighted(packages.locator('label:has(:checked)'), packages.locator('label:not(:has(:checked))'))
  await page.goto('/')
  const card = productCards(page)
    .filter({ has: page.locator('label + label') })
    .first()
  await expectHighlighted(card.locator('label:has(:checked)'), card.locator('label:not(:has(:checked))'))
  await expect(card.getByRole('group', { name: messagesByLanguage.ua.product.quantity })).toHaveCSS(
    'outline-style',
    'solid',
  )
  await page.goto('/category/citrus-chips')
  const layout = page.getByRole('button', { name: messagesByLanguage.ua.sort.compact })
  await expect(layout).not.toHaveCSS('border-top-width', '3px')
  await layout.click()
  await expect(layout).toHaveCSS('border-top-width', '3px')
  await page.goto('/profile/settings')
  const choices = page.getByRole('group').filter({ has: page.locator(':scope > [aria-pressed]') })
  await expect(choices).toHaveCount(2)
  for (const group of await choices.all()) {
    await expectHighlighted(group.locator('[aria-pressed="true"]'), group.locator('[aria-pressed="false"]'))
  }
})
