import type { Locator, Page } from '@playwright/test'
import {
  badgeOf,
  bottomNavigation,
  buyBar,
  cartButton,
  orderedProducts,
  packageChoice,
  prices,
  productCards,
  productDetails,
  toast,
} from './harness/locators.ts'
import { fillIn, submitted } from './harness/order-form.ts'
import { signInSomebody } from './signed-in.ts'
import {
  eachTime,
  as,
  desktop,
  expect,
  expectAccessible,
  expectCalm,
  keepNotices,
  languages,
  looks,
  lowerEdge,
  openHome,
  phone,
  readyForOffline,
  saying,
  settled,
  test,
  texts,
  variations,
} from './shopper.ts'

const t = texts.ua
type Texts = (typeof texts)['ua']

interface Line {
  packageSize: string
  quantity: number
}

const inShop = (page: Page): Promise<Line[]> =>
  page.evaluate(async () => {
    const lines: Line[] = await (await fetch('/api/cart')).json()
    return lines.map(({ packageSize, quantity }) => ({ packageSize, quantity }))
  })

const badge = (page: Page): Locator => badgeOf(cartButton(page))
const drawer = (page: Page): Locator => page.getByRole('dialog', { name: as(t.cart.title) })

/** Adds from the cards of the home page: 50 g of the first twice, 100 g of the second. */
async function fill(page: Page, words: Texts = t): Promise<void> {
  // Which four cards the home page begins with is decided by ids, that is by chance; a set is not sold by 50 g.
  const sells = (grams: RegExp) => ({ has: page.getByRole('radio', { name: grams }) })
  const sold = productCards(page)
    .filter(sells(/^50\s/))
    .filter(sells(/^100\s/))
  const [first, second] = [sold.nth(0), sold.nth(1)]
  await first.getByRole('button', { name: as(words.product.more) }).click()
  await first.getByRole('button', { name: as(words.product.addToCart) }).click()
  await expect(badge(page)).toHaveText('2')
  await second.getByRole('radio', { name: /^100\s/ }).check()
  await second.getByRole('button', { name: as(words.product.addToCart) }).click()
  await expect(badge(page)).toHaveText('3')
  await expect.poll(async () => (await inShop(page)).length).toBe(2)
}

async function openCart(page: Page, words: Texts = t): Promise<Locator> {
  await cartButton(page).click()
  const opened = page.getByRole('dialog', { name: as(words.cart.title) })
  await expect(opened).toBeVisible()
  return opened
}

/** The sum below the lines of the cart or of the order. */
const sumOf = (dialog: Locator, label: string): Locator =>
  prices(dialog.getByRole('paragraph').filter({ hasText: new RegExp(`^${label}`) }))

const kopiykas = (shown: string): number => Number(shown.replace(/\D/g, ''))

for (const language of languages) {
  test(`added, changed, taken out, put back, cleared: ${language}`, eachTime(language === 'ru'), async ({ visit }) => {
    const l = texts[language]
    const { page, complaints } = await visit({ language, size: desktop })
    await keepNotices(page)
    await signInSomebody(page)
    await openHome(page)
    await fill(page, l)
    await expect(toast(page)).toContainText(/100\s(г|g) × 1/)
    await toast(page)
      .getByRole('button', { name: as(l.cart.open) })
      .click()
    const cart = page.getByRole('dialog', { name: as(l.cart.title) })
    const lines = cart.getByRole('listitem')
    await expect(lines).toHaveCount(2)

    const [one, two] = [lines.nth(0).getByRole('status'), lines.nth(1).getByRole('status')]
    const total = sumOf(cart, l.cart.total)
    const sums = async () => [await one.innerText(), await two.innerText(), await total.innerText()].map(kopiykas)
    const [first = 0, second = 0, all] = await sums()
    expect(all).toBe(first + second)

    for (let tap = 0; tap < 5; tap += 1)
      await lines
        .nth(0)
        .getByRole('button', { name: saying(l.product.more) })
        .click()
    await expect(lines.nth(0).locator('input')).toHaveValue('7')
    await expect.poll(() => inShop(page)).toContainEqual({ packageSize: '50г', quantity: 7 })
    expect(await sums()).toEqual([(first / 2) * 7, second, (first / 2) * 7 + second])
    await expect(badge(page)).toHaveText('8')

    await lines.nth(1).locator('input').fill('0')
    await lines.nth(1).locator('input').press('Enter')
    await expect(lines).toHaveCount(1)
    await expect(toast(page)).toContainText(saying(l.cart.removed))
    await toast(page)
      .getByRole('button', { name: as(l.cart.putBack) })
      .click()
    await expect(lines).toHaveCount(2)
    await expect.poll(() => inShop(page)).toContainEqual({ packageSize: '100г', quantity: 1 })

    await cart.getByRole('button', { name: as(l.cart.clear) }).click()
    await expect(cart.getByRole('heading', { name: as(l.cart.empty) })).toBeVisible()
    await expect.poll(() => inShop(page)).toEqual([])
    await toast(page)
      .getByRole('button', { name: as(l.cart.putBack) })
      .click()
    await expect(lines).toHaveCount(2)
    await expect(badge(page)).toHaveText('8')
    await expect.poll(async () => (await inShop(page)).length).toBe(2)
    expect(complaints).toEqual([])
  })
}

