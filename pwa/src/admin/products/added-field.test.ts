import { productFields } from '@tsedra/contract/product-fields'
import { expect, test } from 'vitest'

// Before the modules that derive from the definition are loaded.
Object.assign(productFields, { isSeasonal: { ...productFields.isFeatured, csvColumn: 'seasonal', initial: true } })

test('a field added to the definition is in the form, its request and its layout', async () => {
  const { productLayout, productResolver, toProductFormValues } = await import('./product-form.ts')
  expect(productLayout.side.at(-1)).toEqual(['isSeasonal'])

  const values = toProductFormValues()
  expect(values.product).toMatchObject({ isSeasonal: true })
  values.product.price = '12,5'
  for (const texts of values.translations) texts.name = 'Lime'
  const { values: sent } = await productResolver(values, undefined, { fields: {}, shouldUseNativeValidation: false })
  expect(sent).toMatchObject({ product: { isSeasonal: true } })
})
