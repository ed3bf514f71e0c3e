import { productDetails, stalePricesBar } from './harness/locators.ts'
import { openTestEdge, listChunks, waitForPrecache, currentDeployment } from './deployments.ts'
import { expect, isThorough, phone, shopUrl, test, exactText, messagesByLanguage } from './fixtures.ts'

test('one visit later everything is off: every product opens in three languages with its picture, and shows how old its price is', async ({
  browser,
}) => {
  await using testEdge = await openTestEdge(shopUrl())
  const context = await browser.newContext({ baseURL: testEdge.url, viewport: phone })
  const page = await context.newPage()
  const pageErrors: string[] = []
  page.on('pageerror', (error) => pageErrors.push(error.message))
  await page.goto('/')
  await waitForPrecache(page, listChunks(currentDeployment))
  for (const language of ['ua', 'ru', 'en'])
    await page.waitForFunction((lang) => localStorage.getItem(`tsedra.snapshot.${lang}`), language)
  await expect
    .poll(() =>
      page.evaluate(() => {
        const { have, of } = JSON.parse(localStorage.getItem('tsedra.thumbnails') ?? '{}') as Record<string, number>
        return of !== undefined && have === of
      }),
    )
    .toBe(true)
  const { products } = (await (await fetch(`${shopUrl()}/api/products?limit=100`)).json()) as {
    products: { slug: string }[]
  }
  testEdge.isDown = true
  await context.setOffline(true)

  for (const language of ['ua', 'ru', 'en'] as const) {
    await page.evaluate((lang) => localStorage.setItem('tsedra.lang', lang), language)
    await page.goto('/')
    await expect(stalePricesBar(page)).toHaveText(exactText(messagesByLanguage[language].offline.bar))
    // The clock is the phone's own; the hour may have turned since.
    const hours = await page.evaluate(() =>
      [0, 3_600_000].map((offsetMs) => new Date(Date.now() - offsetMs).getHours()),
    )
    const hourPattern = hours.map((hour) => String(hour).padStart(2, '0')).join('|')
    const priceAge = new RegExp(`(?:${hourPattern}):\\d{2}\\.$`)
    for (const { slug } of isThorough || language === 'ua' ? products : products.slice(0, 3)) {
      await page.evaluate((to) => {
        history.pushState(null, '', to)
        dispatchEvent(new PopStateEvent('popstate'))
      }, `/product/${slug}`)
      await expect(page.locator('main')).toHaveAttribute('tabindex', '-1')
      const picture = productDetails(page).getByRole('img').first()
      await expect(picture, `${slug} in ${language}`).toBeVisible()
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), `${slug} in ${language}`)
        .toBeGreaterThan(0)
      await expect(page.locator('h1')).not.toBeEmpty()
      await expect(productDetails(page).getByText(priceAge)).toBeVisible()
    }
  }
  expect(pageErrors).toEqual([])

  await page.evaluate(() => localStorage.setItem('tsedra.lang', 'ua'))
  await page.goto('/pending')
  const storagePanel = page.getByRole('region', { name: exactText(messagesByLanguage.ua.phone.title) })
  await expect(storagePanel).toContainText(/Фото: (\d+)\sз\s\1/)
  await expect(storagePanel).toContainText('Ціни й наявність на')
  await context.close()
})

test('the whole shop takes less than 15 MB of the phone', async ({ browser }) => {
  await using testEdge = await openTestEdge(shopUrl())
  const context = await browser.newContext({ baseURL: testEdge.url, viewport: phone })
  const page = await context.newPage()
  await page.goto('/')
  await waitForPrecache(page, listChunks(currentDeployment))
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('tsedra.thumbnails')))
    .toMatch(/"have":(\d+),"of":\1/)

  const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)

  expect(usage).toBeGreaterThan(500_000)
  expect(usage).toBeLessThan(15_000_000)
  await context.close()
})
