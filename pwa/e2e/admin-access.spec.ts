import type { Page } from '@playwright/test'
import { toasts } from './harness/locators.ts'
import { runSql } from './database.ts'
import { createTotpCode, signInDialog, totpSecretIn } from './accounts.ts'
import { createAdminProduct } from './admin.ts'
import { createCustomer, signInAs } from './sign-in.ts'
import { createStaffUser, signInAsNewStaff } from './staff.ts'
import { test } from './own-shop.ts'
import { exactText, desktop, expect, containingText, messagesByLanguage } from './fixtures.ts'

const t = messagesByLanguage.ua.admin

/** Runs in the page, which is soon left: what is shown for half a second is read on the next one. */
function recordToastAndHeading(): void {
  const record = () => {
    const toastText = document.querySelector('[role="region"][popover] > *')?.textContent
    if (toastText) sessionStorage.setItem('toast', toastText)
    const heading = location.pathname.startsWith('/admin') && document.querySelector('main h1')?.textContent
    if (heading) sessionStorage.setItem('heading', heading)
  }
  new MutationObserver(record).observe(document, { childList: true, subtree: true, characterData: true })
}

const readRecorded = (page: Page, key: 'toast' | 'heading') => page.evaluate((key) => sessionStorage.getItem(key), key)

test('a guest signs in and comes back to where they wanted to go; a customer reads that access is denied', async ({
  visit,
}) => {
  const { page } = await visit()
  await page.addInitScript(recordToastAndHeading)
  await page.goto('/admin/categories?status=active')
  await page.waitForURL((url) => url.pathname === '/')
  expect(await readRecorded(page, 'toast')).toMatch(containingText(messagesByLanguage.ua.mine.signedOutText))
  const { dialog, login, code } = signInDialog(page)
  const { email, password } = await createStaffUser('editor')
  await login(email, password)
  await expect(totpSecretIn(dialog)).toBeVisible()
  await code.fill(createTotpCode((await totpSecretIn(dialog).innerText()).replaceAll(/\s/g, '')))
  await page.waitForURL((url) => url.pathname + url.search === '/admin/categories?status=active')
  await expect(page.getByRole('row').nth(1)).toBeVisible()

  const { page: customer } = await visit({ language: 'en' })
  await signInAs(customer, await createCustomer())
  await customer.addInitScript(recordToastAndHeading)
  await customer.goto('/admin/products')
  await customer.waitForURL((url) => url.pathname === '/')
  expect(await readRecorded(customer, 'heading')).toContain('Access Denied')
  expect(await readRecorded(customer, 'toast')).toContain("You don't have permission to access the admin panel.")
})

const sessionEndTriggers: [string, (page: Page) => Promise<void>][] = [
  // By key: the page may have detected the conflict already, and then the dialog covers the button.
  ['it is saved', (page) => page.getByLabel(exactText(t.form.price)).press('Enter')],
  [
    'the network comes back',
    async (page) => {
      await page.context().setOffline(true)
      await expect(page.getByRole('status').filter({ hasText: t.offline })).toBeVisible()
      await page.context().setOffline(false)
    },
  ],
]

for (const [description, trigger] of sessionEndTriggers) {
  test(`a session that ends during typing, detected when ${description}, opens the sign-in dialog above the form`, async ({
    visit,
  }) => {
    const { page } = await visit({ size: desktop })
    const { email, password } = await signInAsNewStaff(page, 'editor')
    const { slug } = await createAdminProduct(page)
    await page.goto(`/admin/products?search=${slug}`)
    await page.getByRole('button', { name: containingText('Редагувати:') }).click()
    const form = page.getByRole('dialog', { name: t.products.edit })
    await form.getByLabel(exactText(t.form.price)).fill('88')
    await runSql(
      'UPDATE user_sessions SET revoked_at = now() WHERE user_id = (SELECT id FROM users WHERE email = $1)',
      [email],
    )
    await trigger(page)

    await expect(toasts(page)).toContainText(messagesByLanguage.ua.mine.signedOutText)
    const { dialog, login, code } = signInDialog(page)
    await login(email, password)
    await expect(totpSecretIn(dialog)).toBeVisible()
    await code.fill(createTotpCode((await totpSecretIn(dialog).innerText()).replaceAll(/\s/g, '')))
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await expect(form.getByLabel(exactText(t.form.price))).toHaveValue('88')
    await form.getByRole('button', { name: t.form.save, exact: true }).click()
    await expect(toasts(page)).toContainText(t.products.changed)
  })
}
