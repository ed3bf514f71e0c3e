import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { htmlLang } from '@tsedra/contract/language'
import { openLocalEdge } from '../../infra/edge/local-edge.ts'
import { builtPage } from '../../infra/local/page.ts'
import { getFreePort } from '../../infra/local/ports.ts'
import { productLinks, productNames } from './harness/locators.ts'
import {
  containingText,
  desktop,
  expect,
  expectNoOverflow,
  expectStable,
  isThorough,
  languages,
  phone,
  waitForOfflineReady,
  waitForNetworkIdle,
  shopUrl,
  test,
  messagesByLanguage,
  waitForStyleSheets,
} from './fixtures.ts'

/** A phone on which less fits than the hero would like. */
const smallPhone = { width: 360, height: 640 }

/** Public addresses, and their largest heading. */
const addresses = ['/', '/category/citrus-chips', '/product/orange-chips']

test('without scripts the head is right in three languages, and missing pages show it', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: shopUrl(), javaScriptEnabled: false })
  const page = await context.newPage()
  const titles = new Set<string>()
  for (const path of addresses) {
    for (const language of languages) {
      const response = await page.goto(`${path}?lang=${language}`)
      expect(response?.status(), path).toBe(200)
      await expect(page.locator('html')).toHaveAttribute('lang', htmlLang[language])
      titles.add(await page.title())
      const canonical = language === 'ua' ? path : `${path}?lang=${language}`
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', shopUrl() + canonical)
      await expect(page.locator('link[rel="alternate"]')).toHaveCount(4)
      // The script fetches it once the picture has loaded (install.spec.ts): it would compete for bandwidth.
      await expect(page.locator('link[rel="manifest"]')).toHaveCount(0)
      const picture = await page.locator('meta[property="og:image"]').getAttribute('content')
      const selector = await context.request.get(picture ?? '')
      expect([selector.status(), selector.headers()['content-type']], path).toEqual([200, 'image/jpeg'])
    }
  }
  expect(titles.size).toBe(addresses.length * languages.length)
  for (const path of ['/such/a/page', '/product/nothing', '/category/nothing', '/drink/nothing'])
    expect((await page.goto(path))?.status(), path).toBe(404)
  await context.close()
})

for (const path of addresses) {
  test(`${path} sends no API request before it is painted`, async ({ visit }) => {
    for (const size of [phone, desktop]) {
      const { page, pageErrors } = await visit({ size, language: 'ua', motion: true })
      await page.goto(path)
      await expect(page.locator('main h1')).not.toBeEmpty()
      await expect(productNames(page).first()).not.toBeEmpty()

      // Inlined content may not be painted yet.
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length)
      const paint = await page.evaluate(() => {
        const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
        const calls = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/'))
        return { painted, staticPage: calls.filter(({ startTime }) => startTime < painted).map(({ name }) => name) }
      })
      expect(paint).toEqual({ painted: expect.any(Number), staticPage: [] })
      expect(paint.painted).toBeGreaterThan(0)
      await waitForNetworkIdle(page)
      await expectStable(page, path)
      // A picture that was sent for and not shown is remarked upon.
      expect(pageErrors).toEqual([])
    }
  })
}

for (const path of addresses) {
  test(`${path}: the first paint is the screen itself, without Intl calls, and no card of it is rendered again`, async ({
    visit,
  }) => {
    const { page } = await visit({ worker: true })
    await page.addInitScript(recordDrawing)

    await page.goto(path)
    await expect(productNames(page).first()).not.toBeEmpty()
    // The stored catalogue then equals the inlined one.
    await waitForOfflineReady(page)

    expect(await page.evaluate(() => (window as unknown as RecordedDrawing).drawn)).toEqual({
      placeholders: [],
      redrawn: [],
      intl: [],
      fonts: [],
    })
  })
}

interface RecordedDrawing {
  drawn: { placeholders: string[]; redrawn: string[]; intl: string[]; fonts: string[] }
}

