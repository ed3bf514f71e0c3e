import type { Page } from '@playwright/test'
import {
  featured,
  prices,
  productCards,
  productDetails,
  productLinks,
  productTotal,
  toast,
  topBar,
} from './harness/locators.ts'
import { repriced } from './database.ts'
import { type FaultProxy, startFaultProxy } from './harness/fault-proxy.ts'
import {
  eachTime,
  isThorough,
  desktop,
  expect,
  expectCalm,
  type Language,
  languages,
  saying,
  shopUrl,
  test as base,
  texts,
} from './shopper.ts'

/** The shop behind a network that fails when told so. */
const test = base.extend<{ net: FaultProxy }>({
  // Playwright reads what a fixture needs from its first parameter.
  // oxlint-disable-next-line no-empty-pattern
  net: async ({}, lend) => {
    await using net = await startFaultProxy({ target: Number(new URL(shopUrl()).port) })
    net.scope = 'everything'
    await lend(net)
  },
})

// They change prices of one shop: one after the other.
test.describe.configure({ mode: 'default' })

interface Listed {
  products: { id: string; slug: string; price: string; translations: { name: string }[] }[]
}

const askShop = async (path: string): Promise<Listed> => (await (await fetch(shopUrl() + path)).json()) as Listed

test('once the catalogue is kept, every product, category order and search is there without the shop, in every language', async ({
  visit,
  net,
}) => {
  const { page } = await visit({ size: desktop, worker: true })
  await page.goto(net.url)
  await kept(page, ...languages)
  const [category] = (await (await fetch(`${shopUrl()}/api/categories`)).json()) as { id: string; slug: string }[]
  if (!category) throw new Error('an empty shop')
  // The code of the screens is fetched once; what they show is not.
  await go(page, '/product/nothing-of-the-kind')
  await expect(page.locator('main').getByText(texts.ua.product.missing)).toBeVisible()
  await go(page, '/category/nothing-of-the-kind')
  await expect(page.locator('main').getByText(texts.ua.category.missing)).toBeVisible()
  await go(page, '/?search=zzzz')
  await expect(page.getByRole('heading', { name: saying('zzzz'), level: 1 })).toBeVisible()
  for (const language of languages) await speak(page, language)

  net.mode = 'down'

  for (const language of languages) {
    await speak(page, language)
    const { products } = await askShop(`/api/products?lang=${language}`)
    for (const { slug, translations } of isThorough || language === 'ua' ? products : products.slice(0, 3)) {
      await go(page, `/product/${slug}`)
      await expect(page.locator('h1')).toHaveText(translations[0]?.name ?? '')
      await expect(productTotal(page)).toBeVisible()
    }
    for (const search of ['limon', 'kbvjy', 'троянда', 'chips']) {
      await go(page, `/?search=${search}`)
      await expectListed(page, `/api/products?lang=${language}&search=${encodeURIComponent(search)}`)
    }
    await go(page, `/category/${category.slug}?sort=-price`)
    await expectListed(page, `/api/products?lang=${language}&categoryId=${category.id}&sort=-price`)
  }
  await go(page, '/product/never-heard-of-it')
  await expect(page.locator('main').getByText(texts.en.product.missing)).toBeVisible()
})

test('a product that is newer than the kept catalogue is asked of the shop', async ({ visit, net }) => {
  const { page } = await visit({ worker: true })
  await page.goto(net.url)
  await kept(page, 'ua')
  const asked = page.waitForRequest(/\/api\/products\/brand-new/)

  await go(page, '/product/brand-new')

  await asked
})

test('a second visit asks the shop for nothing but whether something is new, and that weighs less than 1 KB', async ({
  visit,
  net,
}) => {
  const { page, complaints } = await visit({ worker: true })
  await page.goto(net.url)
  await kept(page, ...languages)
  const { version } = await stored(page)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname)
  })
  const looked = page.waitForResponse(/\/api\/catalogue\/ua$/)

  await page.reload()

  const answer = await looked
  const { responseHeadersSize, responseBodySize } = await answer.request().sizes()
  // Likes make a new version each minute, and that is something new.
  const isNew = answer.status() === 200 && ((await answer.json()) as { version: number }).version > version
  if (!isNew) {
    expect(answer.status()).toBe(304)
    expect(responseHeadersSize + responseBodySize).toBeLessThan(1_024)
  }
  await expect(productCards(page, featured(page))).toHaveCount(4)
  expect([...new Set(asked)].filter((path) => !path.startsWith('/api/catalogue/'))).toEqual([])
  expect(complaints).toEqual([])
})

for (const fault of ['truncate', 'portal', '502', 'down'] as const)
  test(
    `${fault}: the kept catalogue stays whole, and the new one comes by itself when the network is well again`,
    eachTime(fault === 'truncate' || fault === 'down'),
    async ({ visit, net }) => {
      const { page } = await visit({ worker: true })
      await page.goto(net.url)
      await kept(page, ...languages)
      const before = await stored(page)
      await using _ = await repriced((await askShop('/api/products')).products[4]?.slug ?? '')
      net.mode = fault

      await lookAgain(page)

      expect(await stored(page)).toEqual(before)
      // Nothing says that it is well again: the page looks by itself.
      net.mode = 'pass'
      await expect.poll(async () => (await stored(page)).version).toBeGreaterThan(before.version)
      expect((await stored(page)).products).toBe(before.products)
    },
  )

