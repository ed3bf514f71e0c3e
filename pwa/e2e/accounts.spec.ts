import type { Page } from '@playwright/test'
import { encode } from 'uqr'
import people from '../../api/seeds/accounts.json' with { type: 'json' }
import { bottomNavigation, likeButton, toast, topBar } from './harness/locators.ts'
import { entries } from './harness/outbox-rows.ts'
import { aPhone, fillIn, submitted, tapOrder } from './harness/order-form.ts'
import {
  aNewcomer,
  appCode,
  botNumberIn,
  codeFor,
  type Newcomer,
  register,
  secretIn,
  signInDialog,
  telegramOf,
} from './people.ts'
import { partsOf, readyForAnything, today } from './deployments.ts'
import { newPerson, signInAs } from './signed-in.ts'
import { as, atRest, desktop, expect, expectCalm, saying, settled, shopUrl, test, texts } from './shopper.ts'

const t = texts.ua
const dockProfile = (page: Page) => bottomNavigation(page).getByText(t.nav.profile)
const statusOf = async (id: string) => (await fetch(`${shopUrl()}/api/orders/${id}`)).status

test('a newcomer registers by e-mail, with what is missing said in place, and is signed in by the code', async ({
  visit,
}) => {
  const { page } = await visit()
  const her = aNewcomer()
  await page.goto('/')
  await dockProfile(page).click()
  const { dialog, button, id, password, code } = signInDialog(page)
  await button(t.signIn.register).click()

  await dialog.locator('button[type="submit"]').click()
  for (const wrong of ['firstName', 'lastName', 'id', 'password'] as const) {
    await expect(dialog.getByText(as(t.signIn.wrong[wrong]))).toBeVisible()
  }
  await expect(dialog.getByLabel(t.signIn.firstName)).toBeFocused()

  await dialog.getByLabel(t.signIn.firstName).fill(her.firstName)
  await dialog.getByLabel(t.signIn.lastName).fill(her.lastName)
  await id.fill(her.email)
  await password.fill('password123')
  await dialog.getByLabel(t.signIn.repeat).fill('password124')
  await expect(dialog.getByText(as(t.signIn.wrong.repeat))).toBeVisible()
  await dialog.getByLabel(t.signIn.repeat).fill('password123')
  await dialog.locator('button[type="submit"]').click()
  await expect(toast(page)).toContainText(t.signIn.registerFailed)
  await expect(password).toHaveAccessibleDescription(as(t.refused.common))

  await password.fill(her.password)
  await dialog.getByLabel(t.signIn.repeat).fill(her.password)
  await dialog.locator('button[type="submit"]').click()
  await expect(toast(page)).toContainText(t.signIn.done.code)
  await expect(dialog.getByText(as(t.signIn.verify.text.replace('{address}', her.email)))).toBeVisible()

  const right = await codeFor(her.email)
  await code.fill('12')
  await code.press('Enter')
  await expect(dialog.getByText(as(t.signIn.wrong.code))).toBeVisible()
  await code.fill(right === '000000' ? '111111' : '000000')
  await expect(toast(page)).toContainText(t.signIn.verifyFailed)
  // As it is copied out of a letter.
  await code.fill(` ${right.slice(0, 3)} ${right.slice(3)} `)

  await expect(toast(page)).toContainText(t.signIn.done.verified)
  await expect(dialog).toHaveCount(0)
  await dockProfile(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(her.lastName)
})

/** Fills the registration in, up to the step where the code is entered. */
async function registerUpToCode(page: Page, her: Newcomer): Promise<void> {
  const { dialog, button, id, password, code } = signInDialog(page)
  await button(t.signIn.register).click()
  await dialog.getByLabel(t.signIn.firstName).fill(her.firstName)
  await dialog.getByLabel(t.signIn.lastName).fill(her.lastName)
  await id.fill(her.email)
  await password.fill(her.password)
  await dialog.getByLabel(t.signIn.repeat).fill(her.password)
  await dialog.locator('button[type="submit"]').click()
  await expect(code).toBeVisible()
}

test('a verification whose dialog was closed, and whose page was reloaded, is offered again and finishes', async ({
  visit,
}) => {
  const { page } = await visit()
  const her = aNewcomer()
  await page.goto('/?login=1')
  await registerUpToCode(page, her)
  const { dialog, button, code } = signInDialog(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.reload()
  await dockProfile(page).click()

  const enter = dialog.getByRole('button', { name: as(t.signIn.pending.enter.replace('{address}', 's…@b…')) })
  await enter.click()
  await code.fill(await codeFor(her.email))

  await expect(toast(page)).toContainText(t.signIn.done.verified)
  await expect(dialog).toHaveCount(0)
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.removeItem('tsedra.person'))
  await page.goto('/?login=1')
  await expect(button(t.signIn.login)).toBeVisible()
  await expect(enter).toHaveCount(0)
})

test('a guest’s “Add to cart” is done after registration and verification, over a reload, once', async ({ visit }) => {
  const { page } = await visit()
  const her = aNewcomer()
  await page.goto('/product/lemon-chips')
  await page
    .getByRole('button', { name: as(t.product.addToCart) })
    .filter({ visible: true })
    .first()
    .click()
  await registerUpToCode(page, her)
  // What a phone does with a tab while somebody reads the letter.
  await page.reload()
  await page.goto('/?login=1')
  const { dialog, code } = signInDialog(page)
  await dialog.getByRole('button', { name: as(t.signIn.pending.enter.replace('{address}', 's…@b…')) }).click()
  await code.fill(await codeFor(her.email))

  await expect(toast(page)).toContainText(/50/)
  const inCart = () =>
    page.evaluate(async () =>
      ((await (await fetch('/api/cart')).json()) as { quantity: number }[]).map(({ quantity }) => quantity),
    )
  await expect.poll(inCart).toEqual([1])
  await page.reload()
  await settled(page)
  expect(await inCart()).toEqual([1])
})

test('a guest’s heart is not done after a dialog that was dismissed', async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/product/lemon-chips')
  const heart = likeButton(page).first()
  await heart.click()
  const { dialog, login: signIn } = signInDialog(page)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.goto('/?login=1')
  const person = await newPerson()
  await signIn(person.email, person.password)
  await expect(dialog).toHaveCount(0)
  await settled(page)

  expect(await page.evaluate(async () => (await fetch('/api/users/liked-products')).json())).toEqual([])
})

