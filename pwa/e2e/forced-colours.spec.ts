import type { Locator } from '@playwright/test'
import { newPerson, signInAs } from './signed-in.ts'
import { expect, test } from './shopper.ts'

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
  await expectEdged(page.locator('.packs label:has(:checked)'), page.locator('.packs label:not(:has(:checked))'))
  await page.goto('/')
  const card = page
    .locator('main .card')
    .filter({ has: page.locator('.seg label + label') })
    .first()
  await expectEdged(card.locator('label:has(:checked)'), card.locator('label:not(:has(:checked))'))
  await page.goto('/profile/settings')
  for (const group of await page.locator('.set .seg').all()) {
    await expectEdged(group.locator('[aria-pressed="true"]'), group.locator('[aria-pressed="false"]'))
  }
})
