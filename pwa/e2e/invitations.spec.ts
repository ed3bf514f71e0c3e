import { randomUUID } from 'node:crypto'
import {
  desktop,
  exactText,
  expect,
  expectAccessible,
  expectNoOverflow,
  keepToasts,
  messagesByLanguage,
  phone,
} from './fixtures.ts'
import { toasts } from './harness/locators.ts'
import { waitForEmail } from './accounts.ts'
import { signInAsNewStaff } from './staff.ts'
import { test } from './own-shop.ts'

const t = messagesByLanguage.ua
const list = t.desk.invitations
const pageTexts = t.admin.invitation

test('an admin invites a colleague, whose link creates an account that sets up its second factor, once', async ({
  visit,
}) => {
  const email = `iryna-${randomUUID().slice(0, 8)}@bar.example`
  const admin = await visit({ size: desktop })
  await keepToasts(admin.page)
  await signInAsNewStaff(admin.page, 'admin')
  await admin.page.goto('/admin/users')
  await admin.page.getByRole('button', { name: list.invite }).click()
  const form = admin.page.getByRole('dialog', { name: list.invite })
  await form.getByRole('button', { name: list.send }).click()
  await expect(form).toContainText(list.wrongEmail)
  await form.getByLabel(exactText(list.email)).fill(email)
  await expectAccessible(admin.page, 'form of an invitation')
  await form.getByRole('button', { name: list.send }).click()
  await expect(admin.page.getByRole('listitem').filter({ hasText: email })).toBeVisible()
  const link = /\/admin\/invitation#[\w-]{43}/.exec((await waitForEmail(email)).text)?.[0] ?? ''

  const { page, pageErrors } = await visit({ size: phone })
  await page.goto(link)
  await expect(page.getByRole('main')).toContainText(email)
  await page.getByLabel(exactText(t.signIn.firstName)).fill('Ірина')
  await page.getByLabel(exactText(t.signIn.lastName)).fill('Мельник')
  await page.getByLabel(exactText(t.signIn.password)).fill('коротко')
  await page.getByLabel(exactText(t.signIn.repeat)).fill('ковальська-вулиця-31')
  await page.getByRole('button', { name: pageTexts.create }).click()
  await expect(page.getByText(t.signIn.wrong.repeat)).toBeVisible()
  await expectAccessible(page, 'page of an invitation')
  await expectNoOverflow(page, 'page of an invitation')
  await page.getByLabel(exactText(t.signIn.password)).fill('ковальська-вулиця-31')
  await page.getByRole('button', { name: pageTexts.create }).click()
  await expect(page.getByRole('dialog')).toContainText(t.signIn.second.setUp)

  const other = await visit()
  await other.page.goto(link)
  await expect(other.page.getByRole('main')).toContainText(pageTexts.dead)
  await admin.page.reload()
  await expect(admin.page.getByRole('row').filter({ hasText: email })).toBeVisible()
  await expect(admin.page.getByText(list.empty)).toBeVisible()
  expect(await toasts(page).count()).toBeLessThanOrEqual(1)
  expect(pageErrors).toEqual([])
})
