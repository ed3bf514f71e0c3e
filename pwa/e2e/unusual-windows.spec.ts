import { launch } from 'puppeteer-core'
import { toast } from './harness/locators.ts'
import { openShopFront } from './deployments.ts'
import { aPhone, fillIn, submit, submitted, tapOrder } from './harness/order-form.ts'
import { expect, expectToFit, saying, shopUrl, test, texts, as } from './shopper.ts'

const t = texts.ua

test('plain http on a name of the local network: the page says what is missing, and an order arrives', async ({
  playwright,
}) => {
  await using front = await openShopFront(shopUrl())
  const executablePath = process.env['HEADLESS_SHELL'] ?? process.env['CHROMIUM'] ?? '/usr/bin/chromium'
  const args = ['--no-sandbox', '--host-resolver-rules=MAP shop.test 127.0.0.1']
  const browser = await playwright.chromium.launch({ executablePath, args })
  const page = await (await browser.newContext({ locale: 'uk-UA' })).newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  const shop = `http://shop.test:${new URL(front.url).port}`
  await page.goto(`${shop}/product/lemon-chips`)
  expect(await page.evaluate(() => [isSecureContext, 'randomUUID' in crypto, 'serviceWorker' in navigator])).toEqual([
    false,
    false,
    false,
  ])
  await expect(toast(page)).toContainText(saying(t.insecure.text))

  await tapOrder(page)
  await fillIn(page, { phone: aPhone() })
  const id = await submitted(page)

  await expect(page.locator('h1')).toContainText(saying(t.order.page.received))
  expect((await fetch(`${shopUrl()}/api/orders/${id}`)).status).toBe(200)
  await page.goto(`${shop}/pending`)
  await expect(page.getByRole('region', { name: as(t.phone.title) })).toContainText(saying(t.phone.shellNever))
  expect(errors).toEqual([])
  await browser.close()
})

test('a private window is named before the tap, with a way to send the request as text, and again while it waits', async ({
  visit,
}) => {
  const { page } = await visit()
  // Chromium of this version tells no difference: a quota as older ones report it.
  await page.addInitScript(() => {
    StorageManager.prototype.estimate = () => Promise.resolve({ quota: 500e6, usage: 0 })
  })
  await page.goto('/product/lemon-chips')
  await tapOrder(page)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(saying(t.order.forgetful.text))
  await expect(dialog.getByRole('button', { name: t.order.forgetful.share })).toBeVisible()
  await expectToFit(page, 'the form in a private window')
  await fillIn(page, { phone: aPhone() })
  await page.context().setOffline(true)
  await submit(page)
  await page.waitForURL('**/order/**')

  await expect(page.getByRole('main')).toContainText(saying(t.order.forgetful.kept))
})

test('an ordinary window says nothing of forgetting', async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/product/lemon-chips')
  await tapOrder(page)

  await expect(page.getByRole('dialog')).not.toContainText(saying(t.order.forgetful.title))
})

test('Firefox: a private window is named before the tap, an ordinary one is not', async () => {
  for (const isPrivate of [true, false]) {
    const browser = await launch({
      browser: 'firefox',
      executablePath: process.env['FIREFOX'] ?? '/usr/bin/firefox-esr',
      headless: true,
      defaultViewport: { width: 1440, height: 900 },
      extraPrefsFirefox: { 'intl.accept_languages': 'uk', 'browser.privatebrowsing.autostart': isPrivate },
    })
    const page = await browser.newPage()
    await page.goto(`${shopUrl()}/product/lemon-chips`)
    await page.locator('[data-testid="product-total"] + div button').click()
    await page.locator('dialog input[type="tel"]').wait()

    const words = await page.$eval('dialog', ({ innerText }) => innerText)

    expect(saying(t.order.forgetful.title).test(words)).toBe(isPrivate)
    await browser.close()
  }
})
