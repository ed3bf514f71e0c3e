import { chromium, type Locator, type Page } from '@playwright/test'
import { browserArgs } from './harness/browser-args.ts'
import {
  bottomNavigation,
  buyBar,
  cartButton,
  likeButton,
  orderButton,
  productCards,
  productLinks,
  productTotal,
  toasts,
  topBar,
} from './harness/locators.ts'
import { openOrderForm } from './harness/order-form.ts'
import { signInAsNewCustomer } from './sign-in.ts'
import {
  containingText,
  desktop,
  exactText,
  expect,
  expectAccessible,
  expectNoOverflow,
  getBottomEdge,
  keepToasts,
  messagesByLanguage,
  openHome,
  phone,
  shopUrl,
  test,
  waitForAnimations,
  waitForNetworkIdle,
} from './fixtures.ts'

const t = messagesByLanguage.ua

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('not visible')
  return box
}

const heading = (dialog: Locator): Locator => dialog.getByRole('heading', { level: 2 })
const totalLine = (dialog: Locator): Locator => dialog.getByRole('paragraph').filter({ hasText: t.cart.total })

/** Signs in and adds the first products of the home page, one toast each. */
async function fillCart(page: Page, count: number): Promise<void> {
  await signInAsNewCustomer(page)
  await openHome(page)
  for (const card of (await productCards(page).all()).slice(0, count)) {
    await card.getByRole('button', { name: containingText(t.product.addToCart) }).click()
    await expect(toasts(page)).toContainText(await card.getByRole('heading').innerText())
  }
}

