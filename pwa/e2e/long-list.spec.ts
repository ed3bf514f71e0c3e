import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { type Shop, startShop } from '../../infra/local/shop.ts'
import { productLinks, productNames, sortChoice } from './harness/locators.ts'
import { type FaultProxy, startFaultProxy } from './harness/fault-proxy.ts'
import {
  desktop,
  expect,
  expectAccessible,
  expectNoOverflow,
  waitForOfflineReady,
  containingText,
  waitForNetworkIdle,
  test as base,
  messagesByLanguage,
} from './fixtures.ts'

const t = messagesByLanguage.ua.list
const CATEGORY = 'citrus-chips'
/** With what the demo catalogue has in it: more than are shown at once. */
const ADDED_PRODUCTS = 105

const moreButton = (page: Page) => page.getByRole('button', { name: t.more.replace(/ \(.*/, '') })

const test = base.extend<{ net: FaultProxy }, { shop: Shop }>({
  // A shop of this file's own: a hundred products more would be in the way of the other tests.
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures out of it
    async ({}, provide) => {
      await using folder = await mkdtempDisposable(join(tmpdir(), 'tsedra-long-'))
      await using shop = await startShop({ dir: folder.path })
      await addProducts(shop.databaseUrl)
      await expect.poll(async () => (await fetchSlugs(shop)).length).toBeGreaterThan(ADDED_PRODUCTS)
      await provide(shop)
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  net: async ({ shop }, provide) => {
    await using net = await startFaultProxy({ target: Number(new URL(shop.url).port) })
    net.scope = 'everything'
    await provide(net)
  },
})
test.describe.configure({ mode: 'default' })

test('every product of a long list is reached on a first visit, by keyboard too, and found again by going back', async ({
  visit,
  shop,
}) => {
  const allSlugs = await fetchSlugs(shop)
  const { page, pageErrors } = await visit()
  // The shop itself answers.
  await page.route('**/api/catalogue/*', (route) => route.abort())
  await page.goto(`${shop.url}/category/${CATEGORY}`)
  await expect(productNames(page)).toHaveCount(100)
  await waitForNetworkIdle(page)

  const showMore = page.getByRole('button', {
    name: containingText(t.more.replace('{count}', String(allSlugs.length - 100))),
  })
  await showMore.focus()
  await page.keyboard.press('Enter')

  await expect(productNames(page)).toHaveCount(allSlugs.length)
  expect(await readShownSlugs(page)).toEqual(allSlugs)
  await expect(productLinks(page).nth(100)).toBeFocused()
  await expect(showMore).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('status').last()).toHaveText(
    containingText(t.shown.replace('{shown}', String(allSlugs.length)).replace('{total}', String(allSlugs.length))),
  )

  const last = productLinks(page).last()
  await last.scrollIntoViewIfNeeded()
  const scrollBefore = await page.evaluate(() => scrollY)
  await last.click()
  await expect(page).toHaveURL(/\/product\//)
  await page.goBack()
  await expect(productNames(page)).toHaveCount(allSlugs.length)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrollBefore)
  expect(pageErrors.filter((pageError) => !pageError.includes('ERR_FAILED'))).toEqual([])
})

test('without a network the rest of a long list is the same', async ({ visit, shop, net }) => {
  const allSlugs = await fetchSlugs(shop)
  const { page } = await visit({ size: desktop, worker: true })
  await page.goto(net.url)
  await waitForOfflineReady(page)
  net.mode = 'down'

  await page.goto(`${net.url}/category/${CATEGORY}`)
  await expect(productNames(page)).toHaveCount(100)
  await moreButton(page).click()

  await expect(productNames(page)).toHaveCount(allSlugs.length)
  expect(await readShownSlugs(page)).toEqual(allSlugs)
  await expectNoOverflow(page, 'a long list')
  await expectAccessible(page, 'a long list', 'main article + div')
})

test('expanded items are collapsed in a list that is opened again', async ({ visit, shop }) => {
  const { page } = await visit({ size: desktop })
  await page.goto(`${shop.url}/category/${CATEGORY}`)
  await moreButton(page).click()
  await expect(productNames(page)).not.toHaveCount(100)
  await sortChoice(page).selectOption('-price')

  await expect(productNames(page)).toHaveCount(100)
  await expect(moreButton(page)).toBeVisible()
})

async function addProducts(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(
      `WITH added AS (
         INSERT INTO products (category_id, slug, price, sort_order)
         SELECT c.id, 'more-' || n, 10 + n, 1000 + n FROM categories c, generate_series(1, $1) n WHERE c.slug = $2
         RETURNING id, slug)
       INSERT INTO product_translations (product_id, language, name)
       SELECT id, language, slug FROM added, unnest('{ua,ru,en}'::text[]) language`,
      [ADDED_PRODUCTS, CATEGORY],
    )
  } finally {
    await client.end()
  }
}

/** Slugs of the category, in the shop's order. */
async function fetchSlugs(shop: Shop): Promise<string[]> {
  const category = (await (await fetch(`${shop.url}/api/categories/${CATEGORY}`)).json()) as { id: string }
  const pages = [0, 100].map(async (offset) => {
    const response = await fetch(`${shop.url}/api/products?categoryId=${category.id}&offset=${offset}`)
    return ((await response.json()) as { products: { slug: string }[] }).products.map(({ slug }) => slug)
  })
  return (await Promise.all(pages)).flat()
}

const readShownSlugs = (page: Page): Promise<string[]> =>
  productLinks(page).evaluateAll((links) =>
    links.map((link) => link.getAttribute('href')?.replace('/product/', '') ?? ''),
  )