/** Registers with a phone, up to the step where the bot is asked. Returns the bot's link and the number of the page. */
async function registerByPhone(page: Page, number: string): Promise<{ link: string; shown: string }> {
  const her = aNewcomer()
  await page.goto('/?login=1')
  const { dialog, button, id, password } = signInDialog(page)
  await button(t.signIn.register).click()
  await dialog.getByLabel(t.signIn.firstName).fill(her.firstName)
  await dialog.getByLabel(t.signIn.lastName).fill(her.lastName)
  await id.fill(number)
  await password.fill(her.password)
  await dialog.getByLabel(t.signIn.repeat).fill(her.password)
  await dialog.locator('button[type="submit"]').click()
  const link = await dialog.getByRole('link', { name: t.signIn.bot.go }).getAttribute('href')
  return { link: link ?? '', shown: await botNumberIn(dialog).innerText() }
}

test('a phone is proved to the bot: contact, the number of the page, and the page lets in by itself', async ({
  visit,
}) => {
  const { page } = await visit()
  const number = aPhone()
  const { link, shown } = await registerByPhone(page, number)
  await expect(page.getByRole('dialog').getByText(as(t.signIn.bot.waiting))).toBeVisible()

  await telegramOf(number).prove(link, (each) => each === shown)

  await expect(toast(page)).toContainText(t.signIn.done.bot)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await dockProfile(page).click()
  await expect(page.getByRole('region', { name: t.profile.person })).toContainText(number)
})

test('a phone whose dialog was closed is offered again, and the bot’s link of before still signs in', async ({
  visit,
}) => {
  const { page } = await visit()
  const phone = aPhone()
  const { link, shown } = await registerByPhone(page, phone)
  await page.keyboard.press('Escape')
  await page.reload()
  await dockProfile(page).click()
  const { dialog } = signInDialog(page)
  const address = `${phone.slice(0, 4)}…${phone.slice(-2)}`
  await dialog.getByRole('button', { name: as(t.signIn.pending.confirm.replace('{address}', address)) }).click()
  await expect(dialog.getByRole('button', { name: t.signIn.resend })).toBeEnabled()

  await telegramOf(phone).prove(link, (number) => number === shown)

  await expect(toast(page)).toContainText(t.signIn.done.bot)
  await expect(dialog).toHaveCount(0)
})

