import { connect } from '@tsedra/database/connection'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { changeCatalogue } from './change-catalogue.ts'

// catches mutation: catalogue-changes-serialised
test('R-23: changes of two processes come one after the other, and one that fails holds nobody up', async () => {
  await using database = await testDatabase()
  const other = connect({ url: database.url, max: 2 })
  const add = (db: typeof other, fails: boolean) =>
    changeCatalogue(db, async (trx) => {
      const { count } = (await trx('categories').count().first()) as { count: string }
      await trx('categories').insert({ slug: `number-${count}` })
      if (fails) throw new Error('as it should')
    })

  const outcomes = await Promise.allSettled(
    Array.from({ length: 12 }, (_, item) => add(item % 2 ? other : database.db, item % 4 === 2)),
  )

  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(3)
  expect((await database.db('categories').pluck('slug')).length).toBe(9)
  await other.destroy()
})
