import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import type SharpFactory from 'sharp'
import { fillOrderForm, openOrderForm, submitOrder } from '../../pwa/e2e/harness/order-form.ts'
import { findHeadlessShell } from './chromium.ts'
import { root } from './repository.ts'

// sharp is a dependency of the API, which makes the product pictures.
const sharp = createRequire(join(root, 'api/package.json'))('sharp') as typeof SharpFactory

/** Addresses of `npm start`. */
const shopUrl = 'http://localhost:8080'
const telegramUrl = 'http://localhost:8081'
const manifestDir = join(root, 'pwa/public/screenshots')

/** Milliseconds that a person needs for the form: a faster order is marked as possible spam. */
const TYPING_MS = 4_000

/** 1080 × 1920 and 1920 × 1080 pixels, the sizes that `pwa/build/web-manifest.ts` lists. */
const narrow = { viewport: { width: 360, height: 640 }, deviceScaleFactor: 3 }
const wide = { viewport: { width: 1920, height: 1080 }, deviceScaleFactor: 1 }

/**
 * Takes the pictures of the shop that is running (`npm start`): the screenshots of the web app manifest and the picture of
 * the README.
 */
const browser = await chromium.launch({ executablePath: findHeadlessShell(print) })
await writeManifestScreenshots(browser)
await writeReadmePicture(browser)
await browser.close()

async function writeManifestScreenshots(on: Browser): Promise<void> {
  const phone = await openShop(on, narrow)
  await writeWebp(phone, 'home-narrow')
  await fillForm(phone)
  await phone.context().setOffline(true)
  await submitOrder(phone)
  await writeWebp(phone, 'order-narrow')
  await writeWebp(await openShop(on, wide), 'home-wide')
}

/** Home page of a laptop in the dark, the order form of a phone, and the chat in which staff confirm. */
async function writeReadmePicture(on: Browser): Promise<void> {
  const laptop = await openShop(on, { viewport: { width: 1110, height: 780 }, colorScheme: 'dark' as const })
  const phone = await openShop(on, { viewport: { width: 390, height: 822 } })
  await fillForm(phone)
  const form = await phone.screenshot()
  await submitOrder(phone)
  const chats = await on.newPage({ viewport: { width: 545, height: 780 } })
  await chats.goto(telegramUrl)
  await chats.getByText('Олена Барвінок').last().scrollIntoViewIfNeeded()
  const panels = [await laptop.screenshot(), form, await chats.screenshot()]
  const images = await Promise.all(panels.map((panel) => sharp(panel).resize({ height: 520 }).toBuffer()))
  const widths = await Promise.all(images.map(async (image) => (await sharp(image).metadata()).width))
  const gap = 12
  const composite = images.map((input, index) => ({
    input,
    top: 0,
    left: widths.slice(0, index).reduce((left, width) => left + width + gap, 0),
  }))
  const width = widths.reduce((sum, panelWidth) => sum + panelWidth + gap, -gap)
  await sharp({ create: { width, height: 520, channels: 3, background: 'white' } })
    .composite(composite)
    .png({ palette: true })
    .toFile(join(root, 'infra/picture.png'))
}

async function openShop(on: Browser, options: Parameters<Browser['newContext']>[0]): Promise<Page> {
  const context = await on.newContext({ colorScheme: 'light', locale: 'uk-UA', reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  await page.goto(shopUrl)
  await page.waitForLoadState('networkidle')
  return page
}

async function fillForm(page: Page): Promise<void> {
  await page.goto(`${shopUrl}/product/orange-chips`)
  await page.waitForLoadState('networkidle')
  await openOrderForm(page)
  await Promise.all([fillOrderForm(page), page.waitForTimeout(TYPING_MS)])
}

async function writeWebp(page: Page, name: string): Promise<void> {
  await writeFile(
    join(manifestDir, `${name}.webp`),
    await sharp(await page.screenshot())
      .webp({ quality: 82 })
      .toBuffer(),
  )
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