test('a changed price is on the screen after the next look, is said, and nothing moves', async ({ visit, net }) => {
  const { page } = await visit({ worker: true })
  await page.goto(net.url)
  await kept(page, ...languages)
  const [product] = (await askShop('/api/products?lang=ua')).products.slice(-1)
  if (!product) throw new Error('an empty shop')
  await go(page, `/product/${product.slug}`)
  const price = productTotal(page)
  const before = await price.innerText()
  await using _ = await repriced(product.slug)

  await lookAgain(page)

  await expect(toast(page)).toContainText(texts.ua.renewed.title)
  await expect(price).not.toHaveText(before)
  await expectCalm(page, 'after the update')
})

test('where one price has changed, one card is drawn', async ({ visit, net }) => {
  const { page } = await visit({ worker: true })
  await page.goto(`${net.url}/category/citrus-chips`)
  await kept(page, ...languages)
  const card = productCards(page).filter({ has: page.locator('a[href^="/product/orange-chips"]') })
  const before = await prices(card).innerText()
  await page.evaluate(() => {
    const drawn = new Set<Element>()
    Object.assign(window, { drawn })
    // React writes the type of a field whenever it draws it.
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const card = (target as Element).closest('article')
        if (card) drawn.add(card)
      }
    }).observe(document, { subtree: true, attributeFilter: ['type'] })
  })
  await using _ = await repriced('orange-chips')

  await lookAgain(page)

  await expect(prices(card)).not.toHaveText(before)
  expect(await page.evaluate(() => (window as unknown as { drawn: Set<Element> }).drawn.size)).toBe(1)
})

test('what a look has found is shown also when another language is chosen meanwhile', async ({ visit, net }) => {
  const { page } = await visit({ size: desktop, worker: true })
  await page.goto(net.url)
  await kept(page, ...languages)
  const [product] = (await askShop('/api/products?lang=ua')).products.slice(-1)
  if (!product) throw new Error('an empty shop')
  await go(page, `/product/${product.slug}`)
  const price = productTotal(page)
  const before = await price.innerText()
  await using _ = await repriced(product.slug)
  const chosen = Promise.withResolvers<void>()
  await page.route('**/api/catalogue/ua', async (route) => {
    await chosen.promise
    await route.continue()
  })

  const looked = lookAgain(page)
  await speak(page, 'ru')
  chosen.resolve()
  await looked
  await speak(page, 'ua')

  await expect(price).not.toHaveText(before)
})

test('what the HTML has told in another language is not believed once the shop has told more', async ({
  visit,
  net,
}) => {
  const { page } = await visit({ size: desktop, language: 'ru', worker: true })
  await page.goto(net.url)
  await kept(page, ...languages)
  const inWindow = (await askShop('/api/products?lang=ua&featured=true')).products
  const product = inWindow.find(({ slug }) => slug === 'orange-chips')
  if (!product) throw new Error('no orange in the window')
  await using _ = await repriced(product.slug)
  await lookAgain(page)

  await speak(page, 'ua')

  const card = productCards(page, featured(page)).filter({
    has: page.locator(`a[href="/product/${product.slug}"]`),
  })
  await expect(prices(card)).toHaveText(saying(`${Number(product.price) + 1},00`))
})

test('a picture whose large rendition does not come is shown as its thumbnail', async ({ visit, net }) => {
  const { page } = await visit({ worker: true })
  await page.route(/\/media\/(?!.*\.320\.webp$)/, (route) => route.abort())
  const [product] = (await askShop('/api/products')).products
  await page.goto(`${net.url}/product/${product?.slug}`)
  const picture = productDetails(page).getByRole('img').first()

  await expect(picture).toHaveAttribute('src', /\.320\.webp$/)
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
})

/** Goes to an address of the shop without loading the page anew. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** Waits until the catalogue is kept in these languages. */
async function kept(page: Page, ...wanted: Language[]): Promise<void> {
  for (const language of wanted)
    await page.waitForFunction((lang) => localStorage.getItem(`tsedra.snapshot.${lang}`) !== null, language)
}

/** Ten minutes later the network comes and goes: waits until the look has ended. */
async function lookAgain(page: Page): Promise<void> {
  const isLook = (request: { url(): string }) => request.url().endsWith('/api/catalogue/ua')
  const ended = Promise.race([page.waitForEvent('requestfinished', isLook), page.waitForEvent('requestfailed', isLook)])
  await page.evaluate(() => {
    localStorage.setItem('tsedra.snapshot.ua', '1')
    dispatchEvent(new Event('online'))
  })
  await ended
}

async function speak(page: Page, language: Language): Promise<void> {
  await topBar(page).getByRole('button', { name: language.toUpperCase() }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'ua' ? 'uk' : language)
}

/** The screen shows what the shop itself lists, in the same order. */
async function expectListed(page: Page, address: string): Promise<void> {
  const { products } = await askShop(address)
  const links = productLinks(page)
  await expect
    .poll(async () => [...new Set(await links.evaluateAll((all) => all.map((each) => each.getAttribute('href'))))])
    .toEqual(products.map(({ slug }) => `/product/${slug}`))
}

function stored(page: Page): Promise<{ version: number; products: number }> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('tsedra-data')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('catalogue').objectStore('catalogue').get('ua')
          reading.onsuccess = () => {
            opening.result.close()
            const { version, data } = reading.result as { version: number; data: { products: unknown[] } }
            resolve({ version, products: data.products.length })
          }
        }
      }),
  )
}
