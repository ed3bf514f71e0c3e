import { expect, test } from 'vitest'
import { findConflicts, getChangedFields } from './edit-conflicts.ts'

const stored = {
  product: { price: '95.00', galleryImages: ['/a', '/b'], isActive: true },
  translations: [
    { language: 'en', name: 'Orange' },
    { language: 'ua', name: 'Апельсин' },
  ],
}
const changed = (price: string, name: string, galleryImages = ['/a', '/b']) => ({
  product: { ...stored.product, price, galleryImages },
  translations: [stored.translations[0], { language: 'ua', name }],
})

test('only different fields are changes, and a list of strings is one value', () => {
  expect(getChangedFields(stored, structuredClone(stored))).toEqual([])
  expect(getChangedFields(stored, changed('99.00', 'Апельсин', ['/b']))).toEqual([
    { path: 'product.price', before: '95.00', value: '99.00' },
    { path: 'product.galleryImages', before: ['/a', '/b'], value: ['/b'] },
  ])
  expect(getChangedFields(stored, changed('95.00', 'Помаранч'))).toEqual([
    { path: 'translations.1.name', before: 'Апельсин', value: 'Помаранч' },
  ])
})

// catches mutation: edit-conflict-shown
test('different fields, or equal changes of one field, are no conflict', () => {
  expect(findConflicts(stored, changed('99.00', 'Апельсин'), changed('95.00', 'Помаранч'))).toEqual([])
  expect(findConflicts(stored, changed('99.00', 'Апельсин'), changed('99.00', 'Апельсин'))).toEqual([])
  expect(findConflicts(stored, changed('99.00', 'Апельсин'), changed('90.00', 'Апельсин'))).toEqual(['product.price'])
})
