import type { Page } from '@playwright/test'
import {
  featured,
  prices,
  productCards,
  productDetails,
  productLinks,
  productTotal,
  toasts,
  topBar,
} from './harness/locators.ts'
import { raisePriceTemporarily } from './database.ts'
import { test as base } from './own-shop.ts'
import { type FaultProxy, startFaultProxy } from './harness/fault-proxy.ts'
import {
  thoroughUnless,
  isThorough,
  desktop,
  expect,
  expectStable,
  type Language,
  languages,
  containingText,
  shopUrl,
  messagesByLanguage,
} from './fixtures.ts'

/** The shop behind a network that fails on command. */
const test = base.extend<{ net: FaultProxy }>({
  // Playwright reads what a fixture needs from its first parameter.
  // oxlint-disable-next-line no-empty-pattern
  net: async ({}, provide) => {
    await using net = await startFaultProxy({ target: Number(new URL(shopUrl()).port) })
    net.scope = 'everything'
    await provide(net)
  },
})

// They change prices of one shop: one after the other.
test.describe.configure({ mode: 'default' })

interface ProductList {
  products: { id: string; slug: string; price: string; translations: { name: string }[] }[]
}

const fetchFromShop = async (requestPath: string): Promise<ProductList> =>
  (await (await fetch(shopUrl() + requestPath)).json()) as ProductList

test('once the catalogue is kept, every product, category order and search is there without the shop, in every language', async ({
  visit,
  net,
}) => {
  const { page } = await visit({ size: desktop, worker: true })
  await page.goto(net.url)
  await waitUntilStored(page, ...languages)
  const [category] = (await (await fetch(`${shopUrl()}/api/categories`)).json()) as { id: string; slug: string }[]
  if (!category) throw new Error('an empty shop')
  // The code of the screens is fetched once; what they show is not.
  await navigateTo(page, '/product/nothing-of-the-kind')
  await expect(page.locator('main').getByText(messagesByLanguage.ua.product.missing)).toBeVisible()
  await navigateTo(page, '/category/nothing-of-the-kind')
  await expect(page.locator('main').getByText(messagesByLanguage.ua.category.missing)).toBeVisible()
  await navigateTo(page, '/?search=zzzz')
  await expect(page.getByRole('heading', { name: containingText('zzzz'), level: 1 })).toBeVisible()
  for (const language of languages) await switchLanguage(page, language)

  net.mode = 'down'

  for (const language of languages) {
    await switchLanguage(page, language)
    const { products } = await fetchFromShop(`/api/products?lang=${language}`)
    for (const { slug, translations } of isThorough || language === 'ua' ? products : products.slice(0, 3)) {
      await navigateTo(page, `/product/${slug}`)
      await expect(page.locator('h1')).toHaveText(translations[0]?.name ?? '')
      await expect(productTotal(page)).toBeVisible()
    }
    for (const search of ['limon', 'kbvjy', 'троянда', 'chips']) {
      await navigateTo(page, `/?search=${search}`)
      await expectListedProducts(page, `/api/products?lang=${language}&search=${encodeURIComponent(search)}`)
    }
    await navigateTo(page, `/category/${category.slug}?sort=-price`)
    await expectListedProducts(page, `/api/products?lang=${language}&categoryId=${category.id}&sort=-price`)
  }
  await navigateTo(page, '/product/never-heard-of-it')
  await expect(page.locator('main').getByText(messagesByLanguage.en.product.missing)).toBeVisible()
})

test('a product that is newer than the kept catalogue is fetched from the shop', async ({ visit, net }) => {
  const { page } = await visit({ worker: true })
  await page.goto(net.url)
  await waitUntilStored(page, 'ua')
  const requestedPaths = page.waitForRequest(/\/api\/products\/brand-new/)

  await navigateTo(page, '/product/brand-new')

  await requestedPaths
})

