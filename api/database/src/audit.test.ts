import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { audit } from './audit.ts'
import { sweep } from './retention.ts'

const olena = { id: randomUUID(), role: 'editor' }

test('the audit log stores only the differences of a change, and all fields of a new or deleted entry', async () => {
  await using database = await testDatabase()
  const { db } = database
  const lemon = { price: '10.00', names: { ua: 'Лимон', en: 'Lemon' }, isActive: true }

  await db.transaction((trx) =>
    audit(
      trx,
      olena,
      { action: 'product.created', id: 'lemon', after: lemon },
      { action: 'product.changed', id: 'lemon', before: lemon, after: { ...lemon, price: '11.00' } },
      { action: 'product.deleted', id: 'lemon', before: lemon },
      { action: 'orders.read', after: { count: 20 } },
    ),
  )

  const lines = await db('audit_log').orderBy('id').select('user_id', 'actor', 'action', 'thing_id', 'before', 'after')
  const by = { user_id: olena.id, actor: 'editor' }
  expect(lines).toEqual([
    { ...by, action: 'product.created', thing_id: 'lemon', before: null, after: lemon },
    { ...by, action: 'product.changed', thing_id: 'lemon', before: { price: '10.00' }, after: { price: '11.00' } },
    { ...by, action: 'product.deleted', thing_id: 'lemon', before: lemon, after: null },
    { ...by, action: 'orders.read', thing_id: null, before: null, after: { count: 20 } },
  ])
})

test('a rolled back change leaves no line in the audit log', async () => {
  await using database = await testDatabase()

  const done = database.db.transaction(async (trx) => {
    await audit(trx, olena, { action: 'product.created', id: 'lemon', after: {} })
    throw new Error('it failed')
  })

  await expect(done).rejects.toThrow('it failed')
  expect(await database.db('audit_log')).toEqual([])
})

test('Z-08: the shop cannot change a line of the audit log, nor delete one within a year', async () => {
  await using database = await testDatabase()
  const { db } = database
  const line = (days: number) => ({
    actor: 'admin',
    action: 'user.changed',
    thing_id: `${days}`,
    created_at: new Date(Date.now() - days * 86_400_000),
  })
  await db('audit_log').insert([line(1), line(364), line(366)])

  await expect(db('audit_log').update({ actor: 'forged' })).rejects.toThrow('only added to')
  await expect(db('audit_log').where({ thing_id: '364' }).delete()).rejects.toThrow('only added to')
  await expect(db.raw('TRUNCATE audit_log')).rejects.toThrow('only added to')
  await sweep(db)

  expect((await db('audit_log').orderBy('id')).map(({ thing_id }) => thing_id)).toEqual(['1', '364'])
})
