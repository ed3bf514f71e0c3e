import { expect, test } from 'vitest'
import { openShop } from '../../test/shop.ts'
import { createSignedInStaff, categoryForm, drinkForm, productForm } from '../../test/staff.ts'

type Names = Record<string, Record<string, string>>

test('the audit log returns names of products, categories, drinks, synonyms and users by id, also of deleted ones', async () => {
  await using shop = await openShop()
  const admin = await createSignedInStaff(shop, 'admin')
  const create = async (path: string, form: object) =>
    String((await admin.send('POST', `/api/admin/${path}`, form)).body['id'])
  const category = await create('categories', categoryForm('Chips'))
  const product = await create('products', productForm('Lemon', { categoryId: category }))
  const deleted = await create('products', productForm('Pear'))
  await admin.send('DELETE', `/api/admin/products/${deleted}`)
  const drink = await create('drinks', drinkForm('Negroni'))
  const synonyms = await create('synonyms', { words: ['karkade', 'hibiscus'] })
  const deletedSynonyms = await create('synonyms', { words: ['pitaya', 'dragonfruit'] })
  await admin.send('DELETE', `/api/admin/synonyms/${deletedSynonyms}`)
  const { user } = await createSignedInStaff(shop)
  await admin.send('PUT', `/api/admin/users/${user.id}/active`, { isActive: false })

  const { body } = await admin.send('GET', '/api/admin/audit')

  const names = body['names'] as Names
  expect(names[category]).toEqual({ ua: 'Chips ua', ru: 'Chips ru', en: 'Chips' })
  expect(names[product]).toEqual({ ua: 'Lemon ua', ru: 'Lemon ru', en: 'Lemon' })
  expect(names[deleted]).toEqual({ ua: 'Pear ua', ru: 'Pear ru', en: 'Pear' })
  expect(names[drink]).toEqual({ ua: 'Negroni ua', ru: 'Negroni ru', en: 'Negroni' })
  expect(names[synonyms]).toEqual({ ua: 'karkade, hibiscus' })
  expect(names[deletedSynonyms]).toEqual({ ua: 'pitaya, dragonfruit' })
  expect(names[user.id]).toEqual({ ua: expect.stringMatching(/\S/) as string })

  // A page that only mentions the category in a field names it too.
  const { body: one } = await admin.send('GET', `/api/admin/audit?thingId=${product}`)
  expect((one['names'] as Names)[category]?.['en']).toBe('Chips')
})