test('a second visit only revalidates the catalogue, with less than 1 KB', async ({ visit, net }) => {
  const { page, pageErrors } = await visit({ worker: true })
  await page.goto(net.url)
  await waitUntilStored(page, ...languages)
  const { version } = await readStoredCatalogue(page)
  const requestedPaths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) requestedPaths.push(pathname)
  })
  const refreshed = page.waitForResponse(isCatalogueRequest)

  await page.reload()

  const response = await refreshed
  const { responseHeadersSize, responseBodySize } = await response.request().sizes()
  // Likes make a new version each minute, and that is something new.
  const hasNewVersion = response.status() === 200 && ((await response.json()) as { version: number }).version > version
  if (!hasNewVersion) {
    expect(response.status()).toBe(304)
    expect(responseHeadersSize + responseBodySize).toBeLessThan(1_024)
  }
  await expect(productCards(page, featured(page))).toHaveCount(4)
  expect([...new Set(requestedPaths)].filter((path) => !path.startsWith('/api/catalogue/'))).toEqual([])
  expect(pageErrors).toEqual([])
})

for (const fault of ['truncate', 'portal', '502', 'down'] as const)
  test(
    `${fault}: the kept catalogue stays whole, and the new one comes by itself when the network is well again`,
    thoroughUnless(fault === 'truncate' || fault === 'down'),
    async ({ visit, net }) => {
      const { page } = await visit({ worker: true })
      await page.goto(net.url)
      await waitUntilStored(page, ...languages)
      const before = await readStoredCatalogue(page)
      await using _ = await raisePriceTemporarily((await fetchFromShop('/api/products')).products[4]?.slug ?? '')
      net.mode = fault

      await triggerRefresh(page)

      expect(await readStoredCatalogue(page)).toEqual(before)
      // No event reports the recovery: the page polls.
      net.mode = 'pass'
      await expect.poll(async () => (await readStoredCatalogue(page)).version).toBeGreaterThan(before.version)
      expect((await readStoredCatalogue(page)).products).toBe(before.products)
    },
  )

test('a changed price is fetched alone, and shown after the next check, with a toast, and without layout shift', async ({
  visit,
  net,
}) => {
  const { page } = await visit({ worker: true })
  await page.goto(net.url)
  await waitUntilStored(page, ...languages)
  const [product] = (await fetchFromShop('/api/products?lang=ua')).products.slice(-1)
  if (!product) throw new Error('an empty shop')
  await navigateTo(page, `/product/${product.slug}`)
  const price = productTotal(page)
  const before = await price.innerText()
  await using _ = await raisePriceTemporarily(product.slug)
  const refreshed = page.waitForResponse(isCatalogueRequest)

  await triggerRefresh(page)

  const delta = (await (await refreshed).json()) as ProductList
  expect(delta.products.map(({ slug }) => slug)).toEqual([product.slug])
  await expect(toasts(page)).toContainText(messagesByLanguage.ua.renewed.title)
  await expect(price).not.toHaveText(before)
  await expectStable(page, 'after the update')
})

test('where one price has changed, one card is drawn', async ({ visit, net }) => {
  const { page } = await visit({ worker: true })
  await page.goto(`${net.url}/category/citrus-chips`)
  await waitUntilStored(page, ...languages)
  const card = productCards(page).filter({ has: page.locator('a[href^="/product/mandarin-chips"]') })
  const before = await prices(card).innerText()
  await page.evaluate(() => {
    const drawnCards = new Set<Element>()
    Object.assign(window, { drawnCards })
    // React writes the type of a field whenever it draws it.
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const card = (target as Element).closest('article')
        if (card) drawnCards.add(card)
      }
    }).observe(document, { subtree: true, attributeFilter: ['type'] })
  })
  await using _ = await raisePriceTemporarily('mandarin-chips')

  await triggerRefresh(page)

  await expect(prices(card)).not.toHaveText(before)
  expect(await page.evaluate(() => (window as unknown as { drawnCards: Set<Element> }).drawnCards.size)).toBe(1)
})

