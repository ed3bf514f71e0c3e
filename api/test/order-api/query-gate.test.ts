import { connect } from '@tsedra/database/connection'
import { expect, test } from 'vitest'
import { testDatabase } from '../database.ts'
import { installGates, runInterleaved } from './query-gate.ts'

test('a request that fails ends a race only after the others have ended, and the race throws its error', async () => {
  await using database = await testDatabase()
  await using gated = openGated(database.url)
  const ended: string[] = []
  const works = [
    async () => {
      throw new Error('fails at once')
    },
    async () => {
      for (let statement = 0; statement < 3; statement += 1) await gated.db.raw('SELECT 1')
      ended.push('the other')
    },
  ]

  const race = runInterleaved(works, () => 0, database.db)

  await expect(race).rejects.toThrow('fails at once')
  expect(ended).toEqual(['the other'])
})

function openGated(url: string) {
  const db = connect({ url, max: 2 })
  installGates(db)
  return { db, [Symbol.asyncDispose]: () => db.destroy() }
}
