import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { listMigrations, migrate } from './migrate.ts'
import { checkSchemaPromise, compareReleases, droppingMigrations, storeSchemaPromise } from './schema-promise.ts'

// catches mutation: unreadable-schema-refused
test('R-44: a release older than the schema allows is refused, with both versions named', async () => {
  await using database = await testDatabase()
  await storeSchemaPromise(database.url, '1.10.0')

  await expect(checkSchemaPromise(database.url, '1.9.3')).rejects.toThrow(
    'the schema is for release 1.10.0 and newer, this is 1.9.3',
  )
  await expect(checkSchemaPromise(database.url, '1.10.0')).resolves.toBeUndefined()
  await expect(checkSchemaPromise(database.url, '2.0.0')).resolves.toBeUndefined()
})

// catches mutation: newer-promise-stays
test('R-44: after a rollback the former release leaves the promise of the newer schema as it is', async () => {
  await using database = await testDatabase()
  await storeSchemaPromise(database.url, '1.3.0')
  await database.db('migrations').insert({ name: '9999-of-a-later-release.ts', batch: 99, migration_time: new Date() })

  await migrate(database.url)
  await storeSchemaPromise(database.url, '1.0.0')

  await expect(checkSchemaPromise(database.url, '1.2.0')).rejects.toThrow('release 1.3.0 and newer')
})

test('a schema without a promise accepts any release', async () => {
  await using database = await testDatabase()

  await expect(checkSchemaPromise(database.url, '0.0.1')).resolves.toBeUndefined()
})

test('a migration that drops or renames something names the oldest release that runs after it', async () => {
  const migrations = await Promise.all(
    (await listMigrations()).map(async (name) => {
      const text = await readFile(new URL(`../migrations/${name}`, import.meta.url), 'utf8')
      return { name, up: text.split('export async function down')[0] ?? '' }
    }),
  )

  const dropping = migrations.filter(({ up }) =>
    /\b(DROP (TABLE|COLUMN)|RENAME|drop(Table|Column)|rename\w+\()/.test(up),
  )

  expect(dropping.map(({ name }) => name)).toEqual(Object.keys(droppingMigrations))
})

test('releases compare by their numbers', () => {
  expect(['1.10.0', '1.9.0', '2.0.0', '1.9.12'].toSorted(compareReleases)).toEqual([
    '1.9.0',
    '1.9.12',
    '1.10.0',
    '2.0.0',
  ])
})
