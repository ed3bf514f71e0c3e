import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mkdtempDisposable } from 'node:fs/promises'
import axe from 'axe-core'
import { launch, type KeyInput, type Page as FirefoxPage } from 'puppeteer-core'
import { startFaultProxy } from './harness/fault-proxy.ts'
import { walkByKeyboard } from './harness/keyboard-shopper.ts'
import { createPhoneNumber } from './harness/order-form.ts'
import { createTextSizePreferences, DEFAULT_TEXT_PX, setTextSize } from './harness/text-size.ts'
import {
  containingText,
  exactText,
  expect,
  expectAccessible,
  messagesByLanguage,
  phone,
  shopUrl,
  test,
  waitForOfflineReady,
} from './fixtures.ts'

const t = messagesByLanguage.ua
const texts = {
  search: containingText(t.search.label),
  product: /^Лимонні чипси$/,
  order: containingText(t.product.orderNow),
  saved: exactText(t.order.page.saved),
  edit: containingText(t.outbox.edit),
  cancel: containingText(t.outbox.cancel),
  withdrawn: exactText(t.order.page.withdrawn),
}

/** 1280 × 1024 at four times its size. */
const ZOOMED = { width: 320, height: 256 }

const enlargements = [
  { name: '200 % text', size: phone, percent: 200 },
  { name: '400 % zoom', size: ZOOMED, percent: 100 },
]

for (const { name, size, percent } of enlargements) {
  test(`${name}: suggestion, product, order, edit and cancel by keyboard alone`, async ({ visit }) => {
    const { page, pageErrors } = await visit({ size, worker: true })
    const posts: string[] = []
    page.on('request', (request) => request.method() === 'POST' && posts.push(new URL(request.url()).pathname))
    await setTextSize(page, percent)
    await page.goto('/')
    await waitForOfflineReady(page)

    await walkByKeyboard(
      {
        press: (key) => page.keyboard.press(key),
        type: (text) => page.keyboard.type(text),
        evaluate: (read) => page.evaluate(read),
      },
      {
        texts,
        phoneNumber: createPhoneNumber(),
        disconnect: () => page.context().setOffline(true),
        check: (screen) => expectAccessible(page, screen),
      },
    )

    expect(posts).not.toContain('/api/orders')
    expect(pageErrors).toEqual([])
  })
}

for (const { name, size, percent } of enlargements) {
  test(`Firefox, ${name}: suggestion, product, order, edit and cancel by keyboard alone`, async () => {
    await using proxy = await startFaultProxy({ target: Number(new URL(shopUrl()).port) })
    await using profile = await mkdtempDisposable(join(tmpdir(), 'tsedra-firefox-'))
    await using browser = await launch({
      browser: 'firefox',
      executablePath: process.env['FIREFOX'] ?? '/usr/bin/firefox-esr',
      headless: true,
      userDataDir: profile.path,
      defaultViewport: size,
      extraPrefsFirefox: { 'intl.accept_languages': 'uk', ...createTextSizePreferences(percent) },
    })
    const page = await browser.newPage()
    // WebDriver BiDi cannot emulate `navigator.onLine`.
    await page.evaluateOnNewDocument(() =>
      Object.defineProperty(Navigator.prototype, 'onLine', { get: () => !sessionStorage.getItem('offline') }),
    )
    await page.goto(proxy.url)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
      `${DEFAULT_TEXT_PX * (percent / 100)}px`,
    )
    await page.waitForFunction(() => navigator.serviceWorker.controller && localStorage.getItem('tsedra.snapshot.ua'))

    await walkByKeyboard(
      {
        press: (key) => page.keyboard.press(key satisfies KeyInput),
        type: (text) => page.keyboard.type(text),
        evaluate: (read) => page.evaluate(read) as Promise<never>,
      },
      {
        texts,
        phoneNumber: createPhoneNumber(),
        async disconnect() {
          proxy.mode = 'down'
          proxy.scope = 'everything'
          await page.evaluate(() => {
            sessionStorage.setItem('offline', '1')
            dispatchEvent(new Event('offline'))
          })
        },
        check: (screen) => expectAccessibleInFirefox(page, screen),
      },
    )

    expect(proxy.posts).toEqual([])
  })
}

async function expectAccessibleInFirefox(page: FirefoxPage, screen: string): Promise<void> {
  await page.evaluate(axe.source)
  const violations = await page.evaluate(async () => {
    const { axe: engine } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; help: string }[] }> }
    }
    return (await engine.run()).violations.map(({ id, help }) => `${id}: ${help}`)
  })
  expect(violations, screen).toEqual([])
}
