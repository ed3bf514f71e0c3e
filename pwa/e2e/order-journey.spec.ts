import {
  categoryCards,
  packageChoice,
  productCards,
  productDetails,
  productLinks,
  productTotal,
} from './harness/locators.ts'
import { fillIn } from './harness/order-form.ts'
import { eachTime, desktop, drawn, as, expect, expectCalm, languages, phone, settled, test, texts } from './shopper.ts'

/** Milliseconds within which staff see an order. */
const SEEN_WITHIN_MS = 2_000

interface Sent {
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
      eachTime((language === 'ua') === (size === phone)),
      async ({ visit }) => {
        const t = texts[language]
        const { page, complaints } = await visit({ language, size, theme, worker: language === 'ua' })

        await page.goto('/')
        await expect(page.locator('html')).toHaveAttribute('lang', language === 'ua' ? 'uk' : language)
        await settled(page)
        await expectCalm(page, 'home')

        await categoryCards(page).getByRole('link').first().click()
        await expect(productCards(page).first()).toBeVisible()
        await drawn(page)
        await expectCalm(page, 'category')

        await productLinks(page).first().click()
        await page.waitForURL('**/product/**')
        await packageChoice(productDetails(page)).nth(1).check()
        await productDetails(page)
          .getByRole('button', { name: as(t.product.more) })
          .click()
        await drawn(page)
        const shown = productTotal(page)
        const total = await shown.innerText()
        await expectCalm(page, 'product')

        await page
          .getByRole('button', { name: as(t.product.orderNow) })
          .filter({ visible: true })
          .first()
          .click()
        const dialog = page.getByRole('dialog')
        await expect(dialog).toBeVisible()
        await expect.poll(async () => (await dialog.innerText()).replace(/\s/g, '')).toContain(total.replace(/\s/g, ''))
        await fillIn(page, { name: `Олена ${language} ${device} ${theme}` })
        await dialog.locator('textarea').fill('Під’їзд 3')
        await dialog.locator('button[type="submit"]').click()

        await page.waitForURL('**/order/**')
        const id = page.url().split('/').at(-1) ?? ''
        await expect(page.locator('main')).toContainText(id.slice(0, 8).toUpperCase())
        const message = await toldToStaff(id)
        expect(message.text).toContain(`Олена ${language} ${device} ${theme}`)
        const stored = (await read(`${process.env['SHOP_URL']}/api/orders/${id}`)) as {
          createdAt: string
          totalAmount: string
        }
        expect(Date.parse(message.at) - Date.parse(stored.createdAt)).toBeLessThan(SEEN_WITHIN_MS)
        expect(Number(stored.totalAmount)).toBe(
          Number(
            total
              .replace(/[^\d.,]/g, '')
              .replace(language === 'en' ? /,/g : /\s/g, '')
              .replace(',', '.'),
          ),
        )
        await drawn(page)
        await expectCalm(page, 'confirmation')
        expect(complaints).toEqual([])
      },
    )
  }
}

async function toldToStaff(id: string): Promise<Sent> {
  let told: Sent[] = []
  await expect
    .poll(async () => {
      const sent = (await read(`${process.env['TELEGRAM_URL']}/control/messages`)) as Sent[]
      told = sent.filter(({ text }) => text.includes(id))
      return told.length
    })
    .toBe(1)
  return told[0] as Sent
}

/** On a connection of its own: one that idled may be closed by the server in the very moment it is used again. */
async function read(url: string): Promise<unknown> {
  const answer = await fetch(url, { headers: { connection: 'close' } })
  return answer.json()
}
