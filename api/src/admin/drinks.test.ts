import { expect, test } from 'vitest'
import { createTestDrink, createTestProduct } from '../../test/fixtures.ts'
import { createSignedInStaff, drinkForm, productForm, readStaffAudit, translationsOf } from '../../test/staff.ts'
import { openShop } from '../../test/shop.ts'

const drinks = '/api/admin/drinks'
const slugsOf = (body: Record<string, unknown>) => (body['drinks'] as { slug: string }[]).map(({ slug }) => slug)

test('an editor adds and changes a drink; markup stays text, and an edit conflict is refused', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const reason = '<img src=x onerror=alert(1)>'

  const { status, body } = await editor.send('POST', drinks, {
    drink: {},
    translations: translationsOf('Old Fashioned', { reason }),
  })

  expect(status).toBe(201)
  expect(body).toMatchObject({ slug: 'old-fashioned', isActive: true, productsCount: 0, version: 1 })
  const path = `${drinks}/${String(body['id'])}`
  const changed = await editor.send('PUT', path, drinkForm('Sour', { isActive: false, version: 1 }))
  expect(changed.body).toMatchObject({
    slug: 'old-fashioned',
    isActive: false,
    version: 2,
    translations: [{ name: 'Sour ua', reason }, {}, { name: 'Sour', reason }],
  })
  expect((await editor.send('GET', path)).body).toEqual(changed.body)
  const stale = await editor.send('PUT', path, drinkForm('Lost', { version: 1 }))
  expect([stale.status, stale.body['code']]).toEqual([409, 'changed_meanwhile'])
  const taken = await editor.send('POST', drinks, drinkForm('Sour', { slug: 'old-fashioned' }))
  expect([taken.status, taken.body['code']]).toEqual([409, 'slug_taken'])
  expect(await readStaffAudit(shop.db).select('action', 'after')).toMatchObject([
    { action: 'drink.created', after: { 'name.en': 'Old Fashioned', 'reason.ua': reason } },
    { action: 'drink.changed', after: { 'name.en': 'Sour', isActive: false } },
  ])
})

test('the list of drinks includes inactive ones and can be searched, sorted and reordered', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const [negroni, spritz] = [
    await createTestDrink(shop.db, { slug: 'negroni', sort_order: 1 }),
    await createTestDrink(shop.db, { slug: 'spritz', sort_order: 2, is_active: false }),
  ]
  await createTestProduct(shop.db, { drinks: ['negroni'], is_active: false })
  const list = async (query: string) => (await editor.send('GET', `${drinks}?${query}`)).body

  expect(await list('')).toMatchObject({
    drinks: [{ slug: 'negroni', productsCount: 1 }, { productsCount: 0 }],
    total: 2,
  })
  expect(slugsOf(await list('status=inactive'))).toEqual(['spritz'])
  expect(slugsOf(await list('search=negr'))).toEqual(['negroni'])
  expect(slugsOf(await list('sort=-name&lang=ru&limit=1'))).toEqual(['spritz'])
  expect((await editor.send('PUT', `${drinks}/order`, { ids: [spritz, negroni] })).body).toEqual({ changed: 2 })
  expect(slugsOf(await list(''))).toEqual(['spritz', 'negroni'])
})

test('a product stores its drinks in their order; the field error names drinks that do not exist', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  for (const slug of ['negroni', 'spritz']) await createTestDrink(shop.db, { slug })
  const form = (drinksOfProduct: string[]) => productForm('Orange', { drinks: drinksOfProduct, slicesPer50g: 27 })

  const unknown = await editor.send('POST', '/api/admin/products', form(['negroni', 'unknown']))
  expect([unknown.status, unknown.body['code'], unknown.body['details']]).toEqual([
    400,
    'invalid_request',
    { fields: ['body.product.drinks'] },
  ])
  expect((await editor.send('POST', '/api/admin/products', form(['negroni', 'negroni']))).status).toBe(400)

  const { body } = await editor.send('POST', '/api/admin/products', form(['spritz', 'negroni']))
  expect(body).toMatchObject({ drinks: ['spritz', 'negroni'], slicesPer50g: 27 })
  expect((await shop.send('GET', '/api/products/orange')).body).toMatchObject({ drinks: ['spritz', 'negroni'] })
  const path = `/api/admin/products/${String(body['id'])}`
  const cleared = await editor.send('PUT', path, productForm('Orange', { drinks: ['negroni'], slicesPer50g: null }))
  expect(cleared.body).toMatchObject({ drinks: ['negroni'], slicesPer50g: null })
  expect((await editor.send('PUT', path, form(['unknown', 'negroni']))).status).toBe(400)
})

test('deleting a drink removes it from products, a new slug replaces it; only an admin deletes', async () => {
  await using shop = await openShop()
  const [editor, admin] = [await createSignedInStaff(shop), await createSignedInStaff(shop, 'admin')]
  const id = await createTestDrink(shop.db, { slug: 'negroni' })
  const product = await createTestProduct(shop.db, { drinks: ['spritz', 'negroni', 'sour'] })
  const path = `${drinks}/${id}`
  const readProduct = async () => (await admin.send('GET', `/api/admin/products/${product}`)).body

  await editor.send('PUT', path, drinkForm('Negroni', { slug: 'negroni-classic' }))
  expect(await readProduct()).toMatchObject({ drinks: ['spritz', 'negroni-classic', 'sour'], version: 2 })

  expect((await editor.send('DELETE', path)).body['code']).toBe('forbidden')
  expect((await admin.send('DELETE', path)).body).toEqual({ done: true })
  expect(await readProduct()).toMatchObject({ drinks: ['spritz', 'sour'], version: 3 })
  expect((await admin.send('GET', path)).status).toBe(404)
  expect(await readStaffAudit(shop.db).select('action', 'thing_id', 'after').offset(2)).toMatchObject([
    { action: 'drink.deleted', thing_id: id },
    { action: 'product.changed', thing_id: product, after: { drinks: ['spritz', 'sour'] } },
  ])
})