test('changes of a check are shown also when another language is chosen during it', async ({ visit, net }) => {
  const { page } = await visit({ size: desktop, worker: true })
  await page.goto(net.url)
  await waitUntilStored(page, ...languages)
  const [product] = (await fetchFromShop('/api/products?lang=ua')).products.slice(-1)
  if (!product) throw new Error('an empty shop')
  await navigateTo(page, `/product/${product.slug}`)
  const price = productTotal(page)
  const before = await price.innerText()
  await using _ = await raisePriceTemporarily(product.slug)
  const catalogueRequest = Promise.withResolvers<void>()
  await page.route(/\/api\/catalogue\/ua/, async (route) => {
    await catalogueRequest.promise
    await route.continue()
  })

  const refreshed = triggerRefresh(page)
  await switchLanguage(page, 'ru')
  catalogueRequest.resolve()
  await refreshed
  await switchLanguage(page, 'ua')

  await expect(price).not.toHaveText(before)
})

test('inlined data of another language are not used once a newer response has arrived', async ({ visit, net }) => {
  const { page } = await visit({ size: desktop, language: 'ru', worker: true })
  await page.goto(net.url)
  await waitUntilStored(page, ...languages)
  const featuredProducts = (await fetchFromShop('/api/products?lang=ua&featured=true')).products
  const product = featuredProducts.find(({ slug }) => slug === 'pineapple-flowers')
  if (!product) throw new Error('no pineapple in the window')
  await using _ = await raisePriceTemporarily(product.slug)
  await triggerRefresh(page)

  await switchLanguage(page, 'ua')

  const card = productCards(page, featured(page)).filter({
    has: page.locator(`a[href^="/product/${product.slug}"]`),
  })
  await expect(prices(card)).toHaveText(containingText(`${Number(product.price) + 1},00`))
})

test('a picture whose large rendition does not come is shown as its thumbnail', async ({ visit, net }) => {
  const { page } = await visit({ worker: true })
  await page.route(/\/media\/(?!.*\.320\.webp$)/, (route) => route.abort())
  const [product] = (await fetchFromShop('/api/products')).products
  await page.goto(`${net.url}/product/${product?.slug}`)
  const picture = productDetails(page).getByRole('img').first()

  await expect(picture).toHaveAttribute('src', /\.320\.webp$/)
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
})

/** Navigates to an address of the shop without a reload. */
async function navigateTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** Waits until the catalogue is kept in these languages. */
async function waitUntilStored(page: Page, ...expectedLanguages: Language[]): Promise<void> {
  for (const language of expectedLanguages)
    await page.waitForFunction((lang) => localStorage.getItem(`tsedra.snapshot.${lang}`) !== null, language)
}

/** The request of the catalogue in Ukrainian, whole or only what has changed, or its response. */
const isCatalogueRequest = (message: { url(): string }): boolean =>
  new URL(message.url()).pathname === '/api/catalogue/ua'

/** Ten minutes later the network comes and goes: waits until the look has ended. */
async function triggerRefresh(page: Page): Promise<void> {
  const finished = Promise.race([
    page.waitForEvent('requestfinished', isCatalogueRequest),
    page.waitForEvent('requestfailed', isCatalogueRequest),
  ])
  await page.evaluate(() => {
    localStorage.setItem('tsedra.snapshot.ua', '1')
    dispatchEvent(new Event('online'))
  })
  await finished
}

async function switchLanguage(page: Page, language: Language): Promise<void> {
  await topBar(page).getByRole('button', { name: language.toUpperCase() }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'ua' ? 'uk' : language)
}

/** The screen shows what the shop itself lists, in the same order. */
async function expectListedProducts(page: Page, address: string): Promise<void> {
  const { products } = await fetchFromShop(address)
  const links = productLinks(page)
  await expect
    .poll(async () => [
      ...new Set(
        await links.evaluateAll((anchors) =>
          anchors.map((link) => new URL(link.getAttribute('href') ?? '', location.href).pathname),
        ),
      ),
    ])
    .toEqual(products.map(({ slug }) => `/product/${slug}`))
}

function readStoredCatalogue(page: Page): Promise<{ version: number; products: number }> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const openRequest = indexedDB.open('tsedra-data')
        openRequest.onerror = () => reject(openRequest.error)
        openRequest.onsuccess = () => {
          const readRequest = openRequest.result.transaction('catalogue').objectStore('catalogue').get('ua')
          readRequest.onsuccess = () => {
            openRequest.result.close()
            const { version, data } = readRequest.result as { version: number; data: { products: unknown[] } }
            resolve({ version, products: data.products.length })
          }
        }
      }),
  )
}