/**
 * Records placeholders, whose fields React writes again (it does whenever it draws them), and what
 * calls Intl: the first of it costs more than a screenful of cards (infra/decisions/0014-performance-budgets.md).
 */
function recordDrawing(): void {
  // Not in the content of the HTML, which has no web fonts.
  const card = '#root > :not([data-testid="first-paint"]) article:has(h3):has(input)'
  const recorded: RecordedDrawing['drawn'] = { placeholders: [], redrawn: [], intl: [], fonts: [] }
  Object.assign(window, { drawn: recorded })
  for (const name of ['DateTimeFormat', 'NumberFormat', 'PluralRules'] as const) {
    const construct = (original: new (...args: unknown[]) => object, args: unknown[]) => {
      recorded.intl.push(name)
      return Reflect.construct(original, args) as object
    }
    const original = Intl[name] as new (...args: unknown[]) => object
    Reflect.set(
      Intl,
      name,
      new Proxy(original, { construct: construct, apply: (_, __, args) => construct(original, args) }),
    )
  }
  // Fonts that load after the text cause a second layout of the whole page.
  document.fonts.addEventListener('loadingdone', ({ fontfaces }) => {
    if (document.querySelector(card))
      recorded.fonts.push(...fontfaces.map(({ family, unicodeRange }) => `${family} ${unicodeRange}`))
  })
  const placeholders = [
    'main [role="status"][aria-label]',
    'section[aria-labelledby="categories"] div[aria-hidden]',
    'main header :is(h1, p) > span',
  ].join()
  new MutationObserver((changes) => {
    for (const { type, target, attributeName } of changes) {
      const element = target as Element
      if (type === 'childList')
        recorded.placeholders.push(
          ...[...element.querySelectorAll(placeholders)].map((element) => element.outerHTML.slice(0, 80)),
        )
      else if (attributeName === 'type' && element.closest(card)) recorded.redrawn.push(element.outerHTML)
    }
  }).observe(document, { subtree: true, childList: true, attributeFilter: ['type'] })
}

test('the page starts once its first picture is painted, and also when that picture never comes', async ({ visit }) => {
  const { page } = await visit()
  await page.route(/orange(-small)?-.*\.avif/, () => {})
  // A start after the failure message was triggered by it: the message is painted first then.
  let hasShownError = false
  await page.exposeFunction('apologised', () => (hasShownError = true))
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('#root > [role="alert"]')) (window as unknown as { apologised(): void }).apologised()
    }).observe(document, { childList: true, subtree: true })
  })

  await page.goto('/', { waitUntil: 'commit' })

  await expect(page.locator('main h1')).not.toBeEmpty()
  await expect(productNames(page).first()).not.toBeEmpty()
  expect(hasShownError).toBe(false)
})

test('fonts that do not load do not block the page', async ({ visit }) => {
  const { page } = await visit()
  await page.route('**/*.woff2', (route) => route.abort())

  await page.goto('/')

  await expect(page.locator('main h1')).not.toBeEmpty()
  await expect(page.locator('#root > [role="alert"]')).toHaveCount(0)
})

test('a script that does not load after the picture shows a message with a phone number', async ({ visit }) => {
  const { page } = await visit()
  await page.route(/\/assets\/core-.*\.js/, (route) => route.abort())

  await page.goto('/', { waitUntil: 'load' })

  await expect(page.getByRole('alert').locator('a[href^="tel:"]')).toBeVisible()
  // The content stays readable.
  await expect(page.locator('main h1')).toBeVisible()
  await expect(page.locator('main').getByRole('link').first()).toBeVisible()
})

