import type { StaffProduct } from '@tsedra/contract/admin-catalogue'
import { expect, test } from 'vitest'
import {
  isRemovedFromLists,
  type ProductFormValues,
  productResolver,
  toDuplicateValues,
  toProductFormValues,
} from './product-form.ts'

const stored: StaffProduct = {
  id: '4f1c7a52-6f0e-4a53-9b9a-0d6c1f2a3b4c',
  slug: 'lime',
  categoryId: null,
  price: '130.00',
  imageUrl: '/media/0123456789abcdef0123-1200x800c.webp',
  galleryImages: [],
  availablePackages: ['50г', '1кг'],
  packagePrices: { '1кг': '1700.00' },
  isActive: true,
  isFeatured: false,
  sortOrder: 7,
  slicesPer50g: 27,
  drinks: ['negroni'],
  likesCount: 0,
  version: 3,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  translations: [
    {
      language: 'ua',
      name: 'Лайм',
      shortDescription: null,
      description: 'Кислий',
      seoTitle: null,
      seoDescription: null,
    },
    { language: 'ru', name: 'Лайм', shortDescription: null, description: null, seoTitle: null, seoDescription: null },
    { language: 'en', name: 'Lime', shortDescription: null, description: null, seoTitle: null, seoDescription: null },
  ],
}

const validate = (values: ProductFormValues) =>
  productResolver(values, undefined, { fields: {}, shouldUseNativeValidation: false })

test('unchanged values are sent as they were read, one tab per language', async () => {
  const values = toProductFormValues(stored)
  expect(values.translations.map(({ language }) => language)).toEqual(['en', 'ru', 'ua'])

  const { values: sent, errors } = await validate(values)
  expect(errors).toEqual({})
  const { categoryId, imageUrl, isActive, isFeatured, price, slug, sortOrder } = stored
  expect(sent).toMatchObject({ product: { categoryId, imageUrl, isActive, isFeatured, price, slug, sortOrder } })
})

test('an empty slug and sort order are omitted: the server assigns them', async () => {
  const values = toProductFormValues()
  values.product.price = '12,5'
  for (const texts of values.translations) texts.name = 'Lime'
  const { values: sent } = await validate(values)
  expect(sent).toMatchObject({ product: { price: '12.50', categoryId: null } })
  expect(Object.keys(sent.product ?? {})).not.toContain('slug')
  expect(Object.keys(sent.product ?? {})).not.toContain('sortOrder')
})

test.each(['', '0', '-1', '12.345', '100000', 'NaN', 'багато'])('an invalid price is rejected: %s', async (price) => {
  const values = toProductFormValues(stored)
  values.product.price = price
  expect((await validate(values)).errors).toHaveProperty('product.price')
})

// catches mutation: sort-order-validated
test.each(['1.5', 'x', '9999999'])('an invalid sort order is rejected: %s', async (sortOrder) => {
  const values = toProductFormValues(stored)
  values.product.sortOrder = sortOrder
  expect((await validate(values)).errors).toHaveProperty('product.sortOrder')
})

test.each([
  ['', null],
  [' 12 ', 12],
])('slices per 50 g: “%s” is sent as %s', async (slicesPer50g, sent) => {
  const values = toProductFormValues(stored)
  expect(values.product.slicesPer50g).toBe('27')
  values.product.slicesPer50g = slicesPer50g
  expect((await validate(values)).values).toMatchObject({ product: { slicesPer50g: sent } })
})

test.each(['0', '1001', '1.5', 'x'])('an invalid number of slices is rejected: %s', async (slicesPer50g) => {
  const values = toProductFormValues(stored)
  values.product.slicesPer50g = slicesPer50g
  expect((await validate(values)).errors).toHaveProperty('product.slicesPer50g')
})

test('drinks are sent in their order, each once', async () => {
  const values = toProductFormValues(stored)
  values.product.drinks = ['spritz', 'negroni']
  expect((await validate(values)).values).toMatchObject({ product: { drinks: ['spritz', 'negroni'] } })
  values.product.drinks = ['negroni', 'negroni']
  expect((await validate(values)).errors).toHaveProperty('product.drinks')
})

test('own prices of packages are sent with two decimals, those of packages that are not sold are not', async () => {
  const values = toProductFormValues(stored)
  expect(values.product.packagePrices).toEqual({ '50г': '', '100г': '', '500г': '', '1кг': '1700.00' })
  values.product.packagePrices = { '50г': ' 140,5 ', '500г': '9', '1кг': ' ' }
  const { values: sent } = await validate(values)
  expect(sent.product?.packagePrices).toEqual({ '50г': '140.50' })
  values.product.packagePrices = { '50г': 'багато' }
  expect((await validate(values)).errors).toHaveProperty(['product', 'packagePrices', '50г'])
})

test('a new product is sold in all packages of the shop', () => {
  expect(toProductFormValues(undefined, ['250г', '1кг']).product.availablePackages).toEqual(['250г', '1кг'])
})

test('a name in every language and a package are required', async () => {
  const values = toProductFormValues(stored)
  values.product.availablePackages = []
  for (const texts of values.translations) if (texts.language !== 'en') texts.name = ' '
  const { errors } = await validate(values)
  expect(errors).toHaveProperty('product.availablePackages')
  expect(errors).not.toHaveProperty(['translations', 0])
  expect(errors).toHaveProperty(['translations', 1, 'name'])
  expect(errors).toHaveProperty(['translations', 2, 'name'])
})

test('newly activating a product without a category needs confirmation', () => {
  const without = (changes: object = {}) => ({
    ...toProductFormValues(stored),
    product: { ...toProductFormValues(stored).product, categoryId: '', isActive: true, ...changes },
  })
  const category = '1f1c7a52-6f0e-4a53-9b9a-0d6c1f2a3b4c'

  expect(isRemovedFromLists(without(), undefined)).toBe(true)
  expect(isRemovedFromLists(without(), { ...stored, categoryId: category })).toBe(true)
  expect(isRemovedFromLists(without(), { ...stored, isActive: false })).toBe(true)
  expect(isRemovedFromLists(without(), stored)).toBe(false)
  expect(isRemovedFromLists(without({ isActive: false }), undefined)).toBe(false)
  expect(isRemovedFromLists(without({ categoryId: category }), undefined)).toBe(false)
})

test('a duplicate is hidden, has no slug yet, and is otherwise the same product', async () => {
  const { values } = await validate(toDuplicateValues(stored))

  const { slug: _, isActive: __, ...fields } = toProductFormValues(stored).product
  expect(values).toMatchObject({
    product: { isActive: false, price: fields.price, imageUrl: fields.imageUrl, drinks: fields.drinks },
    translations: stored.translations.map(({ name, language }) => ({ name, language })).toReversed(),
  })
  expect(values).not.toHaveProperty('product.slug')
  expect(values).not.toHaveProperty('product.version')
})
