import type { Page } from '@playwright/test'
import { badgeIn, favouritesButton, likeButton, prices, productCards, toasts } from './harness/locators.ts'
import { signInAsNewCustomer } from './sign-in.ts'
import {
  thoroughUnless,
  exactText,
  desktop,
  expect,
  expectAccessible,
  expectStable,
  languages,
  appearances,
  openHome,
  waitForOfflineReady,
  containingText,
  test,
  messagesByLanguage,
  selectVariations,
} from './fixtures.ts'

const t = messagesByLanguage.ua

const likeButtonAt = (page: Page, index = 0) => likeButton(productCards(page)).nth(index)
const favouritesBadge = (page: Page) => badgeIn(favouritesButton(page))

async function readServerFavourites(page: Page): Promise<string[]> {
  const liked: { slug: string }[] = await page.evaluate(async () => (await fetch('/api/users/liked-products')).json())
  return liked.map(({ slug }) => slug)
}

for (const language of languages) {
  test(
    `a like and its removal: heart, count, badge, toasts and the drawer in ${language}`,
    thoroughUnless(language === 'en'),
    async ({ visit }) => {
      const messages = messagesByLanguage[language]
      const { page, pageErrors } = await visit({ language, size: desktop })
      await signInAsNewCustomer(page)
      await openHome(page)
      const before = Number(await likeButtonAt(page).innerText())
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      await page.route('**/like', async (route) => {
        await released
        await route.continue()
      })

      await likeButtonAt(page).click()
      await expect(likeButtonAt(page)).toHaveAttribute('aria-pressed', 'true')
      await expect(likeButtonAt(page)).toHaveText(`${before + 1}`)
      await expect(toasts(page)).toHaveCount(0)
      release()
      await expect(toasts(page)).toContainText(containingText(messages.favourites.added))
      await expect(favouritesBadge(page)).toHaveText('1')

      await favouritesButton(page).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('listitem')).toHaveCount(1)
      await expect(prices(dialog)).toHaveText(/^[^.,]*\d[^.,]*$/)
      await likeButton(dialog).click()
      await expect(dialog.getByRole('heading', { name: exactText(messages.favourites.empty) })).toBeVisible()
      await expect(toasts(page)).toContainText(containingText(messages.favourites.removed))
      await expect(favouritesBadge(page)).toHaveCount(0)
      expect(await readServerFavourites(page)).toEqual([])
      await expectStable(page, 'favourites')
      expect(pageErrors).toEqual([])
    },
  )
}

test('a double click ends as it began, ten times, and the shop agrees', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  await signInAsNewCustomer(page)
  await openHome(page)
  let waitMs = 0
  let inFlight = 0
  await page.route('**/like', async (route) => {
    inFlight += 1
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    await route.continue()
  })
  const onFinished = (request: { url(): string }) => (inFlight -= Number(request.url().endsWith('/like')))
  page.on('requestfinished', onFinished)
  page.on('requestfailed', onFinished)
  for (let round = 0; round < 10; round += 1) {
    waitMs = round * 20
    await likeButtonAt(page).dblclick()
    await expect(likeButtonAt(page)).toHaveAttribute('aria-pressed', 'false')
    await expect.poll(() => inFlight).toBe(0)
    await expect.poll(() => readServerFavourites(page)).toEqual([])
  }

  await expect.poll(() => readServerFavourites(page)).toEqual([])
})

test('a rejected like is rolled back, with a toast', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  await signInAsNewCustomer(page)
  await openHome(page)
  const before = await likeButtonAt(page).innerText()
  await page.route('**/like', (route) => route.abort())
  await likeButtonAt(page).click()

  await expect(page.getByRole('alert')).toContainText(containingText(t.favourites.failed))
  await expect(likeButtonAt(page)).toHaveAttribute('aria-pressed', 'false')
  await expect(likeButtonAt(page)).toHaveText(before)
  await expect(favouritesBadge(page)).toHaveCount(0)
})

test('two tabs of one person show the same hearts', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  await signInAsNewCustomer(page)
  await openHome(page)
  const secondTab = await page.context().newPage()
  await openHome(secondTab)
  await likeButtonAt(page, 1).click()

  await expect(likeButtonAt(secondTab, 1)).toHaveAttribute('aria-pressed', 'true')
  await favouritesButton(secondTab).click()
  await expect(secondTab.getByRole('dialog').getByRole('listitem')).toHaveCount(1)
  await likeButtonAt(page, 2).click()
  await expect(secondTab.getByRole('dialog').getByRole('listitem')).toHaveCount(2)
})

test('favourites are shown offline from the cache; a like offline shows a toast', async ({ visit }) => {
  const { page } = await visit({ size: desktop, worker: true })
  await signInAsNewCustomer(page)
  await openHome(page)
  await likeButtonAt(page).click()
  await expect(toasts(page)).toContainText(containingText(t.favourites.added))
  await waitForOfflineReady(page)
  await page.context().setOffline(true)
  await page.reload()

  await expect(likeButtonAt(page)).toHaveAttribute('aria-pressed', 'true')
  await favouritesButton(page).click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('dialog')).toContainText(containingText(t.mine.lastCopy))
  await likeButton(page.getByRole('dialog')).click()
  await expect(page.getByRole('alert')).toContainText(containingText(t.mine.refused.unreachable))
  await expect(likeButton(page.getByRole('dialog'))).toHaveAttribute('aria-pressed', 'true')
})

test('an expired session: a toast, and the sign-in dialog after half a second', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  await signInAsNewCustomer(page)
  // Other requests that would receive the 401 have finished before.
  await Promise.all([page.waitForResponse('**/liked-products'), page.waitForResponse('**/api/cart'), openHome(page)])
  await page.context().clearCookies()
  await likeButtonAt(page).click()

  await expect(toasts(page)).toContainText(containingText(t.mine.signedOutText))
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(likeButtonAt(page)).toHaveAttribute('aria-pressed', 'false')
  expect(await page.evaluate(() => localStorage.getItem('tsedra.person'))).toBeNull()
})

test('a guest reads that an account is needed, in their language', async ({ visit }) => {
  for (const language of selectVariations(...languages)) {
    const { page } = await visit({ language })
    await openHome(page)
    await likeButtonAt(page).click()

    await expect(toasts(page)).toContainText(containingText(messagesByLanguage[language].mine.loginForFavourites))
    await expect(page.getByRole('dialog')).toBeVisible()
  }
})

for (const [index, { language, theme, size }] of appearances.entries()) {
  test(
    `the favourites in ${language}, ${theme}, ${size.width} wide: nothing for axe, nothing sticks out`,
    thoroughUnless(index === 2),
    async ({ visit }) => {
      const { page, pageErrors } = await visit({ language, theme, size })
      await signInAsNewCustomer(page)
      await openHome(page)
      for (const index of [0, 1, 2]) await likeButtonAt(page, index).click()
      await expect(favouritesBadge(page)).toHaveText('3')
      await favouritesButton(page).click()
      await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(3)
      await toasts(page).waitFor({ state: 'detached' })
      await page.screenshot({ path: `test-results/favourites-${theme}-${size.width}-${language}.png` })

      await expectAccessible(page, 'favourites', 'dialog')
      await expectStable(page, 'favourites')
      expect(pageErrors).toEqual([])
    },
  )
}
