import { productCards, productLinks } from './harness/locators.ts'
import {
  appearances,
  containingText,
  exactText,
  expect,
  expectAccessible,
  expectNoOverflow,
  expectStable,
  messagesByLanguage,
  test,
  thoroughUnless,
  waitForNetworkIdle,
  waitForOfflineReady,
} from './fixtures.ts'

const t = messagesByLanguage.ua

test('a package in the query becomes a filter that can be removed, online and offline', async ({ visit }) => {
  const { page } = await visit({ worker: true })
  const readSlugs = () =>
    productLinks(page).evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/').pop()))
  const readParams = () => Object.fromEntries(new URL(page.url()).searchParams)
  const chip = page.getByRole('button', { name: exactText(t.list.remove.replace('{filter}', '1 кг')) })

  for (const isOffline of [false, true]) {
    if (isOffline) {
      await waitForOfflineReady(page)
      await page.context().setOffline(true)
    }
    await page.goto(`/?search=${encodeURIComponent('цитруси 1 кг')}`)
    await expect(chip).toBeVisible()
    expect(readParams()).toEqual({ search: 'цитруси', package: '1кг' })
    await expect.poll(readSlugs).toContain('orange-chips')
    expect(await readSlugs()).not.toContain('kumquat-slices')
    await expect(productCards(page).first().getByRole('radio', { checked: true })).toHaveAccessibleName(
      containingText('1 кг'),
    )

    await chip.click()
    await expect.poll(readSlugs).toContain('kumquat-slices')
    await expect(chip).toHaveCount(0)
    expect(readParams()).toEqual({ search: 'цитруси' })
  }
})

for (const [index, { language, theme, size }] of appearances.entries()) {
  test(
    `a search without results links to categories and to us, in ${language}, ${theme}, ${size.width} wide`,
    thoroughUnless(index === 1),
    async ({ visit }) => {
      const { page, pageErrors } = await visit({ language, theme, size, motion: true })
      const messages = messagesByLanguage[language]
      await page.goto(`/?search=${encodeURIComponent('вишня')}`)
      await expect(
        page.getByRole('heading', { name: exactText(messages.search.none.replace('{query}', 'вишня')) }),
      ).toBeVisible()
      const categories = page.getByRole('navigation', { name: messages.nothingFound.categories })
      await expect(categories.getByRole('link')).toHaveCount(6)
      await waitForNetworkIdle(page)
      await expectStable(page, 'no results')
      await expectNoOverflow(page, 'no results')
      await expectAccessible(page, 'no results')

      await page.getByRole('link', { name: messages.nothingFound.write }).click()
      await expect(page).toHaveURL(/\/contacts/)
      await page.goBack()
      await categories.getByRole('link').first().click()
      await expect(page).toHaveURL(/\/category\//)
      expect(pageErrors).toEqual([])
    },
  )
}
