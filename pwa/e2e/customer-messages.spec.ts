import { runSql } from './database.ts'
import {
  containingText,
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
import { createOrder } from './placed-order.ts'
import { signInAsNewStaff } from './staff.ts'
import { test } from './own-shop.ts'

const t = messagesByLanguage.ua
const { reply } = t.desk

test('an admin changes a template; an editor replies with it by keyboard, and Telegram opens with the text', async ({
  visit,
}) => {
  const id = await createOrder('Ірина Мельник')
  await runSql(`UPDATE orders SET language = 'en', customer_telegram = 'iryna_bar' WHERE id = $1`, [id])
  const admin = await visit({ size: desktop })
  await signInAsNewStaff(admin.page, 'admin')
  await admin.page.goto('/admin/shop')
  await admin.page.getByRole('button', { name: t.admin.replies.add }).click()
  const form = admin.page.getByRole('dialog', { name: t.admin.replies.add })
  for (const [tab, name, text] of [
    ['English', 'Parcel', 'Dear {nane}, parcel {number} is on its way.'],
    ['Русский', 'Посылка', '{name}, посылка {number} в пути.'],
    ['Українська', 'Посилка', '{name}, посилка {number} у дорозі.'],
  ] as const) {
    await form.getByRole('tab', { name: tab }).click()
    await form.getByLabel(containingText(t.admin.replies.name)).fill(name)
    await form.getByLabel(containingText(t.admin.replies.text)).fill(text)
  }
  await form.getByRole('button', { name: exactText(t.admin.form.save) }).click()
  await form.getByRole('tab', { name: 'English' }).click()
  await expect(form).toContainText('{nane}')
  await expectAccessible(admin.page, 'form of a reply template')
  await form.getByLabel(containingText(t.admin.replies.text)).fill('Dear {name}, parcel {number} is on its way.')
  await form.getByRole('button', { name: exactText(t.admin.form.save) }).click()
  await expect(toasts(admin.page)).toContainText(t.admin.replies.created)

  const { page, pageErrors } = await visit({ size: desktop })
  await keepToasts(page)
  await signInAsNewStaff(page, 'editor')
  await page.goto(`/admin/orders?search=${id.slice(0, 8)}`)
  await expect(page.getByRole('row').filter({ hasText: 'Ірина Мельник' })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: containingText(id.slice(0, 8).toUpperCase()) })
  await dialog.getByLabel(exactText(reply.template)).selectOption({ label: 'Посилка' })
  const text = `Dear Ірина Мельник, parcel ${id.slice(0, 8).toUpperCase()} is on its way.`
  await expect(dialog.getByRole('textbox')).toHaveValue(text)
  await expectAccessible(page, 'reply to an order')
  await page.setViewportSize(phone)
  await expectNoOverflow(page, 'reply to an order')

  await page.context().route('https://t.me/**', (route) => route.fulfill({ body: 'Telegram' }))
  const chat = page.waitForEvent('popup')
  await dialog.getByRole('link', { name: reply.open }).click()
  const { pathname, searchParams } = new URL((await chat).url())
  expect([pathname, searchParams.get('text')]).toEqual(['/iryna_bar', text])

  await expect(toasts(page)).toContainText(reply.done.link)
  await page.goto(`/admin/orders?order=${id}`)
  const drawer = page.getByRole('dialog')
  await expect(drawer).toContainText(t.desk.timeline.replyOpened)
  await expect(drawer).toContainText('@iryna_bar')
  await expect(drawer.getByText(text)).toBeVisible()
  expect(pageErrors).toEqual([])
})
