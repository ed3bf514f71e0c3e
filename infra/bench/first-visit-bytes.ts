import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright'
import { browserArgs } from '../../pwa/e2e/harness/browser-args.ts'
import { measureTransfer, type Transfer } from '../../pwa/e2e/harness/measure-transfer.ts'
import { findChromium } from '../local/chromium.ts'
import { buildPage } from '../local/page.ts'
import { startShop } from '../local/shop.ts'

/**
 * What a first visit transfers until three seconds after its load event, on phones of several widths and densities
 * (infra/decisions/0014-performance-budgets.md). Copies for offline use are fetched later: offline.ts measures them.
 * Starts a shop of its own, or is given one that runs: `node infra/bench/first-visit-bytes.ts http://localhost:8080`. With
 * `--pictures` it also lists each picture, with the width that it is drawn in.
 */
const PATHS = ['/', '/category/citrus-chips', '/product/orange-chips']
const WIDTHS = [320, 390, 430]
const DENSITIES = [2, 3]

const options = process.argv.slice(2)
const listsPictures = options.includes('--pictures')
await using disposables = new AsyncDisposableStack()
const shopUrl = options.find((option) => option.startsWith('http')) ?? (await startOwnShop())
const executablePath = findChromium((text) => process.stdout.write(`${text}\n`))
const browser = await chromium.launch({ executablePath, args: browserArgs })
disposables.defer(() => browser.close())

process.stdout.write(
  '| page | width × density | requests | HTML | scripts, CSS | fonts | pictures | data | KB in all |\n',
)
process.stdout.write('| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n')
for (const path of PATHS)
  for (const width of WIDTHS) for (const density of DENSITIES) await report(browser, { path, width, density })

async function startOwnShop(): Promise<string> {
  await buildPage()
  const folder = disposables.use(await mkdtempDisposable(join(tmpdir(), 'tsedra-first-visit-')))
  const shop = disposables.use(await startShop({ dir: folder.path }))
  return shop.url
}

async function report(
  browser: Browser,
  { path, width, density }: { path: string; width: number; density: number },
): Promise<void> {
  const context = await browser.newContext({
    baseURL: shopUrl,
    viewport: { width, height: Math.round(width * 2.16) },
    deviceScaleFactor: density,
    isMobile: true,
    hasTouch: true,
    locale: 'uk-UA',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  const transfer = await measureTransfer(page, path)
  process.stdout.write(`| ${path} | ${width} × ${density} | ${describe(transfer)} |\n`)
  if (listsPictures) {
    const drawn = await page.evaluate(() =>
      [...document.querySelectorAll('img')]
        .filter(({ currentSrc }) => currentSrc)
        .map((image) => `${image.clientWidth} px: ${new URL(image.currentSrc).pathname} (sizes ${image.sizes})`),
    )
    for (const picture of new Set(drawn)) process.stdout.write(`    ${picture}\n`)
    for (const { url, bytes } of transfer.responses.filter(({ kind }) => kind === 'pictures'))
      process.stdout.write(`    ${(bytes / 1_000).toFixed(1)} KB: ${url}\n`)
  }
  await context.close()
}

function describe({ responses, bytes }: Transfer): string {
  const kilobytes = (count: number) => (count / 1_000).toFixed(0)
  const parts = [bytes.html, bytes.code, bytes.fonts, bytes.pictures, bytes.data, bytes.all]
  return [responses.length, ...parts.map(kilobytes)].join(' | ')
}