test('a wrong number in the bot: the page says that it is over, asks no more, and offers another way', async ({
  visit,
}) => {
  const { page } = await visit()
  await page.clock.install()
  const number = aPhone()
  const { link, shown } = await registerByPhone(page, number)
  const polls: string[] = []
  page.on('request', (request) => request.url().includes('/verification-status/') && polls.push(request.url()))

  await telegramOf(number).prove(link, (each) => each !== shown)

  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(as(t.signIn.bot.over))).toBeVisible()
  const asked = polls.length
  await page.clock.runFor(20_000)
  expect(polls).toHaveLength(asked)
  await expect(dialog.getByRole('link', { name: t.signIn.bot.go })).toHaveCount(0)
})

test('a wrong password is refused with a notice, and what was typed stays; the right one signs in', async ({
  visit,
}) => {
  const { page } = await visit({ size: desktop })
  const olena = people.find(({ role }) => role === 'user') ?? { email: '', password: '' }
  await page.goto('/')
  await topBar(page).getByRole('button', { name: t.nav.signIn }).click()
  const { dialog, button, id, password, login } = signInDialog(page)
  await login(olena.email, 'not-her-password')
  await expect(toast(page)).toContainText(t.signIn.failed)
  await expect(toast(page)).toContainText(t.refused.wrong_credentials)
  await expect(id).toHaveValue(olena.email)

  await button(t.signIn.showPassword).click()
  await expect(password).toHaveAttribute('type', 'text')
  await button(t.signIn.hidePassword).click()
  await expect(password).toHaveAttribute('type', 'password')
  await password.fill(olena.password)
  await dialog.locator('button[type="submit"]').click()

  await expect(toast(page)).toContainText(t.signIn.done.login)
  await expect(dialog).toHaveCount(0)
  await topBar(page).getByRole('button', { name: t.nav.profile }).click()
  await dialog.getByText(t.userMenu.signOut).click()
  await expect(toast(page)).toContainText(t.signOut.done)
  await expect(topBar(page).getByRole('button', { name: t.nav.signIn })).toBeVisible()
})

test('signing out without a network: at once on the device, over a reload, and at the shop when the network is back', async ({
  visit,
}) => {
  const { page } = await visit({ size: desktop, worker: true })
  const person = await newPerson()
  await signInAs(page, person)
  await page.goto('/')
  await readyForAnything(page, partsOf(today))
  const statusOfMe = () => page.evaluate(async () => (await fetch('/api/auth/user')).status)
  expect(await statusOfMe()).toBe(200)
  await page.context().setOffline(true)
  const top = topBar(page)

  await top.getByRole('button', { name: t.nav.profile }).click()
  await page.getByRole('dialog').getByText(t.userMenu.signOut).click()

  await expect(toast(page)).toContainText(t.signOut.done)
  await expect(toast(page)).toContainText(saying(t.signOut.doneOffline))
  await expect(top.getByRole('button', { name: t.nav.signIn })).toBeVisible()
  await page.reload()
  await settled(page)
  await expect(top.getByRole('button', { name: t.nav.signIn })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('tsedra.person'))).toBeNull()

  await page.context().setOffline(false)
  await expect.poll(statusOfMe).toBe(401)
  await expect(top.getByRole('button', { name: t.nav.signIn })).toBeVisible()
})

test('a field is judged when it is left after typing, and then with each key', async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/?login=1')
  const { dialog, button, id, password } = signInDialog(page)
  await button(t.signIn.register).click()
  const [repeat, wrong] = [dialog.getByLabel(t.signIn.repeat), dialog.locator('[aria-invalid="true"]')]
  await dialog.getByLabel(t.signIn.firstName).focus()
  await id.focus()
  await password.fill('верба над ставом')
  await repeat.fill('верба над')
  await expect(wrong).toHaveCount(0)
  await password.focus()
  await expect(wrong).toHaveCount(1)
  await expect(repeat).toHaveAccessibleDescription(as(t.signIn.wrong.repeat))
  await repeat.fill('верба над ставом')
  await expect(wrong).toHaveCount(0)
})

test('a forgotten password: a code, a new one, and the old one is worth nothing', async ({ visit }) => {
  const { page } = await visit()
  const her = aNewcomer()
  await register(page, her)
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.removeItem('tsedra.person'))
  await page.goto('/api/login?next=%2Fprofile')
  const { dialog, button, id, code, login } = signInDialog(page)
  await button(t.signIn.login).click()
  await id.fill(her.email)
  await button(t.signIn.forgotten.link).click()
  await expect(id).toHaveValue(her.email)
  await dialog.locator('button[type="submit"]').click()
  await code.fill(await codeFor(her.email, { after: 1 }))
  const changed = `${her.password} і гай`
  await dialog.getByLabel(t.signIn.newPassword.field, { exact: true }).fill(changed)
  await dialog.getByLabel(t.signIn.repeat).fill(changed)
  await dialog.locator('button[type="submit"]').click()

  await expect(toast(page)).toContainText(t.signIn.done.password)
  await expect(page).toHaveURL(/\/profile$/)
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.removeItem('tsedra.person'))
  await page.goto('/api/login?next=%2Fprofile')
  await login(her.email, her.password)
  await expect(toast(page)).toContainText(t.signIn.failed)
})

