import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { toasts } from './harness/locators.ts'
import { runSql } from './database.ts'
import { botNumberIn, waitForCode, openTelegramFor } from './accounts.ts'
import { createPhoneNumber } from './harness/order-form.ts'
import { getDemoAccount, submitLogin, createCustomer, type DemoAccount, signInAs } from './sign-in.ts'
import { signInWithSecondFactor } from './staff.ts'
import { exactText, expect, expectAccessible, test, messagesByLanguage, selectVariations } from './fixtures.ts'

const t = messagesByLanguage.ua.settings
const signInMessages = messagesByLanguage.ua.signIn
const errorMessages = messagesByLanguage.ua.refused
const newPassword = 'новий-лід-і-мʼята'

async function openSettings(page: Page, user: DemoAccount, signInWith = signInAs): Promise<void> {
  await signInWith(page, user)
  await page.goto('/profile/settings')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(messagesByLanguage.ua.profile.settings)
}

const findButton = (page: Page, name: string) => page.getByRole('button', { name: exactText(name) })

/** Places an order in the current session; returns the order's id. */
async function placeOrder(page: Page): Promise<string> {
  return page.evaluate(async (customerPhone) => {
    const { products } = await (await fetch('/api/products?limit=1')).json()
    const body = {
      customerName: 'Оксана',
      customerPhone,
      productId: products[0].id,
      filledInMs: 9_000,
    }
    const headers = { 'content-type': 'application/json' }
    return (await (await fetch('/api/orders', { method: 'POST', headers, body: JSON.stringify(body) })).json()).id
  }, createPhoneNumber())
}

