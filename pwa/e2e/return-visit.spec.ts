import { categoryCards, featured, productCards, stalePricesBar } from './harness/locators.ts'
import { listChunks, waitForPrecache, currentDeployment } from './deployments.ts'
import { startFaultProxy } from './harness/fault-proxy.ts'
import { expect, phone, shopUrl, test, messagesByLanguage } from './fixtures.ts'

const chunks = listChunks(currentDeployment)

test('a return visit paints the first screen while neither the database nor the shop answers, and goes on showing it', async ({
  browser,
}) => {
  await using faultProxy = await startFaultProxy({ target: Number(new URL(shopUrl()).port) })
  faultProxy.scope = 'everything'
  const context = await browser.newContext({ baseURL: faultProxy.url, viewport: phone })
  const first = await context.newPage()
  await first.goto('/')
  await waitForPrecache(first, chunks)
  await expect.poll(() => first.evaluate(() => localStorage.getItem('tsedra.firstPaint'))).toContain('featured')
  const names = await productCards(first, featured(first)).getByRole('heading').allInnerTexts()
  // An hour later.
  await first.evaluate(() => localStorage.setItem('tsedra.snapshot.ua', String(Date.now() - 3_600_000)))
  await first.close()
  faultProxy.mode = 'blackhole'

  const page = await context.newPage()
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
  })
  await page.goto('/')

  await expect(productCards(page, featured(page)).getByRole('heading')).toHaveText(names)
  await expect(categoryCards(page).getByRole('heading').first()).not.toBeEmpty()
  // The database times out after three seconds, then the page queries the shop, which does not respond.
  faultProxy.mode = 'down'
  faultProxy.resetHanging()
  await expect(stalePricesBar(page)).toContainText(messagesByLanguage.ua.offline.unanswered)
  await expect(productCards(page, featured(page)).getByRole('heading')).toHaveText(names)
  await expect(categoryCards(page).getByRole('heading').first()).not.toBeEmpty()
  await context.close()
})

test('what is painted first is public: categories and the window, in the language used last', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: shopUrl(), viewport: phone })
  const page = await context.newPage()
  for (const path of ['/product/lemon-chips', '/category/citrus-chips', '/?search=limon', '/']) {
    await page.goto(path)
    await waitForPrecache(page, chunks)
  }
  const readQueryKeys = () =>
    page.evaluate(() => {
      const persisted = JSON.parse(localStorage.getItem('tsedra.firstPaint') ?? 'null') as {
        clientState: { queries: { queryKey: string[] }[]; mutations: unknown[] }
      } | null
      return (
        persisted && [
          ...persisted.clientState.queries.map(({ queryKey }) => queryKey.join()),
          ...persisted.clientState.mutations,
        ]
      )
    })

  await expect.poll(async () => (await readQueryKeys())?.toSorted()).toEqual(['categories,ua', 'featured,ua'])
  await context.close()
})
