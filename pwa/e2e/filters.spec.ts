import {
  filtersButton,
  productCards,
  productCount,
  productLinks,
  productNames,
  sortChoice,
} from './harness/locators.ts'
import {
  desktop,
  eachTime,
  expect,
  expectAccessible,
  expectCalm,
  expectToFit,
  looks,
  saying,
  settled,
  shopUrl,
  test,
  texts,
  as,
} from './shopper.ts'

const t = texts.ua.list

interface Listed {
  products: { slug: string }[]
}

/** Slugs that the shop itself lists. */
async function listed(query: string): Promise<string[]> {
  const { products } = (await (await fetch(`${shopUrl()}/api/products?${query}`)).json()) as Listed
  return products.map(({ slug }) => slug)
}

async function categoryId(slug: string): Promise<string> {
  const category = (await (await fetch(`${shopUrl()}/api/categories/${slug}`)).json()) as { id: string }
  return category.id
}

test('a list is narrowed by package and price; the address keeps it, for links and for going back', async ({
  visit,
}) => {
  const { page, complaints } = await visit()
  await page.goto('/category/citrus-chips')
  await settled(page)
  const names = productLinks(page)
  const slugs = () => names.evaluateAll((all) => all.map((each) => each.getAttribute('href')?.split('/').pop()))
  const opener = page.getByRole('button', { name: t.filters, exact: true })
  await opener.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(saying('1 кг')).click()
  // The wrong way round is understood.
  await dialog.getByLabel(t.fromLabel, { exact: true }).fill('2000')
  await dialog.getByLabel(t.toLabel, { exact: true }).fill('1700,50')
  await dialog.getByRole('button', { name: t.show }).click()

  const wanted = await listed(
    `categoryId=${await categoryId('citrus-chips')}&package=1kg&minPrice=1700.50&maxPrice=2000`,
  )
  expect(wanted.length).toBeGreaterThan(0)
  await expect.poll(slugs).toEqual(wanted)
  await expect(opener).toHaveCount(0)
  await expect(filtersButton(page)).toBeFocused()
  await expect(productCount(page)).toHaveText(saying(String(wanted.length)))
  // The price on a card is the one that was asked about.
  await expect(productCards(page).first().getByRole('radio', { checked: true })).toHaveAccessibleName(saying('1 кг'))
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ package: '1кг', from: '1700,50', to: '2000' })

  await names.first().click()
  await expect(page).toHaveURL(/\/product\//)
  await page.goBack()
  await expect.poll(slugs).toEqual(wanted)
  await page.reload()
  await expect.poll(slugs).toEqual(wanted)

  await page.getByRole('button', { name: saying(t.remove.replace('{filter}', '1 кг')) }).click()
  await expect(filtersButton(page)).toBeFocused()
  expect(new URL(page.url()).searchParams.has('package')).toBe(false)
  await page.getByRole('button', { name: t.clear }).click()
  await expect.poll(slugs).toEqual(await listed(`categoryId=${await categoryId('citrus-chips')}`))
  expect(new URL(page.url()).search).toBe('')
  expect(complaints).toEqual([])
})

test('when nothing fits, that the filters are on is said, and one tap takes them back', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  await page.goto('/category/citrus-chips?from=90000')

  await expect(page.getByRole('heading', { name: as(t.none) })).toBeVisible()
  // One is beside the chips of the filters.
  const clear = page.getByRole('button', { name: t.clear })
  await expect(clear).toHaveCount(2)
  await clear.last().click()

  await expect(productNames(page).first()).toBeVisible()
  await expect(clear).toHaveCount(0)
})

test('what is found is narrowed and sorted too, and the place on the screen stays', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  await page.goto('/?search=chips')
  const slugs = () =>
    productLinks(page).evaluateAll((all) => all.map((each) => each.getAttribute('href')?.split('/').pop()))
  await expect.poll(slugs).toEqual(await listed('search=chips'))
  const sort = sortChoice(page)
  await sort.focus()

  await sort.selectOption('-price')

  await expect.poll(slugs).toEqual(await listed('search=chips&sort=-price'))
  await expect(sort).toBeFocused()
  await filtersButton(page).click()
  await page.getByRole('dialog').getByRole('checkbox').check()
  await page.getByRole('dialog').getByRole('button', { name: t.show }).click()
  await expect.poll(slugs).toEqual(await listed('search=chips&sort=-price&featured=true'))
})

test('what is no price is said in the field, and nothing is done', async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/category/citrus-chips')
  await filtersButton(page).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t.fromLabel, { exact: true }).fill('дешево')
  await dialog.getByRole('button', { name: t.show }).click()

  await expect(dialog).toContainText(saying(t.wrongPrice))
  expect(new URL(page.url()).search).toBe('')
})

for (const [turn, { language, theme, size }] of looks.entries()) {
  test(
    `filters in ${language}, ${theme}, ${size.width} wide: nothing for axe, nothing sticks out, nothing moves`,
    eachTime(turn === 1),
    async ({ visit }) => {
      const { page } = await visit({ language, theme, size, motion: true })
      const words = texts[language].list
      await page.goto(`/category/citrus-chips?package=${encodeURIComponent('100г')}&from=20&to=9000`)
      await expect(page.getByRole('button', { name: saying(words.remove.replace('{filter}', '')) })).toHaveCount(3)
      await settled(page)
      await expectCalm(page, 'filtered')
      await expectAccessible(page, 'filtered')

      await filtersButton(page).click()
      await expect(page.getByRole('dialog', { name: words.filters })).toBeVisible()
      await expectToFit(page, 'filters')
      await expectAccessible(page, 'filters', 'dialog')
    },
  )
}
