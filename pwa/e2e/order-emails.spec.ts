import { orderNumber } from '@tsedra/contract/order-number'
import { createNewUser, register, waitForEmail } from './accounts.ts'
import { containingText, expect, expectAccessible, messagesByLanguage, openHome, test } from './fixtures.ts'
import { fillOrderForm, openOrderForm, submitOrder } from './harness/order-form.ts'
import { productLinks } from './harness/locators.ts'

const t = messagesByLanguage.ua

test('a customer receives a receipt, stops the e-mails by its link, and turns them on again in the settings', async ({
  visit,
}) => {
  const newUser = createNewUser()
  const { page, pageErrors } = await visit()
  await register(page, newUser)
  await openHome(page)
  await productLinks(page).first().click()
  await openOrderForm(page)
  await fillOrderForm(page)
  const id = await submitOrder(page)

  const { text } = await waitForEmail(newUser.email, { pattern: new RegExp(orderNumber(id)) })
  expect(text).toContain(`/order/${id}`)
  const path = /\/api\/unsubscribe\/[\w-]+/.exec(text)?.[0] ?? ''
  await page.goto(path)
  await expectAccessible(page, 'unsubscribe page')
  await page.getByRole('button').click()
  await expect(page.getByRole('button')).toHaveCount(0)

  await page.goto('/profile/settings')
  const checkbox = page.getByRole('checkbox', { name: containingText(newUser.email) })
  await expect(checkbox).not.toBeChecked()
  await checkbox.check()
  await expect(checkbox).toBeChecked()
  await page.reload()
  await expect(checkbox).toBeChecked()
  await expect(page.getByRole('heading', { name: t.profile.settings })).toBeVisible()
  expect(pageErrors).toEqual([])
})
