import { measureTransfer } from './harness/measure-transfer.ts'
import { expect, messagesByLanguage, shopUrl, test } from './fixtures.ts'

/**
 * Bytes of pictures on a first visit to a phone with three pixels per point, with 5 % to spare
 * (infra/decisions/0014-performance-budgets.md). Scripts and fonts have their limits in infra/local/size-budget.ts.
 */
const limits = { '/': 197_000, '/category/citrus-chips': 97_000, '/product/orange-chips': 107_000 }

/** What the bars of a phone's browser leave of 844 px: the browser loads lazy pictures within 1,250 px below. */
const viewport = { width: 390, height: 664 }

test('the pictures of a first visit stay within their budget, and those after the first load when the gallery is used', async ({
  browser,
}) => {
  const actual: Record<string, number> = {}
  for (const path of Object.keys(limits)) {
    const context = await browser.newContext({
      baseURL: shopUrl(),
      viewport,
      deviceScaleFactor: 3,
      serviceWorkers: 'block',
      locale: 'uk-UA',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    const { responses, bytes } = await measureTransfer(page, path)
    actual[path] = bytes.pictures
    const isLarge = (url: string) => /\.(?:960\.avif|\d+x\d+c?\.webp)$/.test(url)
    const large = responses.map(({ url }) => url).filter(isLarge)
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
