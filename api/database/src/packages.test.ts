import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { createTestProduct } from '../../test/fixtures.ts'
import type { Db } from './connection.ts'

const read = async (db: Db) => {
  const { packages, available_packages } = await db('products').first('packages', 'available_packages')
  return [packages, available_packages]
}

test('what the former release writes is what the present one reads', async () => {
  await using database = await testDatabase()
  const { db } = database
  await createTestProduct(db)
  expect(await read(db)).toEqual([
    ['50г', '100г', '500г', '1кг'],
    ['50г', '100г', '500г', '1кг'],
  ])

  await db('products').update({ available_packages: ['1кг', '50г'] })
  expect(await read(db)).toEqual([
    ['1кг', '50г'],
    ['1кг', '50г'],
  ])
})

test('the former release sees no size that it cannot read; of a product without another one it sees the last ones', async () => {
  await using database = await testDatabase()
  const { db } = database
  await createTestProduct(db)

  await db('products').update({ packages: ['250г', '100г', '2кг', '50г'] })
  expect(await read(db)).toEqual([
    ['250г', '100г', '2кг', '50г'],
    ['100г', '50г'],
  ])
  await db('products').update({ packages: ['250г'], price: '1.00' })
  expect(await read(db)).toEqual([['250г'], ['100г', '50г']])
  await db('products').update({ likes_count: 3 })
  expect(await read(db)).toEqual([['250г'], ['100г', '50г']])
})

test('a product without packages is refused', async () => {
  await using database = await testDatabase()
  await createTestProduct(database.db)

  await expect(database.db('products').update({ packages: [] })).rejects.toThrow('products_packages_check')
})
