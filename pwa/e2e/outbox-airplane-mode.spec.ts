import { expect } from '@playwright/test'
import { createPhoneNumber, fillOrderForm, submitOrder } from './harness/order-form.ts'
import { readEntries } from './harness/outbox-database.ts'
import { exactText, messagesByLanguage } from './fixtures.ts'
import { openProductOrderForm, readNotifiedIds, test } from './outbox-fixtures.ts'

/** What the shopper may do with an order that was saved in airplane mode (infra/decisions/0009-phone-outbox.md). */
const t = messagesByLanguage.ua

test('I13 saved in airplane mode: not attempted, edited, and sent once when online', async ({
  shopper: { context, page, proxy, number },
}) => {
  const heading = page.getByRole('main').getByRole('heading', { level: 1 })
  const editButton = page.getByRole('button', { name: exactText(t.outbox.edit) })
  const editedNumber = createPhoneNumber()
  await openProductOrderForm(page)
  await context.setOffline(true)
  await fillOrderForm(page, { phone: number })
  const firstId = await submitOrder(page)
  await expect(heading).toHaveText(exactText(t.order.page.saved))
  expect(await readEntries(page)).toMatchObject([{ id: firstId, state: 'queued', attempts: 0, reason: null }])

  await editButton.click()
  await expect(page.getByRole('dialog').locator('input[type="tel"]')).toHaveValue(number)
  await fillOrderForm(page, { phone: editedNumber })
  await page.getByRole('dialog').locator('button[type="submit"]').click()
  await expect(page).not.toHaveURL(new RegExp(firstId))
  await expect(editButton).toBeVisible()
  const editedId = page.url().split('/').at(-1) ?? ''

  await context.setOffline(false)

  await expect(heading).toHaveText(exactText(t.order.page.received))
  await expect.poll(() => readNotifiedIds(editedNumber)).toEqual([editedId])
  expect(await readNotifiedIds(number)).toEqual([])
  expect(proxy.posts).toHaveLength(1)
})

test('I13 saved in airplane mode and withdrawn: the shop never receives it', async ({
  shopper: { context, page, proxy, number },
}) => {
  await openProductOrderForm(page)
  await context.setOffline(true)
  await fillOrderForm(page, { phone: number })
  const id = await submitOrder(page)
  await page.getByRole('button', { name: exactText(t.outbox.cancel) }).click()
  await expect.poll(() => readEntries(page)).toMatchObject([{ id, state: 'cancelled', bodyJson: null, attempts: 0 }])

  await context.setOffline(false)

  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(exactText(t.order.page.withdrawn))
  expect(proxy.posts).toEqual([])
})