test('the order dialog is one element from its opening to its form, and its heading has the focus', async ({
  visit,
}) => {
  const { page } = await visit({ motion: true })
  await page.addInitScript(() => {
    new MutationObserver((records) => {
      const added = records.flatMap(({ addedNodes }) => [...addedNodes]).filter(({ nodeName }) => nodeName === 'DIALOG')
      const { dataset } = document.documentElement
      dataset['dialogs'] = String(Number(dataset['dialogs'] ?? 0) + added.length)
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/product/lemon-chips')
  await waitForNetworkIdle(page)
  await openOrderForm(page)

  await expect(heading(page.getByRole('dialog'))).toBeFocused()
  await expect(page.locator('html')).toHaveAttribute('data-dialogs', '1')
  await waitForAnimations(page)
  await expect(page.getByRole('dialog')).toHaveCSS('opacity', '1')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(orderButton(page)).toBeFocused()
})

test('a sheet slides in and out opaque; with reduced motion it does not move', async ({ visit }) => {
  for (const motion of [true, false]) {
    const { page } = await visit({ motion })
    await page.goto('/product/lemon-chips')
    await waitForNetworkIdle(page)
    await openOrderForm(page)
    const keyframes = await page.getByRole('dialog').evaluate((dialog) =>
      dialog
        .getAnimations()
        .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1)
        .flatMap(({ effect }) => (effect instanceof KeyframeEffect ? effect.getKeyframes() : []))
        .map(({ opacity }) => opacity),
    )
    expect(keyframes.filter((opacity) => opacity !== '1')).toEqual([])
  }
})

test('a sheet slides in and out for 320 ms, and is removed after that', async ({ visit }) => {
  const { page } = await visit({ motion: true })
  await page.goto('/product/lemon-chips')
  await waitForNetworkIdle(page)
  await openOrderForm(page)
  const durations = await page.getByRole('dialog').evaluate((dialog) => {
    const readDuration = () => getComputedStyle(dialog).animationDuration
    const entering = readDuration()
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
    const startedAt = performance.now()
    const leaving = [readDuration(), getComputedStyle(dialog, '::backdrop').animationDuration]
    const removed = new Promise<number>((resolve) => {
      new MutationObserver(() => dialog.isConnected || resolve(performance.now() - startedAt)).observe(document.body, {
        childList: true,
        subtree: true,
      })
    })
    return removed.then((removedAfterMs) => ({ entering, leaving, removedAfterMs }))
  })
  expect(durations).toMatchObject({ entering: '0.32s', leaving: ['0.32s', '0.32s'] })
  expect(durations.removedAfterMs).toBeGreaterThan(300)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a toast names its product on one line, above the bottom navigation and above the buy bar', async ({ visit }) => {
  const { page } = await visit({ size: phone })
  await keepToasts(page)
  await fillCart(page, 1)
  const name = await productCards(page).first().getByRole('heading').innerText()
  await expect(toasts(page)).toContainText(containingText(`${name} · ${t.cart.added}`))
  const toast = await boxOf(toasts(page))
  expect(toast.height).toBeLessThan(60)
  expect(toast.y + toast.height).toBeLessThanOrEqual((await boxOf(bottomNavigation(page))).y)
  const action = await boxOf(toasts(page).getByRole('button', { name: exactText(t.cart.open) }))
  expect(action.x + action.width).toBeGreaterThan(toast.x + toast.width - 24)

  await productLinks(page).first().click()
  await expect(productTotal(page)).toBeVisible()
  await likeButton(page).first().click()
  await expect(toasts(page)).toContainText(t.favourites.added)
  expect(await getBottomEdge(toasts(page))).toBeLessThanOrEqual((await boxOf(buyBar(page))).y)
})

test('at 320 px and with text of double size a toast breaks its line and stays above the navigation', async ({
  visit,
}) => {
  const { page } = await visit({ size: { width: 320, height: 700 } })
  await keepToasts(page)
  await fillCart(page, 3)
  for (const fontSize of ['100%', '200%']) {
    await page.locator('html').evaluate((root, size) => (root.style.fontSize = size), fontSize)
    const toast = await boxOf(toasts(page))
    expect(toast.x).toBeGreaterThanOrEqual(0)
    expect(toast.x + toast.width).toBeLessThanOrEqual(320)
    expect(toast.y + toast.height).toBeLessThanOrEqual((await boxOf(bottomNavigation(page))).y)
    const action = await boxOf(toasts(page).getByRole('button', { name: exactText(t.cart.open) }))
    expect(action.x + action.width).toBeLessThanOrEqual(toast.x + toast.width)
  }
})

for (const size of [phone, { width: 320, height: 568 }, desktop]) {
  test(`a toast in the cart is between its head and its foot, ${size.width} wide`, async ({ visit }) => {
    const { page } = await visit({ size })
    await keepToasts(page)
    await fillCart(page, 2)
    await cartButton(page).click()
    const cart = page.getByRole('dialog', { name: exactText(t.cart.title) })
    await expect(heading(cart)).toBeFocused()
    await cart
      .getByRole('button', { name: containingText(t.cart.remove) })
      .first()
      .click()
    await expect(toasts(page)).toContainText(t.cart.removed)
    const toast = await boxOf(toasts(page))
    expect(toast.y).toBeGreaterThanOrEqual(await getBottomEdge(heading(cart)))
    expect(toast.y + toast.height).toBeLessThanOrEqual((await boxOf(totalLine(cart))).y)
    await expectAccessible(page, 'cart with a toast', 'dialog')

    await toasts(page)
      .getByRole('button', { name: exactText(t.cart.putBack) })
      .click()
    await expect(cart.getByRole('listitem')).toHaveCount(2)
  })
}

test('a toast in the order dialog is between its head and its button', async ({ visit }) => {
  for (const size of [phone, desktop]) {
    const { page } = await visit({ size })
    await keepToasts(page)
    await page.goto('/product/lemon-chips')
    await waitForNetworkIdle(page)
    // A guest's heart shows a toast, and the sign-in dialog half a second later.
    await likeButton(page).first().click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    const toast = await boxOf(toasts(page))
    expect(toast.y).toBeGreaterThanOrEqual(await getBottomEdge(heading(dialog)))
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await openOrderForm(page)
    const moved = await boxOf(toasts(page))
    expect(moved.y).toBeGreaterThanOrEqual(await getBottomEdge(heading(dialog)))
    expect(moved.y + moved.height).toBeLessThanOrEqual((await boxOf(dialog.locator('button[type="submit"]'))).y)
  }
})

test('with classic scrollbars a drawer reaches the edge of the window, and the page beneath does not move', async () => {
  await using browser = await chromium.launch({
    executablePath: process.env['HEADLESS_SHELL'] ?? '/usr/bin/chromium',
    args: [...browserArgs, '--disable-features=OverlayScrollbar'],
    ignoreDefaultArgs: ['--hide-scrollbars'],
  })
  for (const viewport of [desktop, { width: 1100, height: 700 }, { width: 800, height: 700 }]) {
    const page = await browser.newPage({ baseURL: shopUrl(), viewport, reducedMotion: 'reduce', locale: 'uk-UA' })
    await page.goto('/category/citrus-chips')
    await waitForNetworkIdle(page)
    expect(await page.evaluate(() => innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(0)
    const isWide = viewport.width >= 1024
    const beneath = [
      page.getByRole('heading', { level: 1 }),
      page.getByRole('button', { name: t.theme.label }),
      productCards(page).nth(1),
      ...(isWide ? [topBar(page).getByRole('searchbox')] : [bottomNavigation(page).getByRole('button').first()]),
    ]
    const measure = () => Promise.all(beneath.map(boxOf))
    const before = await measure()
    await page.getByRole('button', { name: containingText(t.sort.filters) }).click()
    await page.getByRole('dialog').waitFor()
    await waitForAnimations(page)
    const drawer = await boxOf(page.getByRole('dialog'))
    expect(drawer.x + drawer.width).toBe(viewport.width)
    expect(await measure()).toEqual(before)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await measure()).toEqual(before)
  }
})

test('on a desktop the theme and the user menu are beside their buttons, which close them again', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  await signInAsNewCustomer(page)
  await openHome(page)
  for (const name of [t.theme.label, t.nav.profile]) {
    const opener = topBar(page).getByRole('button', { name, exact: true })
    await opener.click()
    const menu = page.getByRole('menu')
    await expect(menu).toBeVisible()
    await expect(opener).toHaveAttribute('aria-expanded', 'true')
    await waitForAnimations(page)
    const [box, button] = [await boxOf(menu), await boxOf(opener)]
    expect(box.y).toBeGreaterThanOrEqual(button.y + button.height)
    expect(box.y).toBeLessThan(button.y + button.height + 24)
    expect(Math.abs(box.x + box.width - button.x - button.width)).toBeLessThan(16)
    await expectAccessible(page, name, '[role="menu"]')
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    await expect(opener).toBeFocused()
    await opener.click()
    await expect(menu).toBeVisible()
    await opener.click()
    await expect(menu).toHaveCount(0)
  }

  const profile = topBar(page).getByRole('button', { name: t.nav.profile, exact: true })
  await profile.click()
  await page.getByRole('menuitem', { name: t.userMenu.profile }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await profile.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(topBar(page).getByRole('button', { name: t.nav.signIn, exact: true })).toBeVisible()
})

test('on phones the language and the theme are chosen in sheets, by keyboard too', async ({ visit }) => {
  const { page } = await visit({ size: phone })
  await openHome(page)
  const opener = topBar(page).getByRole('button', { name: containingText(t.theme.label) })
  await opener.click()
  const sheet = page.getByRole('dialog', { name: exactText(t.theme.label) })
  await expect(heading(sheet)).toBeFocused()
  await expect.poll(() => getBottomEdge(sheet)).toBe(phone.height)
  await expectAccessible(page, 'theme', 'dialog')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('menuitemradio', { name: t.theme.system })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(sheet).toHaveCount(0)
  await expect(opener).toBeFocused()

  await topBar(page)
    .getByRole('button', { name: containingText(t.language.label) })
    .click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('with forced colours the dialog, the drawer, the toast and the menu have visible edges', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  await keepToasts(page)
  await page.emulateMedia({ forcedColors: 'active' })
  await fillCart(page, 1)
  await expect(toasts(page)).toHaveCSS('border-top-width', '2px')
  await cartButton(page).click()
  await expect(page.getByRole('dialog')).toHaveCSS('border-left-width', '2px')
  await page.keyboard.press('Escape')
  await topBar(page).getByRole('button', { name: t.theme.label }).click()
  await expect(page.getByRole('menu').locator('..')).toHaveCSS('border-top-width', '2px')
})

test('at 320 × 256 px the order dialog scrolls as a whole, and an order can be filled in', async ({ visit }) => {
  const { page } = await visit({ size: { width: 320, height: 256 } })
  await keepToasts(page)
  await page.goto('/product/lemon-chips')
  await waitForNetworkIdle(page)
  await openOrderForm(page)
  const dialog = page.getByRole('dialog')
  const getTop = async () => (await boxOf(heading(dialog))).y
  const before = await getTop()
  const send = dialog.locator('button[type="submit"]')
  expect((await boxOf(send)).y).toBeGreaterThan(256)
  await dialog.locator('input[type="tel"]').fill('+380671234567')
  await send.scrollIntoViewIfNeeded()
  expect(await getTop()).toBeLessThan(before - 200)
  await send.click()
  await expect(dialog.locator('input[autocomplete="name"]')).toBeFocused()
  await expect(dialog.locator('input[autocomplete="name"]')).toBeInViewport()
  await expectNoOverflow(page, 'the order dialog at 400 %')
})
