import type { Locator } from '@playwright/test'
import {
  bottomNavigation,
  likeButton,
  productCards,
  productDetails,
  productLinks,
  productNames,
  productTotal,
  topBar,
} from './harness/locators.ts'
import {
  containingText,
  desktop,
  exactText,
  expect,
  expectAccessible,
  messagesByLanguage,
  phone,
  selectVariations,
  test,
  waitForNetworkIdle,
} from './fixtures.ts'

const t = messagesByLanguage.ua

test('a card is one tab stop to its page, names its product in every control and shows the total', async ({
  visit,
}) => {
  const { page } = await visit({ size: desktop })
  await page.goto('/category/citrus-chips')
  const card = productCards(page).first()
  const name = await productNames(page).first().innerText()
  await expect(card.getByRole('link')).toHaveCount(1)
  await expect(card.getByRole('link')).toHaveText(name)
  for (const label of [t.product.addToCart, t.product.orderNow, t.product.more, t.product.less])
    await expect(card.getByRole('button', { name: exactText(`${label}: ${name}`) })).toBeVisible()
  await expect(card.getByRole('group', { name: exactText(`${t.product.package}: ${name}`) })).toBeVisible()

  const readTotal = async () => Number((await card.getByText(/₴$/).first().innerText()).replaceAll(/\D/g, ''))
  const unitPrice = await readTotal()
  await card.getByRole('button', { name: containingText(t.product.more) }).click()
  await expect.poll(readTotal).toBe(2 * unitPrice)
  await expect(card.getByText(/^2 × /)).toBeVisible()
})

test('zero likes are neither shown nor read', async ({ visit }) => {
  const { page } = await visit()
  // No other test likes this product.
  await page.goto('/product/star-anise')
  await expect(productTotal(page)).toBeVisible()
  const name = await page.getByRole('heading', { level: 1 }).innerText()
  await expect(likeButton(productDetails(page))).toHaveAccessibleName(`${t.product.like}: ${name}`)
  await expect(productDetails(page).getByText('вподобан')).toHaveCount(0)
})

test('phones remember the compact list: rows of 88 px, a sheet with the packages, no jump on return', async ({
  visit,
}) => {
  for (const theme of selectVariations('dark', 'light')) {
    const { page } = await visit({ theme, size: phone })
    await page.goto('/category/citrus-chips')
    const toggle = page.getByRole('button', { name: exactText(t.sort.compact) })
    await toggle.click()
    await expect(toggle).toHaveAttribute('aria-pressed', 'true')
    await page.reload()
    await expect(toggle).toHaveAttribute('aria-pressed', 'true')
    await waitForNetworkIdle(page)
    for (const card of (await productCards(page).all()).slice(0, 7))
      expect((await card.boundingBox())?.height).toBeCloseTo(88, 0)
    await expectAccessible(page, 'compact list')

    const name = await productNames(page).first().innerText()
    const opener = page.getByRole('button', { name: exactText(`${t.product.choose}: ${name}`) })
    await opener.focus()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: exactText(name) })
    await sheet.getByRole('button', { name: exactText(t.product.more) }).click()
    await expect(sheet.getByRole('status')).toHaveText('2')
    await expectAccessible(page, 'package sheet', 'dialog')
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()

    await productLinks(page).nth(5).scrollIntoViewIfNeeded()
    const scrollBefore = await page.evaluate(() => scrollY)
    await productLinks(page).nth(5).click()
    await expect(productTotal(page).first()).toBeVisible()
    await page.goBack()
    await expect(toggle).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrollBefore)
  }
})

test('the compact list shows seven products between the bars of a phone', async ({ visit }) => {
  const { page } = await visit({ size: phone })
  await page.goto('/category/citrus-chips')
  await page.getByRole('button', { name: exactText(t.sort.compact) }).click()
  await waitForNetworkIdle(page)
  await productCards(page)
    .first()
    .evaluate((card) => card.scrollIntoView())
  const top = await getEdge(topBar(page), 'bottom')
  const bottom = await getEdge(bottomNavigation(page), 'top')
  const edges = await productCards(page).evaluateAll((cards) =>
    cards.map((card) => card.getBoundingClientRect().toJSON() as DOMRect),
  )
  expect(edges.filter((card) => card.top >= top && card.bottom <= bottom)).toHaveLength(7)
})

test('with motion allowed, the picture of a card moves to the product page', async ({ visit }) => {
  const { page } = await visit({ motion: true, size: phone })
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      const transition = start(update)
      void transition.finished.then(() => document.documentElement.setAttribute('data-transition', 'finished'))
      return transition
    }
  })
  await page.goto('/category/citrus-chips')
  await waitForNetworkIdle(page)
  await productLinks(page).first().click()
  await expect(page).toHaveURL(/\/product\//)
  await expect(page.locator('html')).toHaveAttribute('data-transition', 'finished')
  await expect(productTotal(page).first()).toBeVisible()
})

const getEdge = (bar: Locator, edge: 'top' | 'bottom'): Promise<number> =>
  bar.evaluate((element, name) => element.getBoundingClientRect()[name], edge)