test('without scripts a visitor reads from the home page to a drink, in one language, and can call', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: shopUrl(), viewport: phone, javaScriptEnabled: false })
  const page = await context.newPage()
  const heading = page.getByRole('heading', { level: 1 })

  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'EN' }).click()
  await expect(heading).toBeVisible()
  await page.locator('main a[href^="/category/citrus-chips"]').first().click()
  await expect(heading).toBeVisible()
  await expect(page.locator('main header p')).toBeVisible()
  await page.locator('main h3 a').first().click()
  await expect(page).toHaveURL(/\/product\/[^?]+\?lang=en$/)
  await expect(heading).toBeVisible()
  await expect(page.getByText('₴').first()).toBeVisible()
  await expect(page.locator('main img').first()).toBeVisible()
  await page.locator('main a[href^="/drink/"]').first().click()
  await expect(page).toHaveURL(/\/drink\/[^?]+\?lang=en$/)
  await expect(heading).toBeVisible()
  await page.getByRole('navigation', { name: 'You are here' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/\?lang=en$/)

  await expect(page.getByRole('contentinfo').locator('a[href^="tel:"]')).toBeVisible()
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Telegram' })).toBeVisible()
  // What does nothing is not shown.
  await expect(page.locator('button:visible, form:visible, svg:visible')).toHaveCount(0)
  await expectNoOverflow(page, 'without scripts')
  await context.close()
})

test('a link’s language lasts as long as its tab, in every link and address; a switch is stored', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: shopUrl(), viewport: phone, serviceWorkers: 'block' })
  const page = await context.newPage()
  const readChoice = () => page.evaluate(() => localStorage.getItem('tsedra.lang'))
  const canonical = page.locator('link[rel="canonical"]')

  await page.goto('/category/citrus-chips?lang=en')
  await expect(productNames(page).first()).toHaveText(/[a-z]/i)
  await expect(page.getByRole('contentinfo').getByRole('link').first()).toHaveAttribute('href', '/?lang=en')
  await productLinks(page).first().click()
  await expect(page).toHaveURL(/\/product\/[^?]+\?lang=en$/)
  await page.goto('/profile')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  expect(await readChoice()).toBeNull()

  await page.goto('/contacts?lang=ru')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  await page.getByRole('button', { name: containingText(messagesByLanguage.ru.language.label) }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(page).toHaveURL(/\/contacts\?lang=en$/)
  await expect(canonical).toHaveAttribute('href', /\/contacts\?lang=en$/)
  await expect.poll(readChoice).toBe('en')
  await page.goBack()
  await expect(page).toHaveURL(/\/profile$/)

  const otherTab = await context.newPage()
  await otherTab.goto('/contacts')
  await expect(otherTab).toHaveURL(/\/contacts\?lang=en$/)
  await context.close()
})