test('without a network signing in says so, its buttons wait, and what was typed stays', async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/')
  await dockProfile(page).click()
  const { dialog, button, id, password } = signInDialog(page)
  await button(t.signIn.login).click()
  await id.fill('solomiya@bar.example')
  await password.fill('верба')
  await page.context().setOffline(true)

  await expect(dialog.getByText(as(t.signIn.offline))).toBeVisible()
  await expect(dialog.locator('button[type="submit"]')).toBeDisabled()
  await page.context().setOffline(false)
  await expect(dialog.locator('button[type="submit"]')).toBeEnabled()
  await expect(id).toHaveValue('solomiya@bar.example')
  await expect(password).toHaveValue('верба')
})

/** Fills in and sends the order of a product. Returns the order's id. */
async function order(page: Page, { lastName }: Newcomer): Promise<string> {
  await page.goto('/product/lemon-chips')
  await tapOrder(page)
  await fillIn(page, { name: lastName })
  await page.getByRole('dialog').locator('textarea').fill(`Для ${lastName}`)
  return submitted(page)
}

/** The shop takes no orders until it is asked to again. */
async function withoutOrders(page: Page, meanwhile: () => Promise<void>): Promise<void> {
  const closed = '**/api/orders'
  await page.context().route(closed, (route) => route.abort())
  await meanwhile()
  await page.context().unroute(closed)
}

test('the session ends before a queued order goes: it asks to sign in, and then goes by itself, as hers', async ({
  visit,
}) => {
  const { page } = await visit()
  const her = aNewcomer()
  await register(page, her)
  let id = ''
  await withoutOrders(page, async () => {
    id = await order(page, her)
    await expect(page.locator('main h1')).toHaveText(as(t.order.page.saved))
  })
  await page.context().clearCookies({ name: 'sid' })
  await page.goto('/pending')
  await page.getByRole('button', { name: t.outbox.signInToSend }).click()
  expect(await statusOf(id)).toBe(404)

  await signInDialog(page).login(her.email, her.password)

  await expect.poll(() => statusOf(id)).toBe(200)
  const mine = await page.evaluate(async () => (await fetch('/api/users/orders')).text())
  expect(mine).toContain(id)
})

test('S-11: signing out asks about what waits; kept, it is unseen by the next account and goes with its own', async ({
  visit,
}) => {
  const { page } = await visit({ size: desktop })
  const [her, him] = [aNewcomer(), aNewcomer()]
  await register(page, her)
  const signOut = async () => {
    await topBar(page).getByRole('button', { name: t.nav.profile }).click()
    await page.getByRole('dialog').getByText(t.userMenu.signOut).click()
  }
  const signIn = async ({ email, password }: Newcomer) => {
    await topBar(page).getByRole('button', { name: t.nav.signIn }).click()
    await signInDialog(page).login(email, password)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  let id = ''
  await withoutOrders(page, async () => {
    id = await order(page, her)
    await signOut()
    await expect(page.getByRole('dialog')).toContainText(t.signOut.text.slice(0, 40))
    await page.getByRole('dialog').getByRole('button', { name: t.signOut.keep }).click()
    await expect(toast(page)).toContainText(t.signOut.done)
  })

  await page.goto('/pending')
  await expect(page.getByText(as(t.outbox.empty))).toBeVisible()
  await register(page, him)
  await page.goto('/pending')
  await expect(page.getByText(as(t.outbox.empty))).toBeVisible()
  expect(await statusOf(id)).toBe(404)
  expect(await entries(page)).toMatchObject([{ id, state: 'away' }])
  await signOut()
  await expect(toast(page)).toContainText(t.signOut.done)
  await signIn(her)

  await expect.poll(() => statusOf(id)).toBe(200)
})

test('S-11: of whoever signs out and keeps nothing no byte is left on the phone', async ({ visit }) => {
  const { page } = await visit({ size: desktop, worker: true })
  const [her, him] = [aNewcomer(), aNewcomer()]
  await register(page, her)
  await order(page, her)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(her.lastName)
  await withoutOrders(page, async () => {
    await order(page, her)
    await topBar(page).getByRole('button', { name: t.nav.profile }).click()
    await page.getByRole('dialog').getByText(t.userMenu.signOut).click()
    await page.getByRole('dialog').getByRole('button', { name: t.signOut.delete }).click()
    await expect(toast(page)).toContainText(t.signOut.done)
  })
  await register(page, him)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(him.lastName)

  const kept = await page.evaluate(everythingKept)
  expect(kept).toContain(him.lastName)
  for (const hers of [her.lastName, her.email]) expect(kept).not.toContain(hers)
})

/** DOM, local storage, every cached answer and every row of every database, as one text. */
async function everythingKept(): Promise<string> {
  const parts = [document.documentElement.outerHTML, JSON.stringify({ ...localStorage, ...sessionStorage })]
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const answer = await cache.match(request)
      if (/text|json|javascript/.test(answer?.headers.get('content-type') ?? ''))
        parts.push((await answer?.text()) ?? '')
    }
  }
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const asked = indexedDB.open(name)
      asked.onsuccess = () => resolve(asked.result)
      asked.onerror = () => reject(asked.error ?? new Error(name))
    })
    for (const store of db.objectStoreNames) {
      const rows = await new Promise<unknown[]>((resolve, reject) => {
        const asked = db.transaction(store).objectStore(store).getAll()
        asked.onsuccess = () => resolve(asked.result)
        asked.onerror = () => reject(asked.error ?? new Error(store))
      })
      parts.push(JSON.stringify(rows))
    }
    db.close()
  }
  return parts.join('\n')
}

