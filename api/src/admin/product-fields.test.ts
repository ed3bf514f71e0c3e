import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { productFields } from '@tsedra/contract/product-fields'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  // Files share a process: the next one must load modules without the added field.
  vi.resetModules()
})

/** Loads the server with one more field in the definition than the shop has. */
async function loadWithField() {
  vi.resetModules()
  const { productFields: fields } = await import('@tsedra/contract/product-fields')
  Object.assign(fields, {
    isSeasonal: { ...fields.isFeatured, column: 'is_seasonal', csvColumn: 'seasonal', table: 'data' },
  })
  const [{ openShop }, staff] = await Promise.all([import('../../test/shop.ts'), import('../../test/staff.ts')])
  return { openShop, ...staff }
}

test('a field added to the definition is stored, listed, exported, imported and audited', async () => {
  const { openShop, createSignedInStaff, productForm, readStaffAudit } = await loadWithField()
  await using shop = await openShop({
    arrange: (db) => db.raw('ALTER TABLE products ADD is_seasonal boolean NOT NULL DEFAULT false'),
  })
  const editor = await createSignedInStaff(shop)
  const path = '/api/admin/products'
  const { body: created } = await editor.send('POST', path, productForm('Lemon', { isSeasonal: true }))
  expect(created).toMatchObject({ isSeasonal: true })
  expect((await editor.send('GET', path)).body).toMatchObject({ products: [{ isSeasonal: true }] })

  const cookie = [...editor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const csv = await (await fetch(`${shop.url}${path}.csv`, { headers: { cookie } })).text()
  const header =
    csv
      .replace(/^\ufeff/, '')
      .split('\r\n')[0]
      ?.split(';') ?? []
  expect(header).toContain('seasonal')

  const changed = 'slug;seasonal\r\nlemon;0\r\n'
  const { body: dryRun } = await editor.send('POST', `${path}/import`, { csv: changed })
  expect(dryRun['changes']).toMatchObject([{ fields: [{ column: 'seasonal', before: '1', after: '0' }] }])
  await editor.send('POST', `${path}/import`, { csv: changed, plan: dryRun['plan'] })

  const entries = await readStaffAudit(shop.db)
  expect(entries.find(({ action }) => action === 'product.changed')).toMatchObject({
    before: { isSeasonal: true },
    after: { isSeasonal: false },
  })
})

test('the admin area and its API name a plain field only in its definition', () => {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const names = new RegExp(`\\b(?:isFeatured|${productFields.isFeatured.column})\\b`)
  const files = globSync('{api/contract/src,api/src/admin,pwa/src/admin}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts') && names.test(readFileSync(join(root, file), 'utf8')))
    .toSorted()
  expect(files).toEqual([
    // `catalogue.ts` and `selection.ts` are what shoppers see.
    'api/contract/src/catalogue.ts',
    'api/contract/src/product-fields.ts',
    'api/contract/src/selection.ts',
    // Its place in the form, and its star in the table.
    'pwa/src/admin/products/product-form.ts',
    'pwa/src/admin/products/use-product-columns.tsx',
  ])
})
