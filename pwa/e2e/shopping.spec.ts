import { seller } from '@tsedra/contract/seller'
import {
  likeButton,
  packageChoice,
  productCount,
  productDetails,
  productLinks,
  productNames,
  productTotal,
  toasts,
  toastRegion,
  searchField,
  topBar,
} from './harness/locators.ts'
import {
  exactText,
  desktop,
  thoroughUnless,
  expect,
  expectAccessible,
  expectStable,
  keepToasts,
  languages,
  containingText,
  waitForNetworkIdle,
  waitForOfflineReady,
  test,
  messagesByLanguage,
} from './fixtures.ts'

const t = messagesByLanguage.ua

test('the price follows the package: ×1, ×1.8, ×8, ×15', async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/product/lemon-chips')
  const price = productTotal(page)

  const visibleToast: string[] = []
  for (const scrollBefore of [0, 1, 2, 3]) {
    await packageChoice(productDetails(page)).nth(scrollBefore).check()
    visibleToast.push((await price.innerText()).replace(/\s/g, ' '))
  }

  expect(visibleToast).toEqual(['119,00 ₴', '214,20 ₴', '952,00 ₴', '1 785,00 ₴'])
})

test('a guest who likes a product or fills a cart reads that an account is needed, with a link to sign in', async ({
  visit,
}) => {
  const { page } = await visit({ size: desktop })
  await page.goto('/')
  await likeButton(page).first().click()

  await expect(toasts(page)).toContainText(t.mine.loginRequired)
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('only one toast is visible; a swipe of 50 px to the right dismisses it', async ({ visit }) => {
  const { page } = await visit({ size: desktop, motion: true })
  await keepToasts(page)
  await page.goto('/')
  await likeButton(page).first().click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  // It moves from the dialog, which goes, to the page.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const visibleToast = toasts(page)
  await expect(visibleToast).toHaveCount(1)
  await visibleToast.hover()

  const box = await visibleToast.boundingBox()
  if (!box) throw new Error('no notice')
  await page.mouse.move(box.x + 60, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 130, box.y + 20, { steps: 5 })
  await page.mouse.up()

  await expect(visibleToast).toHaveCount(0)
})

test('F8 focuses the toasts', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  await page.goto('/')
  await likeButton(page).first().click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('F8')

  await expect(toastRegion(page)).toBeFocused()
})

test('language and theme are remembered on the device', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  await page.goto('/product/lemon-chips')
  await topBar(page).getByRole('button', { name: 'EN', exact: true }).click()
  await expect(page.locator('h1')).toHaveText('Lemon Chips')
  await page.getByRole('button', { name: messagesByLanguage.en.theme.label }).click()
  await page.getByRole('menuitemradio', { name: messagesByLanguage.en.theme.dark }).click()

  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(
    await page.evaluate(() => [localStorage.getItem('tsedra.lang'), localStorage.getItem('tsedra.theme')]),
  ).toEqual(['en', 'dark'])
})

test('searching nothing leads nowhere; searching something leads home with it', async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/')
  const field = searchField(page)
  await field.fill('   ')
  await field.press('Enter')
  expect(new URL(page.url()).search).toBe('')
  await field.fill(' kbvjy ')
  await field.press('Enter')

  await expect(productNames(page).first()).toHaveText(/Лимон/)
  expect(new URL(page.url()).searchParams.get('search')).toBe('kbvjy')

  await field.fill('')
  await field.press('Enter')
  await expect(page).not.toHaveURL(/search=/)
})

test('the newsletter shows an invalid address in the page and focuses it, not in the browser’s bubble', async ({
  visit,
}) => {
  for (const language of languages) {
    const { news } = messagesByLanguage[language]
    const { page } = await visit({ language })
    await page.goto('/')
    await waitForNetworkIdle(page)
    const newsletter = page.getByRole('region', { name: exactText(news.title) })
    const email = newsletter.getByRole('textbox')
    for (const [typed, error] of [
      ['', news.missing],
      ['bar@', news.wrong],
    ] as const) {
      await email.fill(typed)
      await newsletter.getByRole('button').click()
      await expect(email).toBeFocused()
      await expect(email).toHaveAttribute('aria-invalid', 'true')
      await expect(email).toHaveAccessibleDescription(exactText(error))
    }
    await expectAccessible(page, `newsletter with an error, ${language}`)
    await email.fill('bar@example.com')
    await expect(email).toHaveAttribute('aria-invalid', 'false')
    await expect(newsletter).not.toContainText(news.wrong)
  }
})

test('screen readers read a price as one number with its currency', async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/product/lemon-chips')
  await packageChoice(productDetails(page)).nth(3).check()
  await expect(page.getByTestId('product-total')).toMatchAriaSnapshot('- text: 1785 грн')
})

test('the newsletter thanks after a second and makes no call', async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/')
  await waitForNetworkIdle(page)
  const calls: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && calls.push(request.url()))
  const newsletter = page.getByRole('region', { name: exactText(t.news.title) })
  await newsletter.getByRole('textbox').fill('bar@example.com')
  await newsletter.getByRole('button').click()

  await expect(toasts(page)).toContainText('Дякуємо')
  await expect(newsletter.getByRole('textbox')).toHaveValue('')
  expect(calls).toEqual([])
})

test('a category on a desktop: a head as tall as its picture wants, how many products there are, and what they are', async ({
  visit,
}) => {
  const { page } = await visit({ size: desktop })
  await page.goto('/category/citrus-chips')

  await waitForNetworkIdle(page)
  const count = await productNames(page).count()
  await expect(productCount(page)).toHaveText(containingText(String(count)))
  await expect(page.getByRole('region', { name: t.foot.products, exact: true })).toBeVisible()
  expect((await page.locator('main header img').boundingBox())?.height).toBeGreaterThanOrEqual(360)
})