test('from the product page with its package and quantity, to 99 in a line', async ({ visit }) => {
  const { page } = await visit({ size: phone })
  await signInSomebody(page)
  await page.goto('/product/lemon-chips')
  await packageChoice(productDetails(page)).nth(2).check()
  await productDetails(page)
    .getByRole('button', { name: as(t.product.more) })
    .click()
  await productDetails(page)
    .getByRole('button', { name: as(t.product.addToCart) })
    .click()
  await expect(toast(page)).toContainText(/500\sг × 2/)
  await expect(badge(page)).toHaveText('2')
  expect(await lowerEdge(toast(page))).toBeLessThan((await buyBar(page).boundingBox())?.y ?? 0)
  expect(await inShop(page)).toEqual([{ packageSize: '500г', quantity: 2 }])
  const cart = await openCart(page)
  await cart.locator('input').fill('5000')
  await cart.locator('input').blur()

  await expect(cart.locator('input')).toHaveValue('99')
  await expect.poll(() => inShop(page)).toEqual([{ packageSize: '500г', quantity: 99 }])
})

test('what the shop does not take goes back to its number, and that is said', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  await signInSomebody(page)
  await openHome(page)
  await fill(page)
  const cart = await openCart(page)
  await page.route('**/api/cart/*', (route) => route.abort())
  await cart.getByRole('listitem').first().locator('input').fill('9')
  await cart.getByRole('listitem').first().locator('input').press('Enter')

  await expect(page.getByRole('alert')).toContainText(saying(t.cart.notChanged))
  await expect(cart.getByRole('listitem').first().locator('input')).toHaveValue('2')
  await expect(badge(page)).toHaveText('3')
})

test('two tabs of one person show the same cart', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  await signInSomebody(page)
  await openHome(page)
  const other = await page.context().newPage()
  await openHome(other)
  const cart = await openCart(other)
  await fill(page)

  await expect(cart.getByRole('listitem')).toHaveCount(2)
  await expect(badge(other)).toHaveText('3')
})

test('a line whose package is not sold any more is marked and left out of the order', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  await signInSomebody(page)
  await openHome(page)
  await fill(page)
  // Taking a package off the shelf for real would move the catalogue of every other test.
  await page.route('**/api/cart', async (route) => {
    const answer = await route.fetch()
    const [first, ...others] = await answer.json()
    await route.fulfill({ response: answer, json: [{ ...first, available: false }, ...others] })
  })
  const cart = await openCart(page)

  await expect(cart.getByRole('listitem').first()).toContainText(saying(t.cart.notSold))
  await expect(cart).toContainText(saying(t.cart.leftOut))
  const ofTheOther = await cart.getByRole('listitem').nth(1).getByRole('status').innerText()
  expect(await sumOf(cart, t.cart.total).innerText()).toBe(ofTheOther)
  await cart.getByRole('button', { name: as(t.cart.checkOut) }).click()
  await expect(orderedProducts(page.getByRole('dialog', { name: as(t.order.title) }))).toHaveCount(1)
})

async function order(page: Page, name: string): Promise<string> {
  await expect(orderedProducts(page.getByRole('dialog', { name: as(t.order.title) }))).toHaveCount(2)
  await fillIn(page, { name })
  return submitted(page)
}

async function toldToStaff(id: string): Promise<string> {
  let text = ''
  await expect
    .poll(async () => {
      const answer = await fetch(`${process.env['TELEGRAM_URL']}/control/messages`, {
        headers: { connection: 'close' },
      })
      const told = ((await answer.json()) as { text: string }[]).filter((each) => each.text.includes(id))
      text = told[0]?.text ?? ''
      return told.length
    })
    .toBe(1)
  return text
}

test('checking out two lines: total, order, staff chat, an empty cart, the history', async ({ visit }) => {
  const { page, complaints } = await visit({ size: phone })
  await signInSomebody(page)
  await openHome(page)
  await fill(page)
  const cart = await openCart(page)
  const total = kopiykas(await sumOf(cart, t.cart.total).innerText())
  await cart.getByRole('button', { name: as(t.cart.checkOut) }).click()
  const dialog = page.getByRole('dialog', { name: as(t.order.title) })
  await expect(orderedProducts(dialog)).toHaveCount(2)
  await expect(dialog.locator('input[autocomplete="name"]')).toHaveValue('Оксана Лис')
  expect(kopiykas(await sumOf(dialog, t.order.total).innerText())).toBe(total)
  const id = await order(page, 'Орися з двома рядками')

  const text = await toldToStaff(id)
  expect(text).toMatch(/50 ?г/)
  expect(text).toMatch(/100 ?г/)
  await expect(badge(page)).toHaveCount(0)
  expect(await inShop(page)).toEqual([])
  await page.goto('/profile')
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article').getByRole('listitem')).toHaveCount(2)
  expect(complaints).toEqual([])
})

