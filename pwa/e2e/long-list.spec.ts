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
  expectToFit,
  readyForOffline,
  saying,
  settled,
  test as base,
  texts,
} from './shopper.ts'

const t = texts.ua.list
const CATEGORY = 'citrus-chips'
/** With what the demo catalogue has in it: more than are shown at once. */
const ADDED = 105

const moreButton = (page: Page) => page.getByRole('button', { name: t.more.replace(/ \(.*/, '') })

const test = base.extend<{ net: FaultProxy }, { shop: Shop }>({
  // A shop of this file's own: a hundred products more would be in the way of the other tests.
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures out of it
    async ({}, lend) => {
      await using folder = await mkdtempDisposable(join(tmpdir(), 'tsedra-long-'))
      await using shop = await startShop({ dir: folder.path })
      await addProducts(shop.databaseUrl)
      await expect.poll(async () => (await listed(shop)).length).toBeGreaterThan(ADDED)
      await lend(shop)
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  net: async ({ shop }, lend) => {
    await using net = await startFaultProxy({ target: Number(new URL(shop.url).port) })
    net.scope = 'everything'
    await lend(net)
  },
})
test.describe.configure({ mode: 'default' })

test('every product of a long list is reached on a first visit, by keyboard too, and found again by going back', async ({
  visit,
  shop,
}) => {
  const all = await listed(shop)
  const { page, complaints } = await visit()
  // The shop itself answers.
  await page.route('**/api/catalogue/*', (route) => route.abort())
  await page.goto(`${shop.url}/category/${CATEGORY}`)
  await expect(productNames(page)).toHaveCount(100)
  await settled(page)

  const more = page.getByRole('button', { name: saying(t.more.replace('{count}', String(all.length - 100))) })
  await more.focus()
  await page.keyboard.press('Enter')

  await expect(productNames(page)).toHaveCount(all.length)
  expect(await shown(page)).toEqual(all)
  await expect(productLinks(page).nth(100)).toBeFocused()
  await expect(more).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('status').last()).toHaveText(
    saying(t.shown.replace('{shown}', String(all.length)).replace('{total}', String(all.length))),
  )

  const last = productLinks(page).last()
  await last.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  await last.click()
  await expect(page).toHaveURL(/\/product\//)
  await page.goBack()
  await expect(productNames(page)).toHaveCount(all.length)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
  expect(complaints.filter((complaint) => !complaint.includes('ERR_FAILED'))).toEqual([])
})

test('without a network the rest of a long list is the same', async ({ visit, shop, net }) => {
  const all = await listed(shop)
  const { page } = await visit({ size: desktop, worker: true })
  await page.goto(net.url)
  await readyForOffline(page)
  net.mode = 'down'

  await page.goto(`${net.url}/category/${CATEGORY}`)
  await expect(productNames(page)).toHaveCount(100)
  await moreButton(page).click()

  await expect(productNames(page)).toHaveCount(all.length)
  expect(await shown(page)).toEqual(all)
  await expectToFit(page, 'a long list')
  await expectAccessible(page, 'a long list', 'main article + div')
})

test('what was opened is not open in a list that is chosen anew', async ({ visit, shop }) => {
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
      [ADDED, CATEGORY],
    )
  } finally {
    await client.end()
  }
}

/** Slugs of the category, in the shop's order. */
async function listed(shop: Shop): Promise<string[]> {
  const category = (await (await fetch(`${shop.url}/api/categories/${CATEGORY}`)).json()) as { id: string }
  const pieces = [0, 100].map(async (offset) => {
    const answer = await fetch(`${shop.url}/api/products?categoryId=${category.id}&offset=${offset}`)
    return ((await answer.json()) as { products: { slug: string }[] }).products.map(({ slug }) => slug)
  })
  return (await Promise.all(pieces)).flat()
}

const shown = (page: Page): Promise<string[]> =>
  productLinks(page).evaluateAll((links) =>
    links.map((link) => link.getAttribute('href')?.replace('/product/', '') ?? ''),
  )