for (const language of languages) {
  test(
    `the contacts say who sells, and what is kept of people, in ${language}`,
    thoroughUnless(language === 'ua'),
    async ({ visit }) => {
      const { page } = await visit({ language })
      await page.goto('/contacts')

      const main = page.locator('main')
      for (const sellerDetail of [seller.name[language], seller.registration, seller.address[language], '24'])
        await expect(main).toContainText(containingText(sellerDetail))
      await page.locator('main a[href^="/privacy"]').click()
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(/./)
      await expect(main).toContainText('24')
    },
  )
}

test('/products/… is another spelling of the product page', async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/products/lemon-chips')

  await page.waitForURL('**/product/lemon-chips')
})

// A reader whose language differs from the address's receives no inlined responses.
test('a screen that failed to load shows an error, and a retry loads it', async ({ visit }) => {
  const { page } = await visit({ language: 'ru' })
  // The kept catalogue too: once it is here, the screen mends itself.
  await page.route('**/api/**', (route) => route.abort())
  await page.goto('/product/lemon-chips')
  await expect(page.getByRole('alert')).toContainText(messagesByLanguage.ru.error.title.split(' ')[0] ?? '')
  await page.unroute('**/api/**')
  await page.getByRole('button', { name: exactText(messagesByLanguage.ru.action.retry) }).click()

  await expect(page.locator('h1')).toBeVisible()
})

test('a captive portal’s page is no answer: nothing breaks, trying again is offered', async ({ visit }) => {
  const { page } = await visit({ language: 'ru' })
  await page.route('**/api/**', (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<html>Log in</html>' }),
  )
  await page.goto('/category/citrus-chips')

  await expect(page.getByRole('alert')).toBeVisible()
})

for (const path of ['/', '/category/citrus-chips', '/product/orange-chips']) {
  test(`${path} sends its requests before its script has loaded, each of them once`, async ({ visit }) => {
    const { page } = await visit({ language: 'ru' })
    const requestedPaths: string[] = []
    let isScriptLoaded = false
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith('/api/')) requestedPaths.push(pathname + search)
    })
    await page.route(/\/assets\/core-/, async (route) => {
      await expect.poll(() => requestedPaths.length).toBeGreaterThanOrEqual(2)
      isScriptLoaded = true
      await route.continue()
    })

    await page.goto(path)
    await expect(page.locator('main h1')).not.toBeEmpty()
    await page.waitForLoadState('networkidle')

    expect(isScriptLoaded).toBe(true)
    expect(requestedPaths.toSorted()).toEqual([...new Set(requestedPaths)].toSorted())
  })
}

test('a screen one goes to begins at its top; going back returns to where one was, at the end of the page too', async ({
  visit,
}) => {
  const { page } = await visit()
  await page.goto('/product/lemon-chips')
  const neighbour = productLinks(page).last()
  await neighbour.scrollIntoViewIfNeeded()
  const scrollBefore = await page.evaluate(async () => {
    scrollTo(0, document.documentElement.scrollHeight)
    // The page receives a scroll event with the next frame, as with a real scroll.
    await new Promise((resolve) => addEventListener('scroll', resolve, { once: true }))
    return scrollY
  })
  expect(scrollBefore).toBeGreaterThan(0)
  await neighbour.evaluate((link: HTMLElement) => link.click())
  await expect(page).not.toHaveURL(/lemon-chips/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)

  await page.goBack()
  await expect(page).toHaveURL(/lemon-chips/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrollBefore)
})

for (const { path, part, worker } of [
  { path: '/', part: 0.4, worker: false },
  { path: '/', part: 0.4, worker: true },
  { path: '/category/citrus-chips', part: 1, worker: true },
  { path: '/product/lemon-chips', part: 0.3, worker: true },
]) {
  const source = worker ? 'service worker' : 'server'
  test(`a reload of ${path} from the ${source} returns to ${100 * part} % of the page`, async ({ visit }) => {
    const { page } = await visit({ worker })
    const readPosition = () => page.evaluate(() => Math.round(scrollY))
    await page.goto(path)
    if (worker) await waitForOfflineReady(page)
    await expect(productNames(page).last()).toBeVisible()
    await waitForNetworkIdle(page)
    await page.evaluate(
      (ratio) => scrollTo({ top: document.documentElement.scrollHeight * ratio, behavior: 'instant' }),
      part,
    )
    await page.evaluate(() => new Promise(requestAnimationFrame))
    const scrollBefore = await readPosition()
    expect(scrollBefore).toBeGreaterThan(500)

    await page.reload()

    await expect.poll(readPosition).toBe(scrollBefore)
    await waitForNetworkIdle(page)
    expect(await readPosition()).toBe(scrollBefore)
    await expectStable(page, path)
  })
}

test('an address that is opened again begins at its top', async ({ visit }) => {
  const { page } = await visit({ worker: true })
  await page.goto('/')
  await waitForOfflineReady(page)
  await page.evaluate(() => scrollTo({ top: 1_500, behavior: 'instant' }))
  const pageTitle = page.getByRole('main').getByRole('heading', { level: 1 })
  await page.goto('/contacts')
  await expect(pageTitle).toBeVisible()

  await page.goto('/')

  await expect(productNames(page).last()).toBeVisible()
  await waitForNetworkIdle(page)
  expect(await page.evaluate(() => scrollY)).toBe(0)

  await page.goBack()
  await expect(pageTitle).toBeVisible()
  await page.goBack()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(1_500)
})
