import type { Locator, Page } from '@playwright/test'
import { productLinks, searchField, topBar } from './harness/locators.ts'
import {
  containingText,
  desktop,
  exactText,
  expect,
  expectAccessible,
  expectStable,
  type Language,
  messagesByLanguage,
  openHome,
  phone,
  test,
  waitForNetworkIdle,
  waitForOfflineReady,
} from './fixtures.ts'

const t = messagesByLanguage.ua
const options = (page: Page): Locator => topBar(page).getByRole('option')
const optionsOf = (page: Page, group: string): Locator =>
  page.getByRole('group', { name: exactText(group) }).getByRole('option')
const openSearch = (page: Page, language: Language = 'ua'): Promise<void> =>
  topBar(page)
    .getByRole('button', { name: exactText(messagesByLanguage[language].search.label) })
    .click()

test('two characters suggest products with picture and price, drinks and all results, with the match marked', async ({
  visit,
}) => {
  const { page, pageErrors } = await visit({ size: desktop })
  await openHome(page)
  const field = searchField(page)
  await field.pressSequentially('мо')

  await expect(optionsOf(page, t.suggest.drinks).filter({ hasText: 'Мохіто' })).toBeVisible()
  const product = optionsOf(page, t.suggest.products).first()
  await expect(product).toContainText('₴')
  await expect(product.locator('img')).toHaveAttribute('src', /\/media\//)
  expect(await optionsOf(page, t.suggest.products).count()).toBeLessThanOrEqual(5)
  await expect(page.locator('mark').first()).toHaveText(/^мо$/i)
  await expect(options(page).last()).toHaveText(exactText(t.suggest.all.replace('{query}', 'мо')))
  await expectStable(page, 'suggestions')
  expect(pageErrors).toEqual([])
})

test('keyboard: arrows, Home and End move through the options, Enter opens one, Escape closes and then clears', async ({
  visit,
}) => {
  const { page } = await visit({ size: desktop })
  await openHome(page)
  const field = searchField(page)
  await field.focus()
  await expect(field).toHaveAttribute('role', 'combobox')
  await field.pressSequentially('лимон')
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('listbox')).toHaveAttribute('id', (await field.getAttribute('aria-controls')) ?? '')
  await expect(topBar(page).getByRole('status')).toHaveText(/^\d+\s+підказ/)
  const selected = page.getByRole('option', { selected: true })
  await expect(selected).toHaveCount(0)

  await field.press('ArrowDown')
  await expect(selected).toHaveAttribute('id', (await field.getAttribute('aria-activedescendant')) ?? '')
  await expect(selected).toHaveText((await options(page).first().textContent()) ?? '')
  await field.press('End')
  await expect(selected).toHaveText(exactText(t.suggest.all.replace('{query}', 'лимон')))
  await field.press('ArrowDown')
  await field.press('ArrowUp')
  await field.press('Home')
  await expect(field).toBeFocused()

  await field.press('Escape')
  await expect(field).toHaveAttribute('aria-expanded', 'false')
  await expect(field).toHaveValue('лимон')
  for (const [key, index] of [
    ['ArrowDown', 0],
    ['ArrowUp', -1],
  ] as const) {
    await field.press(key)
    await expect(field).toHaveAttribute('aria-expanded', 'true')
    await expect(selected).toHaveText((await options(page).nth(index).textContent()) ?? '')
    await field.press('Escape')
    await expect(field).not.toHaveAttribute('aria-activedescendant')
  }
  await field.press('Escape')
  await expect(field).toHaveValue('')

  await field.pressSequentially('лимон')
  await expect(options(page).filter({ hasText: 'Лимонні чипси' })).toBeVisible()
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/product\/lemon-chips$/)
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(field).toHaveValue('')
})

test('text typed before the suggestions are loaded stays, with its focus', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/assets\/suggestions-.*\.js/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/')
  const field = searchField(page)
  await field.pressSequentially('лим')
  await expect(field).not.toHaveAttribute('role')
  release()

  await expect(options(page).filter({ hasText: 'Лимонні чипси' })).toBeVisible()
  await expect(field).toHaveValue('лим')
  await expect(field).toBeFocused()
})

test('a corrected query is offered, and a chosen one is searched', async ({ visit }) => {
  const { page } = await visit()
  await openHome(page)
  await searchField(page).fill('kbvjy')
  await page.getByRole('option', { name: containingText(t.suggest.correction.replace('{query}', 'лимон')) }).click()

  await expect(page).toHaveURL(`/?search=${encodeURIComponent('лимон')}`)
  await expect(productLinks(page).first()).toHaveText(/Лимон/)
  await expect(searchField(page)).toHaveValue('лимон')
})