test('a browser without the page’s language is offered another one, until that is closed or taken', async ({
  browser,
}) => {
  const context = await browser.newContext({
    baseURL: shopUrl(),
    viewport: phone,
    locale: 'pl',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  const offer = page.getByRole('complementary', { name: 'View in English?' })

  await page.goto('/contacts')
  await offer.getByRole('button', { name: 'Close' }).click()
  await expect(offer).toHaveCount(0)
  await page.reload()
  await waitForNetworkIdle(page)
  await expect(offer).toHaveCount(0)

  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await offer.getByRole('button', { name: 'View in English?' }).click()
  await expect(page).toHaveURL(/\/contacts\?lang=en$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(messagesByLanguage.en.foot.contact)
  await expect(offer).toHaveCount(0)
  await context.close()
})

/** The screens whose HTML has content. */
const screensWithContent = [
  '/',
  '/category/citrus-chips',
  '/drink/negroni',
  '/drinks',
  '/faq',
  '/product/orange-chips',
  '/product/gin-tonic-set',
]
for (const path of screensWithContent) {
  test(`what the HTML of ${path} shows first stays where it is`, async ({ visit }) => {
    // Only the home page’s hero gives way where less fits.
    for (const size of path === '/' || isThorough ? [phone, desktop, smallPhone] : [phone, desktop]) {
      const { page } = await visit({ size, motion: true })
      // Until its script arrives the page stays as the server has sent it.
      const { promise: isMeasured, resolve: release } = Promise.withResolvers<void>()
      await page.route(/\/assets\/core-/, async (route) => {
        await isMeasured
        await route.continue()
      })
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      await waitForStyleSheets(page)
      const before = await page.evaluate(describeFirstScreen)
      release()
      await expect(page.getByTestId('first-paint')).toHaveCount(0)
      await waitForNetworkIdle(page)
      const after = await page.evaluate(describeFirstScreen)

      expect(before.length, path).toBeGreaterThan(2)
      // The client adds what it mounts when it is idle, and nothing before that.
      const shown = after.filter(({ content }) => before.some((element) => element.content === content))
      expect(shown.map(({ content }) => content)).toEqual(before.map(({ content }) => content))
      // In a system font that no phone has, the headline may have another number of lines.
      const [headline, shownHeadline] = [before, shown].map((elements) =>
        elements.find(({ content }) => content.startsWith('H1 ')),
      )
      const addedHeight = (shownHeadline?.box['height'] ?? 0) - (headline?.box['height'] ?? 0)
      // By less than a pixel: how glyphs are hinted may round a width.
      for (const [index, { content, box }] of before.entries())
        for (const [side, value] of Object.entries(box)) {
          const isMoved = side === 'y' && value > (headline?.box['y'] ?? Number.POSITIVE_INFINITY)
          const isGrown = side === 'height' && content === headline?.content
          const expected = value + (isMoved || isGrown ? addedHeight : 0)
          expect(
            Math.abs((shown[index]?.box[side] ?? NaN) - expected),
            `${side} of ${content} at ${size.width}`,
          ).toBeLessThan(1)
        }
      await expectStable(page, path)
    }
  })
}

/**
 * Returns the headings, texts, packages, links and large pictures of the first screen, in the order of the document. Headings,
 * the texts below them, packages and pictures have boxes: others may wrap elsewhere in the fallback font.
 */
function describeFirstScreen(): { content: string; box: Record<string, number> }[] {
  const boxed = 'h1, header p, fieldset label, img'
  const blocks = `main :is(h1, h2, h3, p, fieldset label), main section > div > div > span img, main [role="group"] > div img`
  return [...document.querySelectorAll<HTMLElement>(blocks)].flatMap((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const links = [...element.querySelectorAll('a')].map((link) => link.getAttribute('href'))
    // Text without a width of its own is wider or narrower in the fallback font.
    const box = element.matches(boxed) ? { x, y, height, ...(element.tagName === 'IMG' && { width }) } : {}
    const content = [element.tagName, element.getAttribute('src'), element.textContent, ...links]
    return y < innerHeight && width > 0 ? [{ content: content.filter(Boolean).join(' '), box }] : []
  })
}

test('words of another language than the phone’s are not shown first', async ({ visit }) => {
  for (const language of languages) {
    const { page } = await visit({ language })
    await page.route(/\/assets\/core-.*\.js/, () => {})
    await page.goto('/category/citrus-chips', { waitUntil: 'commit' })

    const introText = page.getByTestId('first-paint').locator('main header p')
    if (language === 'ua') await expect(introText).toBeVisible()
    else await expect(introText).toBeHidden()
    await expect(introText).not.toBeEmpty()
    await expect(page.getByTestId('first-paint').locator('h1')).toBeHidden()
  }
})

test('after navigation nothing in the head describes the first screen', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  await page.goto('/category/citrus-chips')
  await expect(page.locator('link[rel="canonical"]')).toHaveCount(1)
  await waitForNetworkIdle(page)

  await productLinks(page).first().click()
  await expect(page).toHaveURL(/\/product\//)

  await expect(page.locator('link[rel="canonical"], meta[property], script[type="application/ld+json"]')).toHaveCount(0)
})

test('pages open while the API is unavailable', async ({ browser }) => {
  await using edge = await openLocalEdge({ port: 0, apiPort: await getFreePort(), page: builtPage, media: builtPage })
  const context = await browser.newContext({ baseURL: `http://localhost:${edge.port}`, viewport: phone })
  const page = await context.newPage()

  const response = await page.goto('/product/orange-chips')

  expect(response?.status()).toBe(200)
  expect(await response?.text()).toBe(readFileSync(join(builtPage, 'index.html'), 'utf8'))
  await expect(page.getByRole('alert')).toBeVisible()
  await context.close()
})