test('a name is changed, and the profile has it', async ({ visit }) => {
  const { page } = await visit()
  await openSettings(page, await createCustomer())
  const first = page.getByLabel(t.name.first, { exact: true })

  await first.fill('  ')
  await findButton(page, t.name.save).click()
  await expect(page.getByText(t.name.firstMissing)).toBeVisible()
  await first.fill(' Квітка ')
  await findButton(page, t.name.save).click()
  await expect(toasts(page)).toContainText(t.name.saved)
  await expect(first).toHaveValue('Квітка')

  await page.getByRole('link', { name: messagesByLanguage.ua.nav.profile }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Квітка Лис')
})

test('L3: the language is stored with the account and used at the next sign-in; the theme stays on the device', async ({
  visit,
}) => {
  const { page } = await visit()
  const customer = await createCustomer()
  await openSettings(page, customer)

  await findButton(page, 'English').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(messagesByLanguage.en.profile.settings)
  const readStoredLanguage = () =>
    runSql<{ language: string }>('SELECT language FROM users WHERE email = $1', [customer.email])
  await expect.poll(readStoredLanguage).toEqual([{ language: 'en' }])
  await findButton(page, messagesByLanguage.en.theme.dark).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

  const otherVisit = await visit()
  await signInAs(otherVisit.page, customer)
  // As after signing in with a provider: the page has not loaded it yet.
  await otherVisit.page.evaluate(() => {
    localStorage.removeItem('tsedra.person')
    localStorage.setItem('tsedra.signingIn', 'elsewhere')
  })
  await otherVisit.page.goto('/profile')
  await expect(otherVisit.page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(otherVisit.page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('A-10: changing the password requires the current one; weak ones are refused with the reason, other sessions end', async ({
  visit,
}) => {
  const { page } = await visit()
  const otherBrowser = await visit()
  const customer = await createCustomer()
  await openSettings(page, customer)
  await openSettings(otherBrowser.page, customer)
  const dialog = page.getByRole('dialog')
  const submitPasswordChange = async (current: string, newValue: string) => {
    await dialog.getByLabel(t.password.current, { exact: true }).fill(current)
    await dialog.getByLabel(t.password.fresh, { exact: true }).fill(newValue)
    await dialog.getByRole('button', { name: t.password.save }).click()
  }

  await page.getByRole('button', { name: `${t.ways.change}: ${t.ways.password}` }).click()
  await submitPasswordChange(customer.password, 'лід')
  await expect(dialog.getByText('Пароль повинен містити мінімум 6 символів')).toBeVisible()
  await submitPasswordChange('зовсім-не-те', newPassword)
  await expect(dialog.getByText(errorMessages.password_wrong)).toBeVisible()
  await submitPasswordChange(customer.password, 'password1')
  await expect(dialog.getByText(errorMessages.common)).toBeVisible()
  await submitPasswordChange(customer.password, 'цедра-і-лід')
  await expect(dialog.getByText(errorMessages.personal)).toBeVisible()
  await submitPasswordChange(customer.password, newPassword)
  await expect(toasts(page)).toContainText(t.password.saved)
  await expect(dialog).toHaveCount(0)

  await otherBrowser.page.getByLabel(t.name.first, { exact: true }).fill('Чужа')
  await findButton(otherBrowser.page, t.name.save).click()
  await expect(otherBrowser.page.getByRole('heading', { level: 1 })).toHaveText(messagesByLanguage.ua.profile.guest)
  expect(await submitLogin(otherBrowser.page, customer)).toBe(401)
  expect(await submitLogin(otherBrowser.page, { ...customer, password: newPassword })).toBe(200)
})

test('an e-mail address counts from its code on', async ({ visit }) => {
  const { page } = await visit()
  const customer = await createCustomer()
  const email = `new-${customer.email}`
  await openSettings(page, customer)
  const dialog = page.getByRole('dialog')

  await page.getByRole('button', { name: `${t.ways.change}: ${t.ways.email}` }).click()
  await dialog.getByRole('button', { name: t.address.next }).click()
  await expect(dialog.getByText(t.address.emailMissing)).toBeVisible()
  await dialog.getByLabel(t.address.newEmail).fill(email)
  await dialog.getByLabel(t.password.current, { exact: true }).fill(customer.password)
  await dialog.getByRole('button', { name: t.address.next }).click()
  await waitForCode(email)
  await dialog.getByRole('button', { name: messagesByLanguage.ua.action.back, exact: true }).click()
  await expect(dialog.getByLabel(t.address.newEmail)).toHaveValue(email)
  await dialog.getByLabel(t.password.current, { exact: true }).fill(customer.password)
  await dialog.getByRole('button', { name: t.address.next }).click()
  const code = await waitForCode(email, { after: 1 })
  await dialog.getByLabel(signInMessages.code).fill(code === '000000' ? '111111' : '000000')
  await expect(dialog.getByLabel(signInMessages.code)).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel(signInMessages.code).fill(code)

  await expect(toasts(page)).toContainText(t.address.saved)
  await expect(page.getByRole('main')).toContainText(email)
  expect(await submitLogin(page, customer)).toBe(401)
  expect(await submitLogin(page, { ...customer, email })).toBe(200)
})

test('A8: a chat is linked by the number of the page, receives order updates, and is unlinked', async ({ visit }) => {
  const { page } = await visit()
  await openSettings(page, await createCustomer())
  const telegram = openTelegramFor(createPhoneNumber())
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Telegram' })
  const dialog = page.getByRole('dialog')

  await expect(row).toContainText(t.telegram.off)
  await row.getByRole('button').click()
  const link = (await dialog.getByRole('link', { name: t.telegram.go }).getAttribute('href')) ?? ''
  const botNumber = await botNumberIn(dialog).innerText()
  await expect(dialog.getByRole('status')).toContainText(t.telegram.waiting)
  await telegram.open(link)
  await telegram.tap((number) => number === botNumber)

  await expect(toasts(page)).toContainText(t.telegram.tied)
  await expect(dialog).toHaveCount(0)
  await expect(row).toContainText(t.telegram.on)
  const placedOrderId = await placeOrder(page)
  await page.evaluate((id) => fetch(`/api/orders/${id}/cancel`, { method: 'POST' }), placedOrderId)
  await expect
    .poll(telegram.readMessages)
    .toContainEqual(expect.stringContaining(placedOrderId.slice(0, 8).toUpperCase()))

  await row.getByRole('button', { name: t.telegram.untie }).click()
  await expect(toasts(page).last()).toContainText(t.telegram.untied)
  await expect(row).toContainText(t.telegram.off)
})

test('A8: an expired link to the bot shows it and offers another; a session that has ended leads to signing in', async ({
  visit,
}) => {
  const { page } = await visit()
  await page.clock.install()
  const customer = await createCustomer()
  await openSettings(page, customer)
  await findButton(page, `${t.telegram.tie}: Telegram`).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('status')).toContainText(t.telegram.waiting)
  await page.clock.fastForward('10:01')
  await expect(dialog.getByRole('alert')).toContainText(signInMessages.bot.over)
  await expect(dialog.getByRole('link')).toHaveCount(0)

  await dialog.getByRole('button', { name: exactText(t.telegram.tie) }).click()
  await expect(dialog.getByRole('status')).toContainText(t.telegram.waiting)
  await runSql('UPDATE user_sessions SET revoked_at = now() WHERE user_id = (SELECT id FROM users WHERE email = $1)', [
    customer.email,
  ])
  await page.clock.runFor(5_000)
  await expect(dialog.getByText(t.telegram.waiting)).toHaveCount(0)
  await expect(findButton(page, `${t.telegram.tie}: Telegram`)).toHaveCount(0)
})

test('A8: a wrong number in the bot links nothing, and the page keeps polling', async ({ visit }) => {
  const { page } = await visit()
  const customer = await createCustomer()
  await openSettings(page, customer)
  const telegram = openTelegramFor(createPhoneNumber())
  await findButton(page, `${t.telegram.tie}: Telegram`).click()
  const dialog = page.getByRole('dialog')
  const link = (await dialog.getByRole('link', { name: t.telegram.go }).getAttribute('href')) ?? ''
  const botNumber = await botNumberIn(dialog).innerText()

  await telegram.open(link)
  await telegram.tap((number) => number !== botNumber)

  await expect.poll(telegram.readMessages).toContainEqual(expect.stringContaining('Скасовано'))
  await expect(dialog.getByRole('status')).toContainText(t.telegram.waiting)
  expect(await runSql('SELECT telegram_id FROM users WHERE email = $1', [customer.email])).toEqual([
    { telegram_id: null },
  ])
})

test('A8: another phone counts from its proof in the bot on; the old one opens nothing, other browsers are out', async ({
  visit,
}) => {
  const { page } = await visit()
  const otherBrowser = await visit()
  const customer = await createCustomer()
  const [oldPhone, newValue] = [createPhoneNumber(), createPhoneNumber()]
  await runSql('UPDATE users SET phone = $1 WHERE email = $2', [oldPhone, customer.email])
  await openSettings(otherBrowser.page, customer)
  await openSettings(page, customer)
  const dialog = page.getByRole('dialog')

  await findButton(page, `${t.ways.change}: ${t.ways.phone}`).click()
  await dialog.getByLabel(t.address.newPhone).fill(newValue)
  await dialog.getByLabel(t.password.current, { exact: true }).fill(customer.password)
  await dialog.getByRole('button', { name: t.address.next }).click()
  const link = (await dialog.getByRole('link', { name: signInMessages.bot.go }).getAttribute('href')) ?? ''
  const botNumber = await botNumberIn(dialog).innerText()
  await expect(page.getByRole('main')).toContainText(oldPhone)
  await openTelegramFor(newValue).verifyPhone(link, (number) => number === botNumber)

  await expect(toasts(page)).toContainText(t.address.saved)
  await expect(page.getByRole('main')).toContainText(newValue)
  await otherBrowser.page.goto('/profile')
  await expect(otherBrowser.page.getByRole('heading', { level: 1 })).toHaveText(messagesByLanguage.ua.profile.guest)
  expect(await submitLogin(otherBrowser.page, { ...customer, email: oldPhone })).toBe(401)
  expect(await submitLogin(otherBrowser.page, { ...customer, email: newValue })).toBe(200)
})

test('A8: Google is shown and unlinked while there is a password; the last sign-in method stays', async ({ visit }) => {
  const { page } = await visit()
  const customer = await createCustomer()
  await runSql('UPDATE users SET google_id = $2 WHERE email = $1', [customer.email, `of ${customer.email}`])
  await openSettings(page, customer)
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Google' })
  const [{ password } = {}] = await runSql<{ password: string }>('SELECT password FROM users WHERE email = $1', [
    customer.email,
  ])

  await runSql('UPDATE users SET password = NULL WHERE email = $1', [customer.email])
  await row.getByRole('button', { name: t.parties.untie }).click()
  await expect(page.getByRole('alert').filter({ hasText: t.parties.lastWay })).toBeVisible()
  await runSql('UPDATE users SET password = $2 WHERE email = $1', [customer.email, password])
  await row.getByRole('button', { name: t.parties.untie }).click()

  await expect(toasts(page)).toContainText(t.parties.untied.replace('{party}', 'Google'))
  await expect(row).toHaveCount(0)
})

test('A8: one session is ended alone; signing out everywhere ends that of a second browser, and this one', async ({
  visit,
}) => {
  const { page } = await visit()
  const otherBrowser = await visit()
  const customer = await createCustomer()
  await openSettings(otherBrowser.page, customer)
  await openSettings(page, customer)

  await expect(page.getByText('Chrome, Linux', { exact: true })).toHaveCount(2)
  await expect(page.getByText(t.sessions.here, { exact: true })).toHaveCount(1)

  // One of them alone: this browser stays signed in.
  await expectAccessible(page, 'sessions')
  await page.getByRole('button', { name: 'Вийти на пристрої Chrome, Linux' }).click()
  await expect(toasts(page)).toContainText(t.sessions.endedOne.replace('{device}', 'Chrome, Linux'))
  await expect(page.getByText('Chrome, Linux', { exact: true })).toHaveCount(1)
  await otherBrowser.page.goto('/profile')
  await expect(otherBrowser.page.getByRole('heading', { level: 1 })).toHaveText(messagesByLanguage.ua.profile.guest)

  await openSettings(otherBrowser.page, customer)
  await findButton(page, t.sessions.end).click()
  await page.getByRole('dialog').getByRole('button', { name: t.sessions.end }).click()

  await expect(toasts(page)).toContainText(t.sessions.ended)
  // Where one stood on the longer screen is below this one's end.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(messagesByLanguage.ua.profile.guest)
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  for (const signedOutPage of [page, otherBrowser.page]) {
    await signedOutPage.goto('/profile')
    await expect(signedOutPage.getByRole('heading', { level: 1 })).toHaveText(messagesByLanguage.ua.profile.guest)
  }
})

test('people take along what the shop keeps about them, in one file', async ({ visit }) => {
  const { page } = await visit()
  const customer = await createCustomer()
  await openSettings(page, customer)

  const [file] = await Promise.all([page.waitForEvent('download'), findButton(page, t.data.download).click()])

  expect(file.suggestedFilename()).toMatch(/^tsedra-\d{4}-\d\d-\d\d\.json$/)
  const data = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(data).toMatchObject({ user: { email: customer.email }, sessions: [{ current: true }], orders: [] })
  expect(await page.evaluate(() => window.violations)).toEqual([])
})

test('an account is deleted by its password: nothing of it stays on the device, its order stays with the shop', async ({
  visit,
}) => {
  const { page } = await visit()
  const customer = await createCustomer()
  await openSettings(page, customer)
  const orderId = await placeOrder(page)
  const dialog = page.getByRole('dialog')
  const password = dialog.getByLabel(t.password.current, { exact: true })
  const deleteButton = dialog.getByRole('button', { name: t.delete.delete })

  await findButton(page, t.data.delete).click()
  await expect(dialog).toContainText(t.delete.stays.replace(/\s+/g, ' '))
  await password.fill('зовсім-не-те')
  await deleteButton.click()
  await expect(dialog.getByText(errorMessages.password_wrong)).toBeVisible()
  await password.fill(customer.password)
  await deleteButton.click()

  await expect(toasts(page)).toContainText(t.delete.done)
  await expect(page).toHaveURL(/\/$/)
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(customer.email)
  expect(await submitLogin(page, customer)).toBe(401)
  expect(await runSql('SELECT user_id FROM orders WHERE id = $1', [orderId])).toEqual([{ user_id: null }])
})

test('the only admin cannot delete the account, and reads the reason', async ({ visit }) => {
  const { page } = await visit()
  const admin = getDemoAccount('admin')
  await openSettings(page, admin, signInWithSecondFactor)
  const dialog = page.getByRole('dialog')

  await findButton(page, t.data.delete).click()
  await dialog.getByLabel(t.password.current, { exact: true }).fill(admin.password)
  await dialog.getByRole('button', { name: t.delete.delete }).click()

  await expect(dialog.getByText(t.delete.lastAdmin)).toBeVisible()
})

test('without a network the settings say that they need one', async ({ visit }) => {
  const { page } = await visit()
  await openSettings(page, await createCustomer())
  const name = page.getByLabel(t.name.first, { exact: true })
  const enabled = await name.evaluate((field) => getComputedStyle(field).backgroundColor)

  await page.context().setOffline(true)

  await expect(page.getByText(t.offline)).toBeVisible()
  await expect(findButton(page, t.name.save)).toBeDisabled()
  await expect(findButton(page, t.name.save)).toHaveCSS('cursor', 'not-allowed')
  await expect(name).not.toHaveCSS('background-color', enabled)
  await expect(findButton(page, messagesByLanguage.ua.theme.dark)).toBeEnabled()
})

test('the dialogs of the settings pass axe', async ({ visit }) => {
  for (const theme of selectVariations('light', 'dark')) {
    const { page } = await visit({ theme })
    await openSettings(page, await createCustomer())
    for (const name of [
      `${t.ways.change}: ${t.ways.email}`,
      `${t.ways.add}: ${t.ways.phone}`,
      `${t.ways.change}: ${t.ways.password}`,
      t.sessions.end,
      t.data.delete,
    ]) {
      await findButton(page, name).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      await expectAccessible(page, name, 'dialog')
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }
  }
})
