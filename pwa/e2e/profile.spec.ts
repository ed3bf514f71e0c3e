import type { Page } from '@playwright/test'
import { orderedProducts, toasts } from './harness/locators.ts'
import { runSql } from './database.ts'
import { createPhoneNumber, fillOrderForm, submitOrderForm } from './harness/order-form.ts'
import { getDemoAccount, createCustomer, type DemoAccount, signInAs } from './sign-in.ts'
import {
  thoroughUnless,
  exactText,
  desktop,
  expect,
  expectAccessible,
  expectStable,
  languages,
  appearances,
  waitForNetworkIdle,
  test,
  messagesByLanguage,
} from './fixtures.ts'

const t = messagesByLanguage.ua

/** Orders while signed in, as the form does. */
async function placeOrder(
  page: Page,
  items: { slug: string; packageSize: string; quantity: number }[],
): Promise<string> {
  const customerPhone = createPhoneNumber()
  return page.evaluate(
    async ({ requestedItems, customerPhone }) => {
      const items = await Promise.all(
        requestedItems.map(async ({ slug, ...line }) => {
          const { id } = await (await fetch(`/api/products/${slug}`)).json()
          return { productId: id, ...line }
        }),
      )
      const body = { id: crypto.randomUUID(), customerName: 'Оксана', customerPhone, items, filledInMs: 9_000 }
      const headers = { 'content-type': 'application/json' }
      const response = await fetch('/api/orders', { method: 'POST', headers, body: JSON.stringify(body) })
      if (!response.ok) throw new Error(await response.text())
      return (await response.json()).number
    },
    { requestedItems: items, customerPhone },
  )
}

interface PurchasedLine {
  slug: string
  packageSize: string
  quantity: number
  unitPrice: string
}

/** An earlier purchase that differs from today's catalogue, without changing the catalogue of other tests. */
async function insertPastPurchase({ email }: DemoAccount, lines: PurchasedLine[]): Promise<void> {
  await runSql(
    `WITH id AS (INSERT INTO order_ids (id, outcome) VALUES (gen_random_uuid(), 'order') RETURNING id),
       bought AS (
         INSERT INTO orders (id, user_id, customer_name, customer_phone, customer_phone_typed, phone_is_valid, language,
                             status, created_at)
         SELECT id.id, u.id, 'Оксана', '+380671234567', '067 123 45 67', true, 'ua', 'completed', now() - interval '90 days'
         FROM id, users u WHERE u.email = $1
         RETURNING id
       )
     INSERT INTO order_items (order_id, line, product_id, product_slug, product_names, package_size, quantity, unit_price)
     SELECT bought.id, line - 1, p.id, p.slug, t.names, b."packageSize", b.quantity, b."unitPrice"
     FROM bought,
       ROWS FROM (jsonb_to_recordset($2) AS (slug text, "packageSize" text, quantity int, "unitPrice" numeric))
         WITH ORDINALITY AS b (slug, "packageSize", quantity, "unitPrice", line)
       JOIN products p ON p.slug = b.slug
       JOIN LATERAL (SELECT jsonb_object_agg(language, name) AS names FROM product_translations
                     WHERE product_id = p.id) t ON true`,
    [email, JSON.stringify(lines)],
  )
}

test('a guest reads that an account is needed, and where to sign in', async ({ visit }) => {
  for (const language of languages) {
    const { page } = await visit({ language })
    await page.goto('/profile')

    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      exactText(messagesByLanguage[language].profile.guest),
    )
    await expect(
      page.locator('main').getByRole('link', { name: messagesByLanguage[language].nav.signIn }),
    ).toHaveAttribute('href', '/api/login?next=%2Fprofile')
  }
})

test('profile and settings never hang on a network that swallows everything: the offline state, and the person as last known', async ({
  visit,
}) => {
  const { page } = await visit()
  await signInAs(page, await createCustomer())
  await page.route('**/api/**', () => {})

  for (const path of ['/profile', '/profile/settings']) {
    await page.goto(path)
    await expect(page.locator('main').getByRole('heading', { level: 1 })).not.toBeEmpty()
    await expect(page.locator('main').getByRole('alert').first()).toBeVisible({ timeout: 15_000 })
    await expect(page.getByRole('main').getByRole('status', { name: t.loading })).toHaveCount(0, { timeout: 15_000 })
  }
  await expect(page.getByLabel(t.settings.name.first, { exact: true })).toHaveValue('Оксана')
})

test('A9: the badge shows the role; only staff see the link to the admin area', async ({ visit }) => {
  for (const role of ['admin', 'editor', 'user'] as const) {
    const { page } = await visit({ size: desktop })
    await signInAs(page, getDemoAccount(role))
    await page.goto('/profile')

    await expect(
      page.getByRole('region', { name: t.profile.person }).getByText(t.profile.role[role], { exact: true }),
    ).toBeVisible()
    await expect(page.locator('main').getByRole('link', { name: t.profile.settings })).toBeVisible()
    await expect(page.locator('main').getByRole('link', { name: t.profile.admin })).toHaveCount(role === 'user' ? 0 : 1)
  }
})

