import { measureTransfer } from './harness/measure-transfer.ts'
import { expect, messagesByLanguage, phone, shopUrl, test } from './fixtures.ts'

/**
 * Bytes of pictures on a first visit to a phone with three pixels per point, with 5 % to spare
 * (infra/decisions/0014-performance-budgets.md). Scripts and fonts have their limits in infra/local/size-budget.ts.
 */
const limits = { '/': 197_000, '/category/citrus-chips': 97_000, '/product/orange-chips': 107_000 }

test('the pictures of a first visit stay within their budget, and those after the first load when the gallery is used', async ({
  browser,
}) => {
  const actual: Record<string, number> = {}
  for (const path of Object.keys(limits)) {
    const context = await browser.newContext({
      baseURL: shopUrl(),
      viewport: phone,
      deviceScaleFactor: 3,
      serviceWorkers: 'block',
      locale: 'uk-UA',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    const { responses } = await measureTransfer(page, path)
    // How far ahead lazy pictures load depends on how fast the browser takes the network to be.
    const far = await page.evaluate(listFarPictures)
    const pictures = responses.filter(({ kind, url }) => kind === 'pictures' && !far.includes(url))
    actual[path] = pictures.reduce((sum, { bytes }) => sum + bytes, 0)
    const isLarge = (url: string) => /\.(?:960\.avif|\d+x\d+c?\.webp)$/.test(url)
    const large = pictures.map(({ url }) => url).filter(isLarge)
    expect(large, path).toHaveLength(path.startsWith('/product/') ? 1 : 0)
    if (path.startsWith('/product/')) {
      const loaded = page.waitForResponse((response) => isLarge(response.url()))
      await page.getByRole('group', { name: messagesByLanguage.ua.product.photos }).hover()
      await loaded
    }
    await context.close()
  }
  for (const [path, limit] of Object.entries(limits)) expect(actual[path], path).toBeLessThan(limit)
})

/** Returns the paths of pictures more than a screen and a half below the first screen. */
function listFarPictures(): string[] {
  const far = [...document.images].filter((image) => image.getBoundingClientRect().top > 2.5 * innerHeight)
  return far.map(({ currentSrc }) => currentSrc && new URL(currentSrc).pathname)
}