test('nothing found helps with categories', async ({ visit }) => {
  const { page } = await visit()
  await openHome(page)
  await searchField(page).fill('щщщщщ')

  await expect(topBar(page).getByRole('status')).toHaveText(exactText(t.suggest.none))
  await optionsOf(page, t.suggest.categories).first().click()
  await expect(page).toHaveURL(/\/category\//)
})

test('recent searches are shown on focus and erased one by one, all at once, and with the data of the device', async ({
  visit,
}) => {
  const { page } = await visit()
  await openHome(page)
  for (const query of ['лимон', 'лайм', 'троянда']) {
    await searchField(page).fill(query)
    await expect(options(page).first()).toBeVisible()
    await searchField(page).press('Enter')
    await expect(page).toHaveURL(`/?search=${encodeURIComponent(query)}`)
  }
  await page.goto('/contacts')
  await openSearch(page)
  await expect(searchField(page)).toBeFocused()
  await expect(page.getByRole('listbox', { name: exactText(t.suggest.recent) }).getByRole('option')).toHaveText([
    'троянда',
    'лайм',
    'лимон',
  ])

  await page.getByRole('button', { name: exactText(t.suggest.removeRecent.replace('{query}', 'лайм')) }).click()
  await expect(options(page)).toHaveText(['троянда', 'лимон'])
  await expect(searchField(page)).toBeFocused()
  await page.goto('/pending')
  await page.getByRole('button', { name: exactText(t.outbox.erase.title) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: exactText(t.outbox.erase.erase) })
    .click()
  await openSearch(page)
  await expect(page.getByText(containingText(t.suggest.hint))).toBeVisible()
  await expect(options(page)).toHaveCount(0)

  await searchField(page).fill('кокос')
  await searchField(page).press('Enter')
  await expect(page).toHaveURL(/search=/)
  await searchField(page).fill('')
  await page.getByRole('button', { name: exactText(t.suggest.clearRecent) }).click()
  await expect(options(page)).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('tsedra.recentSearches'))).toBeNull()
})

test('offline: the saved catalogue suggests; a choice is counted and a typed beginning is not', async ({ visit }) => {
  const { page } = await visit({ worker: true })
  const context = page.context()
  await page.goto('/')
  await waitForOfflineReady(page)
  await context.setOffline(true)
  await searchField(page).pressSequentially('негр')
  await expect(page.getByText(containingText(t.suggest.saved))).toBeVisible()
  await optionsOf(page, t.suggest.drinks).filter({ hasText: 'Негроні' }).click()

  await expect(page.locator('h1')).toHaveText('Негроні')
  expect(await page.evaluate(() => localStorage.getItem('tsedra.searchCounts'))).toBe(
    JSON.stringify([{ query: 'негроні', isEmpty: false, count: 1 }]),
  )
})

test('a failure is shown and can be retried', async ({ visit }) => {
  const { page } = await visit()
  let isDown = true
  await page.route(/\/api\/catalogue\//, (route) => (isDown ? route.abort() : route.continue()))
  await openHome(page)
  await searchField(page).fill('лимон')
  await expect(page.getByText(containingText(t.suggest.failed))).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: exactText(t.action.retry) }).click()

  await expect(options(page).filter({ hasText: 'Лимонні чипси' })).toBeVisible()
})

test('phone: the search of the top bar covers the screen, and Escape leads back to its button', async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/product/lemon-chips')
  await waitForNetworkIdle(page)
  await openSearch(page)
  const field = searchField(page)
  await field.fill('лайм')
  await expect(options(page).first()).toBeVisible()
  const panel = page.getByRole('listbox').locator('..')
  const box = await panel.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(phone.height)
  await expectStable(page, 'search over a product')

  for (const _press of ['closes the list', 'clears the text', 'closes the field']) await field.press('Escape')
  await expect(field).toHaveCount(0)
  const button = topBar(page).getByRole('button', { name: exactText(t.search.label) })
  await expect(button).toBeFocused()
  await button.click()
  await expect(field).toBeFocused()
  await button.click()
  await expect(field).toHaveCount(0)
})

test('phone: every screen has the product search', async ({ visit }) => {
  const { page } = await visit()
  for (const path of [
    '/product/lemon-chips',
    '/category/citrus-chips',
    '/drink/negroni',
    '/order/3d9e1f0a-1111-4222-8333-444455556666',
    '/pending',
    '/profile',
    '/contacts',
  ]) {
    await page.goto(path)
    await waitForNetworkIdle(page)
    await openSearch(page)
    await searchField(page).fill('лайм')
    await expect(options(page).filter({ hasText: 'Лаймові чипси' }), path).toBeVisible()
    await expectStable(page, path)
  }
})

for (const language of ['ua', 'ru', 'en'] as const)
  for (const size of [phone, desktop])
    for (const theme of ['light', 'dark'] as const)
      test(`accessible in ${language}, ${theme}, ${size.width} wide`, async ({ visit }) => {
        const { page, pageErrors } = await visit({ language, theme, size })
        await page.goto('/contacts')
        if (size === phone) await openSearch(page, language)
        await searchField(page).fill('lemno')
        await expect(options(page).first()).toBeVisible()
        await searchField(page).press('ArrowDown')
        await expectAccessible(page, 'suggestions', 'header')
        await searchField(page).press('Escape')
        await searchField(page).press('Enter')
        await expect(page).toHaveURL(/search=lemno/)
        await searchField(page).fill('')
        await expect(options(page)).toHaveCount(1)
        await expectAccessible(page, 'recent searches', 'header')
        await searchField(page).pressSequentially('zzzzq')
        await expect(page.getByText(containingText(messagesByLanguage[language].suggest.noneText))).toBeVisible()
        await expectAccessible(page, 'nothing found', 'header')
        await expectStable(page, 'nothing found')
        expect(pageErrors).toEqual([])
      })
