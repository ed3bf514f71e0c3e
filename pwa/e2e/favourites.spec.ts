import type { Page } from '@playwright/test'
import { badgeOf, favouritesButton, likeButton, prices, productCards, toast } from './harness/locators.ts'
import { signInSomebody } from './signed-in.ts'
import {
  eachTime,
  as,
  desktop,
  expect,
  expectAccessible,
  expectCalm,
  languages,
  looks,
  openHome,
  readyForOffline,
  saying,
  test,
  texts,
  variations,
} from './shopper.ts'

const t = texts.ua

const heart = (page: Page, place = 0) => likeButton(productCards(page)).nth(place)
const badge = (page: Page) => badgeOf(favouritesButton(page))

async function likedByShop(page: Page): Promise<string[]> {
  const liked: { slug: string }[] = await page.evaluate(async () => (await fetch('/api/users/liked-products')).json())
  return liked.map(({ slug }) => slug)
}

for (const language of languages) {
  test(
    `a like and its taking back: heart, count, badge, notices and the panel in ${language}`,
    eachTime(language === 'en'),
    async ({ visit }) => {
      const l = texts[language]
      const { page, complaints } = await visit({ language, size: desktop })
      await signInSomebody(page)
      await openHome(page)
      const before = Number(await heart(page).innerText())
      const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
      await page.route('**/like', async (route) => {
        await answered
        await route.continue()
      })

      await heart(page).click()
      await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
      await expect(heart(page)).toHaveText(`${before + 1}`)
      await expect(toast(page)).toHaveCount(0)
      answer()
      await expect(toast(page)).toContainText(saying(l.favourites.added))
      await expect(badge(page)).toHaveText('1')

      await favouritesButton(page).click()
      const panel = page.getByRole('dialog')
      await expect(panel.getByRole('listitem')).toHaveCount(1)
      await expect(prices(panel)).toHaveText(/^[^.,]*\d[^.,]*$/)
      await likeButton(panel).click()
      await expect(panel.getByRole('heading', { name: as(l.favourites.empty) })).toBeVisible()
      await expect(toast(page)).toContainText(saying(l.favourites.removed))
      await expect(badge(page)).toHaveCount(0)
      expect(await likedByShop(page)).toEqual([])
      await expectCalm(page, 'favourites')
      expect(complaints).toEqual([])
    },
  )
}

test('a double click ends as it began, ten times, and the shop agrees', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  await signInSomebody(page)
  await openHome(page)
  let waitMs = 0
  let onTheirWay = 0
  await page.route('**/like', async (route) => {
    onTheirWay += 1
    await new Promise((go) => setTimeout(go, waitMs))
    await route.continue()
  })
  const isOver = (request: { url(): string }) => (onTheirWay -= Number(request.url().endsWith('/like')))
  page.on('requestfinished', isOver)
  page.on('requestfailed', isOver)
  for (let turn = 0; turn < 10; turn += 1) {
    waitMs = turn * 20
    await heart(page).dblclick()
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'false')
    await expect.poll(() => onTheirWay).toBe(0)
    await expect.poll(() => likedByShop(page)).toEqual([])
  }

  await expect.poll(() => likedByShop(page)).toEqual([])
})

test('what the shop does not take is undone and said', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  await signInSomebody(page)
  await openHome(page)
  const before = await heart(page).innerText()
  await page.route('**/like', (route) => route.abort())
  await heart(page).click()

  await expect(page.getByRole('alert')).toContainText(saying(t.favourites.failed))
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'false')
  await expect(heart(page)).toHaveText(before)
  await expect(badge(page)).toHaveCount(0)
})

test('two tabs of one person show the same hearts', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  await signInSomebody(page)
  await openHome(page)
  const other = await page.context().newPage()
  await openHome(other)
  await heart(page, 1).click()

  await expect(heart(other, 1)).toHaveAttribute('aria-pressed', 'true')
  await favouritesButton(other).click()
  await expect(other.getByRole('dialog').getByRole('listitem')).toHaveCount(1)
  await heart(page, 2).click()
  await expect(other.getByRole('dialog').getByRole('listitem')).toHaveCount(2)
})

test('they are read without a network, as they were last; a like needs one and says so', async ({ visit }) => {
  const { page } = await visit({ size: desktop, worker: true })
  await signInSomebody(page)
  await openHome(page)
  await heart(page).click()
  await expect(toast(page)).toContainText(saying(t.favourites.added))
  await readyForOffline(page)
  await page.context().setOffline(true)
  await page.reload()

  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
  await favouritesButton(page).click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('dialog')).toContainText(saying(t.mine.lastCopy))
  await likeButton(page.getByRole('dialog')).click()
  await expect(page.getByRole('alert')).toContainText(saying(t.mine.refused.unreachable))
  await expect(likeButton(page.getByRole('dialog'))).toHaveAttribute('aria-pressed', 'true')
})

test('a session that is over: said, and the sign-in dialog after half a second', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  await signInSomebody(page)
  // What else would hear of it has been asked before.
  await Promise.all([page.waitForResponse('**/liked-products'), page.waitForResponse('**/api/cart'), openHome(page)])
  await page.context().clearCookies()
  await heart(page).click()

  await expect(toast(page)).toContainText(saying(t.mine.signedOutText))
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'false')
  expect(await page.evaluate(() => localStorage.getItem('tsedra.person'))).toBeNull()
})

test('a guest hears that an account is needed, in words of their language', async ({ visit }) => {
  for (const language of variations(...languages)) {
    const { page } = await visit({ language })
    await openHome(page)
    await heart(page).click()

    await expect(toast(page)).toContainText(saying(texts[language].mine.loginForFavourites))
    await expect(page.getByRole('dialog')).toBeVisible()
  }
})

for (const [place, { language, theme, size }] of looks.entries()) {
  test(
    `the favourites in ${language}, ${theme}, ${size.width} wide: nothing for axe, nothing sticks out`,
    eachTime(place === 2),
    async ({ visit }) => {
      const { page, complaints } = await visit({ language, theme, size })
      await signInSomebody(page)
      await openHome(page)
      for (const place of [0, 1, 2]) await heart(page, place).click()
      await expect(badge(page)).toHaveText('3')
      await favouritesButton(page).click()
      await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(3)
      await toast(page).waitFor({ state: 'detached' })
      await page.screenshot({ path: `test-results/favourites-${theme}-${size.width}-${language}.png` })

      await expectAccessible(page, 'favourites', 'dialog')
      await expectCalm(page, 'favourites')
      expect(complaints).toEqual([])
    },
  )
}