test('O4: what was ordered while signed in is in the history, page by page, and is readable without a network', async ({
  visit,
}) => {
  const { page } = await visit()
  const customer = await createCustomer()
  await signInAs(page, customer)
  const number = await placeOrder(page, [{ slug: 'apple-chips', packageSize: '100г', quantity: 2 }])
  await runSql(
    `WITH ids AS (INSERT INTO order_ids (id, outcome)
                  SELECT gen_random_uuid(), 'order' FROM generate_series(1, 11) RETURNING id)
     INSERT INTO orders (id, user_id, customer_name, customer_phone, customer_phone_typed, phone_is_valid, language,
                         status, created_at)
     SELECT ids.id, u.id, 'Оксана', '+380671234567', '067 123 45 67', true, 'ua', 'completed', now() - row_number() OVER () * interval '1 day'
     FROM ids, users u WHERE u.email = $1`,
    [customer.email],
  )

  await page.goto('/profile')
  const purchases = page.getByRole('main').getByRole('article')
  await expect(purchases).toHaveCount(10)
  await expect(purchases.first()).toContainText(number)
  await expect(purchases.first()).toContainText('284,40')
  await expect(purchases.first()).toContainText(t.order.status.pending)
  await page.getByRole('button', { name: t.profile.purchases.more }).click()
  await expect(purchases).toHaveCount(12)

  await page.route('**/api/users/**', (route) => route.abort())
  await page.reload()
  await expect(page.getByText(t.profile.lastKnown).last()).toBeVisible()
  await expect(purchases.first()).toContainText(number)
})

test('a purchase is ordered again as it is sold today: changed prices are shown, removed products are left out and named', async ({
  visit,
}) => {
  const { page } = await visit()
  const customer = await createCustomer()
  await insertPastPurchase(customer, [
    { slug: 'kiwi-chips', packageSize: '100г', quantity: 3, unitPrice: '300.00' },
    { slug: 'fig-slices', packageSize: '500г', quantity: 1, unitPrice: '900.00' },
    { slug: 'pomelo-chips', packageSize: '100г', quantity: 1, unitPrice: '300.00' },
    { slug: 'pear-chips', packageSize: '50г', quantity: 2, unitPrice: '98.00' },
  ])
  await signInAs(page, customer)

  await page.goto('/profile')
  await page.getByRole('button', { name: /^Замовити ще раз/ }).click()

  const dialog = page.getByRole('dialog')
  const remarks = dialog.getByRole('listitem').filter({ hasNot: page.getByRole('combobox') })
  await expect(remarks).toHaveText([
    /ківі.*100\sг.*тепер 331,20\s₴ замість 300,00\s₴/i,
    /інжир.*500\sг/i,
    /помело.*більше\sне\sпродається/i,
  ])
  await expect(orderedProducts(dialog)).toHaveCount(2)
  await fillOrderForm(page)
  await submitOrderForm(page)
  await expect(page).toHaveURL(/\/order\//)

  await page.goto('/profile')
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('main').getByRole('article').first().getByRole('listitem')).toHaveCount(2)
})

test('no product of a purchase is sold any more: a message shows it, and no form opens', async ({ visit }) => {
  const { page } = await visit()
  const customer = await createCustomer()
  await insertPastPurchase(customer, [{ slug: 'quince-chips', packageSize: '50г', quantity: 1, unitPrice: '92.50' }])
  await signInAs(page, customer)

  await page.goto('/profile')
  await page.getByRole('button', { name: /^Замовити ще раз/ }).click()

  await expect(toasts(page)).toContainText(t.reorder.nothingLeft)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

for (const [index, { language, theme, size }] of appearances.entries()) {
  test(
    `profile and settings in ${language}, ${theme}, ${size.width} wide: nothing for axe, nothing sticks out, nothing moves`,
    thoroughUnless(index === 1),
    async ({ visit }) => {
      const { page, pageErrors } = await visit({ language, theme, size })
      await signInAs(page, await createCustomer())
      await placeOrder(page, [{ slug: 'apple-chips', packageSize: '100г', quantity: 2 }])
      // The content above must have the same height before and after the purchases load.
      await page.route('**/api/users/orders?*', async (route) => {
        await page
          .getByRole('region', { name: exactText(messagesByLanguage[language].profile.purchases.title) })
          .getByRole('status')
          .waitFor()
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
        await route.fallback()
      })
      for (const [path, loadedLocator] of [
        ['/profile', page.getByRole('main').getByRole('article')],
        ['/profile/settings', page.getByText(messagesByLanguage[language].settings.sessions.here, { exact: true })],
      ] as const) {
        pageErrors.length = 0
        await page.goto(path)
        await loadedLocator.first().waitFor()
        await waitForNetworkIdle(page)

        await expectStable(page, path)
        await expectAccessible(page, path)
        expect(pageErrors).toEqual([])
      }
    },
  )
}
