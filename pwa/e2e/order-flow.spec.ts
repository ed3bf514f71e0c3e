import {
  categoryCards,
  packageChoice,
  productCards,
  productDetails,
  productLinks,
  productTotal,
} from './harness/locators.ts'
import { fillOrderForm, openOrderForm, submitOrder } from './harness/order-form.ts'
import {
  thoroughUnless,
  containingText,
  desktop,
  waitForImages,
  exactText,
  expect,
  expectStable,
  languages,
  phone,
  waitForNetworkIdle,
  test,
  messagesByLanguage,
} from './fixtures.ts'

/** Milliseconds within which staff see an order. */
const NOTIFIED_WITHIN_MS = 2_000

interface StaffMessage {
  at: string
  text: string
}

for (const language of languages) {
  for (const [device, size] of [
    ['phone', phone],
    ['desktop', desktop],
  ] as const) {
    // Every language by day and by night, every size too.
    const theme = (language === 'ru') === (size === phone) ? 'dark' : 'light'
    test(
      `home → category → product → order → number → staff’s Telegram: ${language}, ${device}, ${theme}`,
      thoroughUnless((language === 'ua') === (size === phone)),
      async ({ visit }) => {
        const t = messagesByLanguage[language]
        const { page, pageErrors } = await visit({ language, size, theme, worker: language === 'ua' })

        await page.goto('/')
        await expect(page.locator('html')).toHaveAttribute('lang', language === 'ua' ? 'uk' : language)
        await waitForNetworkIdle(page)
        await expectStable(page, 'home')

        await categoryCards(page).getByRole('link').first().click()
        await expect(productCards(page).first()).toBeVisible()
        await waitForImages(page)
        await expectStable(page, 'category')

        await productLinks(page).first().click()
        await page.waitForURL('**/product/**')
        await packageChoice(productDetails(page)).nth(1).check()
        await productDetails(page)
          .getByRole('button', { name: exactText(t.product.more) })
          .click()
        await waitForImages(page)
        const totalLocator = productTotal(page)
        const total = await totalLocator.innerText()
        await expectStable(page, 'product')

        await page
          .getByRole('button', { name: exactText(t.product.orderNow) })
          .filter({ visible: true })
          .first()
          .click()
        const dialog = page.getByRole('dialog')
        await expect(dialog).toBeVisible()
        await expect.poll(async () => (await dialog.innerText()).replace(/\s/g, '')).toContain(total.replace(/\s/g, ''))
        await fillOrderForm(page, { name: `Олена ${language} ${device} ${theme}` })
        await dialog.locator('textarea').fill('Під’їзд 3')
        await dialog.locator('button[type="submit"]').click()

        await page.waitForURL('**/order/**')
        const id = page.url().split('/').at(-1) ?? ''
        await expect(page.locator('main')).toContainText(id.slice(0, 8).toUpperCase())
        const message = await waitForStaffMessage(id)
        expect(message.text).toContain(`Олена ${language} ${device} ${theme}`)
        const stored = (await fetchJson(`${process.env['SHOP_URL']}/api/orders/${id}`)) as {
          createdAt: string
          totalAmount: string
        }
        expect(Date.parse(message.at) - Date.parse(stored.createdAt)).toBeLessThan(NOTIFIED_WITHIN_MS)
        expect(Number(stored.totalAmount)).toBe(
          Number(
            total
              .replace(/[^\d.,]/g, '')
              .replace(language === 'en' ? /,/g : /\s/g, '')
              .replace(',', '.'),
          ),
        )
        await waitForImages(page)
        await expectStable(page, 'confirmation')

        // Another device has no entry of the order in its outbox.
        const { page: otherDevice } = await visit({ language, size, theme })
        await otherDevice.goto(`/order/${id}`)
        const picture = otherDevice.getByRole('main').getByRole('listitem').locator('img')
        await expect(picture).toBeVisible()
        // The picture is inside a plate of 72 px.
        expect(await picture.locator('xpath=ancestor::*[not(self::picture)][1]').boundingBox()).toMatchObject({
          width: 72,
          height: 72,
        })
        expect(pageErrors).toEqual([])
      },
    )
  }
}

test('a received order states by when the shop answers, refreshes by an icon, and has links of 44 px', async ({
  visit,
}) => {
  const t = messagesByLanguage.ua.order.page
  const { page } = await visit()
  await page.goto('/product/lemon-chips')
  await openOrderForm(page)
  await fillOrderForm(page)
  const id = await submitOrder(page)
  await expect(page.getByRole('heading', { name: exactText(t.received) })).toBeVisible()

  const { answerBy } = (await fetchJson(`${process.env['SHOP_URL']}/api/orders/${id}`)) as { answerBy: string }
  const time = new Intl.DateTimeFormat('uk', { timeStyle: 'short', timeZone: 'Europe/Kyiv' }).format(new Date(answerBy))
  const [sentence = ''] = t.answerBy.split('{time}')
  await expect(page.getByText(containingText(sentence.trim()))).toContainText(time)

  const refresh = page.getByRole('button', { name: exactText(t.refresh) })
  await expect(refresh).toHaveText('')
  await expect(refresh.locator('svg')).toBeVisible()
  await expect(refresh).toBeEnabled()
  const responded = page.waitForResponse(`**/api/orders/${id}*`)
  await refresh.click()
  expect((await responded).status()).toBe(200)

  const link = page.getByRole('main').getByRole('listitem').getByRole('link')
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
})

async function waitForStaffMessage(id: string): Promise<StaffMessage> {
  let matching: StaffMessage[] = []
  await expect
    .poll(async () => {
      const messages = (await fetchJson(`${process.env['TELEGRAM_URL']}/control/messages`)) as StaffMessage[]
      matching = messages.filter(({ text }) => text.includes(id))
      return matching.length
    })
    .toBe(1)
  return matching[0] as StaffMessage
}

/** On a connection of its own: one that idled may be closed by the server in the very moment it is used again. */
async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url, { headers: { connection: 'close' } })
  return response.json()
}
