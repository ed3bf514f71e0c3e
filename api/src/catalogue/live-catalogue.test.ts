import { createLog } from '@tsedra/service/log'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { createTestProduct } from '../../test/fixtures.ts'
import { openLiveCatalogue } from './live-catalogue.ts'

// catches mutation: stock-follows-day
test('on the day on which a package is back, the catalogue of the same version has it in stock', async () => {
  await using database = await testDatabase()
  const id = await createTestProduct(database.db, { slug: 'lemon' })
  await database.db('product_stock').insert({ product_id: id, package_size: '50г', back_on: '2026-12-03' })
  let day = '2026-12-02'
  await using catalogue = await openLiveCatalogue({ ...database, log: createLog('test', 'silent'), readDay: () => day })
  const readStock = () => catalogue.current.productById('ua', id)?.stock
  const { version } = catalogue.current

  expect(readStock()).toEqual({ '50г': '2026-12-03' })
  day = '2026-12-03'
  await catalogue.refresh()
  expect(readStock()).toBeUndefined()
  expect(catalogue.current.version).toBe(version)
})

test('an older version, as of a restored database, is read completely, and nothing is known about versions in between', async () => {
  await using database = await testDatabase()
  const { db } = database
  const id = await createTestProduct(db, { slug: 'lemon', price: '10.00' })
  await using catalogue = await openLiveCatalogue({ ...database, log: createLog('test', 'silent') })
  await db('products').where({ id }).update({ price: '11.00' })
  await catalogue.refresh()
  const { version } = catalogue.current
  expect(catalogue.current.delta('ua', version)).toBeDefined()

  await db('catalogue_version').update({ version: version - 1 })
  await catalogue.refresh()

  expect(catalogue.current.version).toBe(version - 1)
  expect(catalogue.current.productById('ua', id)?.price).toBe('11.00')
  expect(catalogue.current.delta('ua', version - 2)).toBeUndefined()
})
