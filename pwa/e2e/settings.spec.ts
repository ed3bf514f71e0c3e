import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { toast } from './harness/locators.ts'
import { sql } from './database.ts'
import { botNumberIn, codeFor, telegramOf } from './people.ts'
import { aPhone } from './harness/order-form.ts'
import { demo, login, newPerson, type Person, signInAs } from './signed-in.ts'
import { signInProved } from './staff.ts'
import { as, expect, expectAccessible, test, texts, variations } from './shopper.ts'

const t = texts.ua.settings
const signIn = texts.ua.signIn
const refused = texts.ua.refused
const fresh = 'новий-лід-і-мʼята'

async function openSettings(page: Page, person: Person, signIn = signInAs): Promise<void> {
  await signIn(page, person)
  await page.goto('/profile/settings')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.ua.profile.settings)
}

const button = (page: Page, name: string) => page.getByRole('button', { name: as(name) })

/** Orders something, whoever is signed in; answers the order's id. */
async function order(page: Page): Promise<string> {
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
  }, aPhone())
}

test('a name is changed, and the profile has it', async ({ visit }) => {
  const { page } = await visit()
  await openSettings(page, await newPerson())
  const first = page.getByLabel(t.name.first, { exact: true })

  await first.fill('  ')
  await button(page, t.name.save).click()
  await expect(page.getByText(t.name.firstMissing)).toBeVisible()
  await first.fill(' Квітка ')
  await button(page, t.name.save).click()
  await expect(toast(page)).toContainText(t.name.saved)
  await expect(first).toHaveValue('Квітка')

  await page.getByRole('link', { name: texts.ua.nav.profile }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Квітка Лис')
})

test('L3: a language follows the account, and is spoken where somebody signs in anew; the theme stays here', async ({
  visit,
}) => {
  const { page } = await visit()
  const person = await newPerson()
  await openSettings(page, person)

  await button(page, 'English').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.en.profile.settings)
  const kept = () => sql<{ language: string }>('SELECT language FROM users WHERE email = $1', [person.email])
  await expect.poll(kept).toEqual([{ language: 'en' }])
  await button(page, texts.en.theme.dark).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

  const elsewhere = await visit()
  await signInAs(elsewhere.page, person)
  // As after signing in with a third party: the page knows nothing of it yet.
  await elsewhere.page.evaluate(() => {
    localStorage.removeItem('tsedra.person')
    localStorage.setItem('tsedra.signingIn', 'elsewhere')
  })
  await elsewhere.page.goto('/profile')
  await expect(elsewhere.page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(elsewhere.page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('A-10: a password is changed by who knows it; weak ones are refused with the reason, other browsers are out', async ({
  visit,
}) => {
  const { page } = await visit()
  const there = await visit()
  const person = await newPerson()
  await openSettings(page, person)
  await openSettings(there.page, person)
  const dialog = page.getByRole('dialog')
  const change = async (current: string, wanted: string) => {
    await dialog.getByLabel(t.password.current, { exact: true }).fill(current)
    await dialog.getByLabel(t.password.fresh, { exact: true }).fill(wanted)
    await dialog.getByRole('button', { name: t.password.save }).click()
  }

  await page.getByRole('button', { name: `${t.ways.change}: ${t.ways.password}` }).click()
  await change(person.password, 'лід')
  await expect(dialog.getByText('Пароль повинен містити мінімум 6 символів')).toBeVisible()
  await change('зовсім-не-те', fresh)
  await expect(dialog.getByText(refused.password_wrong)).toBeVisible()
  await change(person.password, 'password1')
  await expect(dialog.getByText(refused.common)).toBeVisible()
  await change(person.password, 'цедра-і-лід')
  await expect(dialog.getByText(refused.personal)).toBeVisible()
  await change(person.password, fresh)
  await expect(toast(page)).toContainText(t.password.saved)
  await expect(dialog).toHaveCount(0)

  await there.page.getByLabel(t.name.first, { exact: true }).fill('Чужа')
  await button(there.page, t.name.save).click()
  await expect(there.page.getByRole('heading', { level: 1 })).toHaveText(texts.ua.profile.guest)
  expect(await login(there.page, person)).toBe(401)
  expect(await login(there.page, { ...person, password: fresh })).toBe(200)
})

test('an e-mail address counts from its code on', async ({ visit }) => {
  const { page } = await visit()
  const person = await newPerson()
  const email = `new-${person.email}`
  await openSettings(page, person)
  const dialog = page.getByRole('dialog')

  await page.getByRole('button', { name: `${t.ways.change}: ${t.ways.email}` }).click()
  await dialog.getByRole('button', { name: t.address.next }).click()
  await expect(dialog.getByText(t.address.emailMissing)).toBeVisible()
  await dialog.getByLabel(t.address.newEmail).fill(email)
  await dialog.getByLabel(t.password.current, { exact: true }).fill(person.password)
  await dialog.getByRole('button', { name: t.address.next }).click()
  const code = await codeFor(email)
  await dialog.getByLabel(signIn.code).fill(code === '000000' ? '111111' : '000000')
  await expect(dialog.getByLabel(signIn.code)).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel(signIn.code).fill(code)

  await expect(toast(page)).toContainText(t.address.saved)
  await expect(page.getByRole('main')).toContainText(email)
  expect(await login(page, person)).toBe(401)
  expect(await login(page, { ...person, email })).toBe(200)
})

test('A8: a chat is tied by the number of the page, hears of orders, and is let go', async ({ visit }) => {
  const { page } = await visit()
  await openSettings(page, await newPerson())
  const telegram = telegramOf(aPhone())
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Telegram' })
  const dialog = page.getByRole('dialog')

  await expect(row).toContainText(t.telegram.off)
  await row.getByRole('button').click()
  const link = (await dialog.getByRole('link', { name: t.telegram.go }).getAttribute('href')) ?? ''
  const shown = await botNumberIn(dialog).innerText()
  await expect(dialog.getByRole('status')).toContainText(t.telegram.waiting)
  await telegram.open(link)
  await telegram.tap((number) => number === shown)

  await expect(toast(page)).toContainText(t.telegram.tied)
  await expect(dialog).toHaveCount(0)
  await expect(row).toContainText(t.telegram.on)
  const placed = await order(page)
  await page.evaluate((id) => fetch(`/api/orders/${id}/cancel`, { method: 'POST' }), placed)
  await expect.poll(telegram.heard).toContainEqual(expect.stringContaining(placed.slice(0, 8).toUpperCase()))

  await row.getByRole('button', { name: t.telegram.untie }).click()
  await expect(toast(page).last()).toContainText(t.telegram.untied)
  await expect(row).toContainText(t.telegram.off)
})

test('A8: a way to the bot that is over says so and offers another; a session that has ended leads to signing in', async ({
  visit,
}) => {
  const { page } = await visit()
  await page.clock.install()
  const person = await newPerson()
  await openSettings(page, person)
  await button(page, `${t.telegram.tie}: Telegram`).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('status')).toContainText(t.telegram.waiting)
  await page.clock.fastForward('10:01')
  await expect(dialog.getByRole('alert')).toContainText(signIn.bot.over)
  await expect(dialog.getByRole('link')).toHaveCount(0)

  await dialog.getByRole('button', { name: as(t.telegram.tie) }).click()
  await expect(dialog.getByRole('status')).toContainText(t.telegram.waiting)
  await sql('UPDATE user_sessions SET revoked_at = now() WHERE user_id = (SELECT id FROM users WHERE email = $1)', [
    person.email,
  ])
  await page.clock.runFor(5_000)
  await expect(dialog.getByText(t.telegram.waiting)).toHaveCount(0)
  await expect(button(page, `${t.telegram.tie}: Telegram`)).toHaveCount(0)
})

test('A8: a wrong number in the bot ties nothing, and the page goes on waiting', async ({ visit }) => {
  const { page } = await visit()
  const person = await newPerson()
  await openSettings(page, person)
  const telegram = telegramOf(aPhone())
  await button(page, `${t.telegram.tie}: Telegram`).click()
  const dialog = page.getByRole('dialog')
  const link = (await dialog.getByRole('link', { name: t.telegram.go }).getAttribute('href')) ?? ''
  const shown = await botNumberIn(dialog).innerText()

  await telegram.open(link)
  await telegram.tap((number) => number !== shown)

  await expect.poll(telegram.heard).toContainEqual(expect.stringContaining('Скасовано'))
  await expect(dialog.getByRole('status')).toContainText(t.telegram.waiting)
  expect(await sql('SELECT telegram_id FROM users WHERE email = $1', [person.email])).toEqual([{ telegram_id: null }])
})

test('A8: another phone counts from its proof in the bot on; the old one opens nothing, other browsers are out', async ({
  visit,
}) => {
  const { page } = await visit()
  const there = await visit()
  const person = await newPerson()
  const [old, wanted] = [aPhone(), aPhone()]
  await sql('UPDATE users SET phone = $1 WHERE email = $2', [old, person.email])
  await openSettings(there.page, person)
  await openSettings(page, person)
  const dialog = page.getByRole('dialog')

  await button(page, `${t.ways.change}: ${t.ways.phone}`).click()
  await dialog.getByLabel(t.address.newPhone).fill(wanted)
  await dialog.getByLabel(t.password.current, { exact: true }).fill(person.password)
  await dialog.getByRole('button', { name: t.address.next }).click()
  const link = (await dialog.getByRole('link', { name: signIn.bot.go }).getAttribute('href')) ?? ''
  const shown = await botNumberIn(dialog).innerText()
  await expect(page.getByRole('main')).toContainText(old)
  await telegramOf(wanted).prove(link, (number) => number === shown)

  await expect(toast(page)).toContainText(t.address.saved)
  await expect(page.getByRole('main')).toContainText(wanted)
  await there.page.goto('/profile')
  await expect(there.page.getByRole('heading', { level: 1 })).toHaveText(texts.ua.profile.guest)
  expect(await login(there.page, { ...person, email: old })).toBe(401)
  expect(await login(there.page, { ...person, email: wanted })).toBe(200)
})

test('A8: Google is shown and untied while there is a password; what nobody could do without stays', async ({
  visit,
}) => {
  const { page } = await visit()
  const person = await newPerson()
  await sql('UPDATE users SET google_id = $2 WHERE email = $1', [person.email, `of ${person.email}`])
  await openSettings(page, person)
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Google' })
  const [{ password } = {}] = await sql<{ password: string }>('SELECT password FROM users WHERE email = $1', [
    person.email,
  ])

  await sql('UPDATE users SET password = NULL WHERE email = $1', [person.email])
  await row.getByRole('button', { name: t.parties.untie }).click()
  await expect(page.getByRole('alert').filter({ hasText: t.parties.lastWay })).toBeVisible()
  await sql('UPDATE users SET password = $2 WHERE email = $1', [person.email, password])
  await row.getByRole('button', { name: t.parties.untie }).click()

  await expect(toast(page)).toContainText(t.parties.untied.replace('{party}', 'Google'))
  await expect(row).toHaveCount(0)
})

test('A8: one session is ended alone; signing out everywhere ends that of a second browser, and this one', async ({
  visit,
}) => {
  const { page } = await visit()
  const there = await visit()
  const person = await newPerson()
  await openSettings(there.page, person)
  await openSettings(page, person)

  await expect(page.getByText('Chrome, Linux', { exact: true })).toHaveCount(2)
  await expect(page.getByText(t.sessions.here, { exact: true })).toHaveCount(1)

  // One of them alone: this browser stays signed in.
  await expectAccessible(page, 'sessions')
  await page.getByRole('button', { name: 'Вийти на пристрої Chrome, Linux' }).click()
  await expect(toast(page)).toContainText(t.sessions.endedOne.replace('{device}', 'Chrome, Linux'))
  await expect(page.getByText('Chrome, Linux', { exact: true })).toHaveCount(1)
  await there.page.goto('/profile')
  await expect(there.page.getByRole('heading', { level: 1 })).toHaveText(texts.ua.profile.guest)

  await openSettings(there.page, person)
  await button(page, t.sessions.end).click()
  await page.getByRole('dialog').getByRole('button', { name: t.sessions.end }).click()

  await expect(toast(page)).toContainText(t.sessions.ended)
  // Where one stood on the longer screen is below this one's end.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.ua.profile.guest)
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  for (const each of [page, there.page]) {
    await each.goto('/profile')
    await expect(each.getByRole('heading', { level: 1 })).toHaveText(texts.ua.profile.guest)
  }
})

test('people take along what the shop keeps about them, in one file', async ({ visit }) => {
  const { page } = await visit()
  const person = await newPerson()
  await openSettings(page, person)

  const [file] = await Promise.all([page.waitForEvent('download'), button(page, t.data.download).click()])

  expect(file.suggestedFilename()).toMatch(/^tsedra-\d{4}-\d\d-\d\d\.json$/)
  const data = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(data).toMatchObject({ user: { email: person.email }, sessions: [{ current: true }], orders: [] })
  expect(await page.evaluate(() => window.violations)).toEqual([])
})

test('an account is deleted by its password: nothing of it stays on the device, its order stays with the shop', async ({
  visit,
}) => {
  const { page } = await visit()
  const person = await newPerson()
  await openSettings(page, person)
  const orderId = await order(page)
  const dialog = page.getByRole('dialog')
  const password = dialog.getByLabel(t.password.current, { exact: true })
  const leave = dialog.getByRole('button', { name: t.delete.delete })

  await button(page, t.data.delete).click()
  await expect(dialog).toContainText(t.delete.stays.replace(/\s+/g, ' '))
  await password.fill('зовсім-не-те')
  await leave.click()
  await expect(dialog.getByText(refused.password_wrong)).toBeVisible()
  await password.fill(person.password)
  await leave.click()

  await expect(toast(page)).toContainText(t.delete.done)
  await expect(page).toHaveURL(/\/$/)
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(person.email)
  expect(await login(page, person)).toBe(401)
  expect(await sql('SELECT user_id FROM orders WHERE id = $1', [orderId])).toEqual([{ user_id: null }])
})

test('the only admin cannot leave, and hears why', async ({ visit }) => {
  const { page } = await visit()
  const admin = demo('admin')
  await openSettings(page, admin, signInProved)
  const dialog = page.getByRole('dialog')

  await button(page, t.data.delete).click()
  await dialog.getByLabel(t.password.current, { exact: true }).fill(admin.password)
  await dialog.getByRole('button', { name: t.delete.delete }).click()

  await expect(dialog.getByText(t.delete.lastAdmin)).toBeVisible()
})

test('without a network the settings say that they need one', async ({ visit }) => {
  const { page } = await visit()
  await openSettings(page, await newPerson())
  const name = page.getByLabel(t.name.first, { exact: true })
  const enabled = await name.evaluate((field) => getComputedStyle(field).backgroundColor)

  await page.context().setOffline(true)

  await expect(page.getByText(t.offline)).toBeVisible()
  await expect(button(page, t.name.save)).toBeDisabled()
  await expect(button(page, t.name.save)).toHaveCSS('cursor', 'not-allowed')
  await expect(name).not.toHaveCSS('background-color', enabled)
  await expect(button(page, texts.ua.theme.dark)).toBeEnabled()
})

test('the dialogs of the settings pass axe', async ({ visit }) => {
  for (const theme of variations('light', 'dark')) {
    const { page } = await visit({ theme })
    await openSettings(page, await newPerson())
    for (const name of [
      `${t.ways.change}: ${t.ways.email}`,
      `${t.ways.add}: ${t.ways.phone}`,
      `${t.ways.change}: ${t.ways.password}`,
      t.sessions.end,
      t.data.delete,
    ]) {
      await button(page, name).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      await expectAccessible(page, name, 'dialog')
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }
  }
})
