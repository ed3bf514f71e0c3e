import { expect, test } from 'vitest'
import { openShop } from '../../test/shop.ts'
import { aStaffOf, categoryForm, productForm } from '../../test/staff.ts'

type Names = Record<string, Record<string, string>>

test('the audit log names products, categories and people beside their ids, also once they are deleted', async () => {
  await using shop = await openShop()
  const admin = await aStaffOf(shop, 'admin')
  const create = async (path: string, form: object) =>
    String((await admin.send('POST', `/api/admin/${path}`, form)).body['id'])
  const category = await create('categories', categoryForm('Chips'))
  const product = await create('products', productForm('Lemon', { categoryId: category }))
  const gone = await create('products', productForm('Pear'))
  await admin.send('DELETE', `/api/admin/products/${gone}`)
  const { person } = await aStaffOf(shop)
  await admin.send('PUT', `/api/admin/users/${person.id}/active`, { isActive: false })

  const { body } = await admin.send('GET', '/api/admin/audit')

  const names = body['names'] as Names
  expect(names[category]).toEqual({ ua: 'Chips ua', ru: 'Chips ru', en: 'Chips' })
  expect(names[product]).toEqual({ ua: 'Lemon ua', ru: 'Lemon ru', en: 'Lemon' })
  expect(names[gone]).toEqual({ ua: 'Pear ua', ru: 'Pear ru', en: 'Pear' })
  expect(names[person.id]).toEqual({ ua: expect.stringMatching(/\S/) as string })

  // A page that only mentions the category in a field names it too.
  const { body: one } = await admin.send('GET', `/api/admin/audit?thingId=${product}`)
  expect((one['names'] as Names)[category]?.['en']).toBe('Chips')
})