test('the dialog comes back to where it was asked for, and opens no second time', async ({ visit }) => {
  const { page } = await visit()
  const olena = people.find(({ role }) => role === 'user') ?? { email: '', password: '' }
  await page.goto('/api/login?next=%2Fprofile')
  await signInDialog(page).login(olena.email, olena.password)
  await expect(page).toHaveURL(/\/profile$/)

  await page.goto('/api/login?next=%2Fcontacts')
  await expect(page).toHaveURL(/\/contacts$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await settled(page)
  await expectCalm(page, 'contacts')
})

test('the dialog does not grow when it becomes known who else signs people in', async ({ visit }) => {
  const { page } = await visit()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/auth/methods', async (route) => {
    await answered
    await route.continue()
  })
  await page.goto('/?login=1')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: as(t.signIn.register) })).toBeVisible()
  const google = dialog.getByRole('button', { name: 'Google' })
  await expect(google).toHaveCount(0)
  await atRest(page)
  const before = await dialog.boundingBox()
  answer()

  await expect(google).toBeVisible()
  expect(await dialog.boundingBox()).toEqual(before)
})

test('A-09: staff set up an app at their first sign-in, and give its code at the next', async ({ visit }) => {
  const { page } = await visit()
  const editor = people.find(({ role }) => role === 'editor') ?? { email: '', password: '' }
  const { dialog, code, login } = signInDialog(page)
  await page.goto('/?login=1')
  await login(editor.email, editor.password)
  await expect(dialog.getByText(as(t.signIn.second.setUp))).toBeVisible()
  await expect(secretIn(dialog)).toBeVisible()
  const secret = (await secretIn(dialog).innerText()).replace(/\s/g, '')
  // For the camera of another device: the very address of the link.
  const uri = (await dialog.getByRole('link', { name: t.signIn.second.open }).getAttribute('href')) ?? ''
  expect(new URL(uri).searchParams.get('secret')).toBe(secret)
  const drawn = await dialog.getByRole('img', { name: t.signIn.second.qr }).locator('path').getAttribute('d')
  const { data } = encode(uri, { ecc: 'M', border: 2 })
  expect(drawn?.match(/M\d+ \d+/g)).toEqual(
    data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}`] : []))),
  )
  await code.fill('000000')
  await expect(toast(page)).toContainText(t.signIn.verifyFailed)
  await code.fill(appCode(secret))
  await expect(toast(page)).toContainText(t.signIn.done.second)
  await expect(dialog).toHaveCount(0)

  await page.context().clearCookies()
  await page.goto('/?login=1')
  await login(editor.email, editor.password)
  await expect(dialog.getByText(as(t.signIn.second.text))).toBeVisible()
  await expect(secretIn(dialog)).toHaveCount(0)
  // The code of before is used up.
  await code.fill(appCode(secret, { steps: 1 }))
  await expect(dialog).toHaveCount(0)
})
