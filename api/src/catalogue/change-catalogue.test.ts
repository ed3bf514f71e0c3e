import { connect } from '@tsedra/database/connection'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { addGate, untilBlocked } from '../../test/gate.ts'
import { changeCatalogue } from './change-catalogue.ts'

test('R-23: changes of two processes run one after another, and a failed one does not block', async () => {
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

// catches mutation: catalogue-changes-serialised
test('a change that begins during a change of another process reads its result', async () => {
  await using database = await testDatabase()
  const { db } = database
  const other = connect({ url: database.url, max: 2 })
  const add = (process: typeof other) =>
    changeCatalogue(process, async (trx) => {
      const { count } = (await trx('categories').count().first()) as { count: string }
      await trx('categories').insert({ slug: `number-${count}` })
    })
  const gate = await addGate(db, 1, 'BEFORE INSERT ON categories FOR EACH ROW')
  await gate.close()
  const first = add(db)
  await untilBlocked(db, first, 1)
  const second = add(other)
  await untilBlocked(db, second, 2)
  await gate.open()

  await Promise.all([first, second])

  expect(await db('categories').pluck('slug').orderBy('slug')).toEqual(['number-0', 'number-1'])
  await other.destroy()
})