test('without a network: the last cart is read, not changed, and checked out; the shop’s cart loses it with the order', async ({
  visit,
}) => {
  const { page } = await visit({ size: phone, worker: true })
  await signInSomebody(page)
  await openHome(page)
  await fill(page)
  await readyForOffline(page)
  await page.context().setOffline(true)
  await page.reload()
  await expect(badge(page)).toHaveText('3')
  const cart = await openCart(page)
  await expect(cart.getByRole('listitem')).toHaveCount(2)
  await expect(cart).toContainText(saying(t.mine.lastCopy))
  await expect(cart.getByRole('listitem').locator('input').first()).toBeDisabled()
  await expect(cart.getByRole('button', { name: as(t.cart.clear) })).toBeDisabled()
  await cart.getByRole('button', { name: as(t.cart.checkOut) }).click()
  const id = await order(page, 'Орися з підвалу')
  await expect(page.locator('h1')).toHaveText(as(t.order.page.saved))
  await expect(badge(page)).toHaveCount(0)

  await page.goto('/')
  await openCart(page)
  await expect(drawer(page).getByRole('heading', { name: as(t.cart.empty) })).toBeVisible()
  await page.context().setOffline(false)
  await toldToStaff(id)
  await expect.poll(() => inShop(page)).toEqual([])
  await expect(drawer(page).getByRole('listitem')).toHaveCount(0)
})

test('a checkout waits for a change that is under way, and is nobody else’s order when the session has ended', async ({
  visit,
}) => {
  const { page } = await visit({ size: phone })
  await signInSomebody(page)
  await openHome(page)
  await fill(page)
  const cart = await openCart(page)
  const late = Promise.withResolvers<void>()
  await page.route('**/api/cart/*', async (route) => {
    await late.promise
    await route.continue()
  })
  await cart
    .getByRole('button', { name: saying(t.product.more) })
    .first()
    .click()
  const checkOut = cart.getByRole('button', { name: as(t.cart.checkOut) })
  await checkOut.click()
  await expect(checkOut).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('dialog', { name: as(t.order.title) })).toHaveCount(0)
  late.resolve()
  const form = page.getByRole('dialog', { name: as(t.order.title) })
  await expect(orderedProducts(form)).toHaveCount(2)

  // Ended at the shop, which the phone hears of by a question that comes too late for the form.
  await page.context().clearCookies({ name: 'sid' })
  await page.evaluate(() => localStorage.removeItem('tsedra.person'))
  await page.evaluate(() => dispatchEvent(new StorageEvent('storage', { key: 'tsedra.person' })))
  await fillIn(page)
  await form.locator('button[type="submit"]').click()

  await expect(page.getByRole('dialog', { name: as(t.signIn.title) })).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
})

test('a checkout that is taken back before it has left: its lines are in the cart again', async ({ visit }) => {
  const { page } = await visit({ size: phone })
  await signInSomebody(page)
  await openHome(page)
  await fill(page)
  await page.route('**/api/orders', (route) => route.abort())
  const cart = await openCart(page)
  await cart.getByRole('button', { name: as(t.cart.checkOut) }).click()
  await order(page, 'Орися, яка передумала')
  await expect(page.locator('h1')).toHaveText(as(t.order.page.saved))
  await expect(badge(page)).toHaveCount(0)
  await page.getByRole('link', { name: as(t.order.page.pending) }).click()
  await page.getByRole('button', { name: as(t.outbox.cancel) }).click()

  await expect(badge(page)).toHaveText('3')
  expect(await inShop(page)).toHaveLength(2)
})

test('a guest hears that an account is needed, on the card and on the cart itself', async ({ visit }) => {
  for (const language of variations(...languages)) {
    const l = texts[language]
    const { page } = await visit({ language })
    await openHome(page)
    await productCards(page)
      .first()
      .getByRole('button', { name: as(l.product.addToCart) })
      .click()
    await expect(toast(page)).toContainText(saying(l.mine.loginForCart))
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await bottomNavigation(page).getByRole('button', { name: l.nav.cart }).click()
    await expect(toast(page)).toContainText(saying(l.mine.loginRequired))
    await expect(page.getByRole('dialog')).toBeVisible()
  }
})

for (const [place, { language, theme, size }] of looks.entries()) {
  test(
    `the cart in ${language}, ${theme}, ${size.width} wide: nothing for axe, nothing sticks out`,
    eachTime(place === 0),
    async ({ visit }) => {
      const l = texts[language]
      const { page, complaints } = await visit({ language, theme, size })
      await signInSomebody(page)
      await openHome(page)
      await fill(page, l)
      await toast(page).waitFor({ state: 'detached' })
      const cart = await openCart(page, l)
      await expect(cart.getByRole('listitem')).toHaveCount(2)
      await settled(page)
      await page.screenshot({ path: `test-results/cart-${theme}-${size.width}-${language}.png` })

      await expectAccessible(page, 'cart', 'dialog')
      await expectCalm(page, 'cart')
      expect(complaints).toEqual([])
    },
  )
}
