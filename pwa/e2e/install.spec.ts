import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { builtPage } from '../../infra/local/page.ts'
import { openTestEdge, listChunks, waitForPrecache, currentDeployment } from './deployments.ts'
import { type Phone, startPhone } from './harness/phone.ts'
import {
  exactText,
  expect,
  expectAccessible,
  expectStable,
  phone as size,
  shopUrl,
  test,
  messagesByLanguage,
} from './fixtures.ts'

const chunks = listChunks(currentDeployment)
const t = messagesByLanguage.ua

interface Manifest {
  id: string
  lang: string
  start_url: string
  icons: { src: string; sizes: string; purpose?: string }[]
  screenshots: { src: string; sizes: string; form_factor: string }[]
  shortcuts: { url: string }[]
}

/** Opens the shop as a browser does that was closed in between. */
async function openAndWaitForPrecache({ context }: Phone, url: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url)
  await waitForPrecache(page, chunks)
  return page
}

test('the shop can be installed: no error, the browser offers it, the manifest names pictures that are there', async () => {
  await using testEdge = await openTestEdge(shopUrl())
  await using phone = await startPhone({ baseUrl: testEdge.url })
  const page = await openAndWaitForPrecache(phone, testEdge.url)

  const session = await page.context().newCDPSession(page)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
  await expect.poll(() => page.evaluate(() => 'installPrompt' in window)).toBe(true)

  const manifest = JSON.parse(readFileSync(join(builtPage, 'manifest.webmanifest'), 'utf8')) as Manifest
  expect(manifest).toMatchObject({ id: '/', lang: 'uk', start_url: '/?src=pwa' })
  expect(manifest.icons.map(({ purpose = 'any' }) => purpose)).toEqual(['any', 'any', 'maskable', 'monochrome'])
  expect(new Set(manifest.screenshots.map(({ form_factor }) => form_factor))).toEqual(new Set(['narrow', 'wide']))
  expect(manifest.shortcuts.length).toBeGreaterThanOrEqual(2)
  for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
    const actualSize = await page.evaluate(async (path) => {
      const image = new Image()
      image.src = path
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    expect(actualSize, src).toBe(sizes)
  }
})

test('installing is offered on the second visit, quietly, and a no is respected', async () => {
  await using testEdge = await openTestEdge(shopUrl())
  await using phone = await startPhone({ baseUrl: testEdge.url })
  const first = await openAndWaitForPrecache(phone, testEdge.url)
  await expect.poll(() => first.evaluate(() => 'installPrompt' in window)).toBe(true)
  const card = (page: Page) =>
    page.getByRole('complementary', { name: exactText(t.install.title.replace('{brand}', t.brand)) })
  // The visit is counted when the card mounts, which is not shown yet.
  await expect.poll(() => first.evaluate(() => localStorage.getItem('tsedra.visits'))).toBe('1')
  await expect(card(first)).toHaveCount(0)
  await phone.close()
  await phone.start()

  const second = await openAndWaitForPrecache(phone, testEdge.url)
  await expect(card(second)).toBeVisible()
  await expectAccessible(second, 'install card', 'aside')
  await second.getByRole('button', { name: exactText(t.install.later) }).click()
  await expect(card(second)).toHaveCount(0)
  await phone.close()
  await phone.start()

  const third = await openAndWaitForPrecache(phone, testEdge.url)
  await expect.poll(() => third.evaluate(() => 'installPrompt' in window)).toBe(true)
  await expect(card(third)).toHaveCount(0)
})

test('an iPhone’s tab shows where to tap, without layout shift, and never while a request is queued', async ({
  browser,
}) => {
  await using testEdge = await openTestEdge(shopUrl())
  const context = await browser.newContext({
    baseURL: testEdge.url,
    viewport: size,
    hasTouch: true,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
  })
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'standalone', { value: false })
    localStorage.setItem('tsedra.visits', '5')
    window.shifts = []
    window.violations = []
  })
  const page = await context.newPage()
  await page.goto('/')
  const card = page.getByRole('complementary', { name: exactText(t.install.title.replace('{brand}', t.brand)) })
  await expect(card).toBeVisible()
  await expect(card.getByRole('button', { name: exactText(t.install.action) })).toHaveCount(0)
  await expectStable(page, 'hint')

  await context.addCookies([{ name: 'obx', value: '1.1', url: testEdge.url }])
  await page.goto('/faq')
  await waitForPrecache(page, chunks)
  await expect(card).toHaveCount(0)
  await context.close()
})
