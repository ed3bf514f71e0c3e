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
  thoroughUnless,
  expect,
  expectAccessible,
  expectStable,
  expectNoOverflow,
  appearances,
  containingText,
  waitForNetworkIdle,
  shopUrl,
  test,
  messagesByLanguage,
  exactText,
} from './fixtures.ts'

const t = messagesByLanguage.ua.list

interface ProductList {
  products: { slug: string }[]
}

/** Slugs that the shop itself lists. */
async function fetchSlugs(query: string): Promise<string[]> {
  const { products } = (await (await fetch(`${shopUrl()}/api/products?${query}`)).json()) as ProductList
  return products.map(({ slug }) => slug)
}

async function fetchCategoryId(slug: string): Promise<string> {
  const category = (await (await fetch(`${shopUrl()}/api/categories/${slug}`)).json()) as { id: string }
  return category.id
}

test('a list is narrowed by package and price; the address keeps it, for links and for going back', async ({
  visit,
}) => {
  const { page, pageErrors } = await visit()
  await page.goto('/category/citrus-chips')
  await waitForNetworkIdle(page)
  const productLinkList = productLinks(page)
  const readSlugs = () =>
    productLinkList.evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/').pop()))
  const opener = page.getByRole('button', { name: t.filters, exact: true })
  await opener.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(containingText('1 кг')).click()
  // The wrong way round is understood.
  await dialog.getByLabel(t.fromLabel, { exact: true }).fill('2000')
  await dialog.getByLabel(t.toLabel, { exact: true }).fill('1700,50')
  await dialog.getByRole('button', { name: t.show }).click()

  const expectedSlugs = await fetchSlugs(
    `categoryId=${await fetchCategoryId('citrus-chips')}&package=1kg&minPrice=1700.50&maxPrice=2000`,
  )
  expect(expectedSlugs.length).toBeGreaterThan(0)
  await expect.poll(readSlugs).toEqual(expectedSlugs)
  await expect(opener).toHaveCount(0)
  await expect(filtersButton(page)).toBeFocused()
  await expect(productCount(page)).toHaveText(containingText(String(expectedSlugs.length)))
  // The price on a card is the one that the filter compares.
  await expect(productCards(page).first().getByRole('radio', { checked: true })).toHaveAccessibleName(
    containingText('1 кг'),
  )
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ package: '1кг', from: '1700,50', to: '2000' })

  await productLinkList.first().click()
  await expect(page).toHaveURL(/\/product\//)
  await page.goBack()
  await expect.poll(readSlugs).toEqual(expectedSlugs)
  await page.reload()
  await expect.poll(readSlugs).toEqual(expectedSlugs)

  await page.getByRole('button', { name: containingText(t.remove.replace('{filter}', '1 кг')) }).click()
  await expect(filtersButton(page)).toBeFocused()
  expect(new URL(page.url()).searchParams.has('package')).toBe(false)
  // The empty list, once it is shown, offers the same again.
  await page.getByRole('button', { name: t.clear }).first().click()
  await expect.poll(readSlugs).toEqual(await fetchSlugs(`categoryId=${await fetchCategoryId('citrus-chips')}`))
  expect(new URL(page.url()).search).toBe('')
  expect(pageErrors).toEqual([])
})

test('without matches the page shows that filters are active, and one tap resets them', async ({ visit }) => {
  const { page } = await visit({ size: desktop })
  await page.goto('/category/citrus-chips?from=90000')

  await expect(page.getByRole('heading', { name: exactText(t.none) })).toBeVisible()
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
  const readSlugs = () =>
    productLinks(page).evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/').pop()))
  await expect.poll(readSlugs).toEqual(await fetchSlugs('search=chips'))
  const sort = sortChoice(page)
  await sort.focus()

  await sort.selectOption('-price')

  await expect.poll(readSlugs).toEqual(await fetchSlugs('search=chips&sort=-price'))
  await expect(sort).toBeFocused()
  await filtersButton(page).click()
  await page.getByRole('dialog').getByRole('checkbox').check()
  await page.getByRole('dialog').getByRole('button', { name: t.show }).click()
  await expect.poll(readSlugs).toEqual(await fetchSlugs('search=chips&sort=-price&featured=true'))
})

test('an invalid price shows an error in the field and changes nothing', async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/category/citrus-chips')
  await filtersButton(page).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t.fromLabel, { exact: true }).fill('дешево')
  await dialog.getByRole('button', { name: t.show }).click()

  await expect(dialog).toContainText(containingText(t.wrongPrice))
  expect(new URL(page.url()).search).toBe('')
})

for (const [index, { language, theme, size }] of appearances.entries()) {
  test(
    `filters in ${language}, ${theme}, ${size.width} wide: nothing for axe, nothing sticks out, nothing moves`,
    thoroughUnless(index === 1),
    async ({ visit }) => {
      const { page } = await visit({ language, theme, size, motion: true })
      const messages = messagesByLanguage[language].list
      await page.goto(`/category/citrus-chips?package=${encodeURIComponent('100г')}&from=20&to=9000`)
      await expect(
        page.getByRole('button', { name: containingText(messages.remove.replace('{filter}', '')) }),
      ).toHaveCount(3)
      await waitForNetworkIdle(page)
      await expectStable(page, 'filtered')
      await expectAccessible(page, 'filtered')

      await filtersButton(page).click()
      await expect(page.getByRole('dialog', { name: messages.filters })).toBeVisible()
      await expectNoOverflow(page, 'filters')
      await expectAccessible(page, 'filters', 'dialog')
    },
  )
}
