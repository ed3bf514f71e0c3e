import { kopiykasToDecimal } from '@tsedra/contract/money'
import { defaultPackages } from '@tsedra/contract/package-prices'
import { createAdminProduct } from './admin.ts'
import { runSql } from './database.ts'
import { fillOrderForm, openOrderForm, submitOrder } from './harness/order-form.ts'
import { packageChoice, productDetails, productTotal, toasts } from './harness/locators.ts'
import { signInAsNewStaff } from './staff.ts'
import { test } from './own-shop.ts'
import {
  containingText,
  desktop,
  exactText,
  expect,
  expectAccessible,
  expectNoOverflow,
  messagesByLanguage,
  phone,
  waitForOfflineReady,
} from './fixtures.ts'

const t = messagesByLanguage.ua
const { packages, form } = t.admin
const OWN_PRICE = 43_210

// Other specs of this shop expect the sizes of the specification.
test.afterEach(async () => {
  await runSql('DELETE FROM shop_packages')
})

test('an admin adds a package and an editor its own price: the product page shows it, an order placed offline has the same total', async ({
  visit,
}) => {
  const { page, pageErrors } = await visit({ size: desktop })
  await signInAsNewStaff(page, 'admin')
  const { slug } = await createAdminProduct(page, { price: '120' })
  await page.goto('/admin/shop')
  await page.getByRole('button', { name: packages.edit }).click()
  const sizes = page.getByRole('dialog', { name: packages.edit })
  await sizes.getByRole('button', { name: packages.add }).click()
  const row = sizes.getByRole('listitem').last()
  await expect(row.getByLabel(packages.weight)).toBeFocused()
  await row.getByLabel(packages.weight).fill('250')
  await row.getByLabel(packages.multiplier).fill('4,5')
  await expect(row.getByText(exactText(packages.label.replace('{size}', '250 г')))).toBeVisible()
  await expectAccessible(page, 'the form of the packages')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page, 'the form of the packages')
  await page.setViewportSize(desktop)
  await sizes.getByRole('button', { name: form.save, exact: true }).click()
  await expect(toasts(page)).toContainText(packages.changed)

  await page.goto(`/admin/products?search=${slug}`)
  await page.getByRole('button', { name: containingText('Редагувати:') }).click()
  const dialog = page.getByRole('dialog', { name: t.admin.products.edit })
  await dialog.getByRole('checkbox', { name: '250 г' }).check({ force: true })
  const ownPrice = dialog.getByRole('group', { name: form.packagePrices }).getByLabel(containingText('250 г'))
  await expect(dialog.getByText(containingText('540,00 ₴ (×4,5)'))).toBeVisible()
  await ownPrice.fill('432,1')
  await expect(dialog.getByText(exactText(form.priceOfItsOwn.replace('{price}', '432,10 ₴')))).toBeVisible()
  await expectAccessible(page, 'the prices of packages')
  await dialog.getByRole('button', { name: form.save, exact: true }).click()
  await expect(toasts(page)).toContainText(t.admin.products.changed)

  const customer = (await visit({ size: phone, worker: true })).page
  await customer.goto('/')
  await waitForOfflineReady(customer)
  await customer.context().setOffline(true)
  await customer.goto(`/product/${slug}`)
  const choice = packageChoice(productDetails(customer))
  await expect(choice).toHaveCount(5)
  await choice.nth(4).check({ force: true })
  await expect(productTotal(customer)).toHaveText(containingText('432,10'))
  await openOrderForm(customer)
  await fillOrderForm(customer)
  const id = await submitOrder(customer)
  await customer.context().setOffline(false)

  const readOrder = async () =>
    runSql<{ package_size: string; total_amount: string; quoted_total: string }>(
      'SELECT i.package_size, o.total_amount, o.quoted_total FROM orders o JOIN order_items i ON i.order_id = o.id WHERE o.id = $1',
      [id],
    )
  const total = kopiykasToDecimal(OWN_PRICE)
  await expect.poll(readOrder).toEqual([{ package_size: '250г', total_amount: total, quoted_total: total }])
  expect(pageErrors).toEqual([])
})

test('a package that is sold is neither removed nor renamed, and the form states why', async ({ visit }) => {
  const { page } = await visit({ size: phone })
  await signInAsNewStaff(page, 'admin')
  await createAdminProduct(page)
  await page.goto('/admin/shop')
  await page.getByRole('button', { name: packages.edit }).click()
  const dialog = page.getByRole('dialog', { name: packages.edit })
  const weight = dialog.getByLabel(packages.weight).first()
  const save = dialog.getByRole('button', { name: form.save, exact: true })

  await weight.fill('60')
  await save.click()
  await expect(dialog.getByRole('alert')).toHaveText(exactText(packages.inUse.renamed.replace('{size}', '50 г')))
  await weight.fill('50')
  await dialog.getByRole('button', { name: packages.remove.replace('{size}', '50 г') }).click()
  await save.click()
  await expect(dialog.getByRole('alert')).toHaveText(containingText('Упаковку 50 г не можна прибрати'))
})

test('two admins change the packages at once: the second keeps the input and gets the rows of the first', async ({
  visit,
}) => {
  const { page } = await visit({ size: desktop })
  await signInAsNewStaff(page, 'admin')
  await page.goto('/admin/shop')
  await page.getByRole('button', { name: packages.edit }).click()
  const dialog = page.getByRole('dialog', { name: packages.edit })
  const save = dialog.getByRole('button', { name: form.save, exact: true })
  await dialog.getByLabel(packages.multiplier).nth(1).fill('1,9')
  await dialog.getByRole('button', { name: packages.add }).click()
  const row = dialog.getByRole('listitem').last()
  await row.getByLabel(packages.weight).fill('300')
  await row.getByLabel(packages.multiplier).fill('5')
  const [first, second, ...others] = defaultPackages
  const changed = [first, { ...second, multiplier: '1.7' }, { size: '250г', multiplier: '4.5' }, ...others]
  await runSql('INSERT INTO shop_packages (packages) VALUES ($1)', [JSON.stringify(changed)])
  await save.click()

  await expect(dialog.getByRole('alert')).toHaveText(containingText(`${form.meanwhile.both.split('{')[0]}100 г`))
  await save.click()
  await expect(toasts(page)).toContainText(packages.changed)
  const [stored] = await runSql<{ packages: { size: string; multiplier: string }[] }>(
    'SELECT packages FROM shop_packages',
  )
  expect(stored?.packages.map(({ size, multiplier }) => `${size} ${multiplier}`)).toEqual([
    '50г 1',
    '100г 1.9',
    '250г 4.5',
    '500г 8',
    '1кг 15',
    '300г 5',
  ])
})
