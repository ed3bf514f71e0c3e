import { expect, test } from 'vitest'
import { connect } from '@tsedra/database/connection'
import { withDatabaseTimeout } from '@tsedra/database/database-timeout'
import { createTestProduct } from '../../test/fixtures.ts'
import { testDatabase } from '../../test/database.ts'
import { openShop } from '../../test/shop.ts'
import { openTcpProxy } from '../../../infra/fakes/tcp-proxy.ts'

// catches mutation: request-deadline
test('a request that waits for Postgres receives `busy` within five seconds, across all its queries', {
  timeout: 60_000,
}, async () => {
  await using database = await testDatabase()
  await using proxy = await openTcpProxy(database.url)
  const db = connect({ url: proxy.url, max: 10 })
  await using shop = await openShop({ db })
  const like = () => shop.send('POST', '/api/auth/login', { emailOrPhone: 'a@bar.example', password: 'верба-над' })
  expect((await like()).status).toBe(401)
  proxy.setLatency(2_000)
  const startedAt = performance.now()

  const { status, headers, body } = await like()

  expect({ status, code: body['code'] }).toEqual({ status: 503, code: 'busy' })
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(performance.now() - startedAt).toBeLessThan(6_500)
  await db.destroy()
})

// catches mutation: no-query-past-deadline
test('a query that times out is rolled back, and the next request can use its connection', async () => {
  await using database = await testDatabase()
  const db = connect({ url: database.url, max: 1 })
  const slug = (at: number) => ({ slug: `given-up-${at}`, price: '1.00' })

  const work = withDatabaseTimeout(
    () =>
      db.transaction(async (trx) => {
        await trx('products').insert(slug(1))
        await trx.raw('SELECT pg_sleep(0.6)')
        await trx('products').insert(slug(2))
      }),
    300,
  )

  await expect(work).rejects.toMatchObject({ name: 'DatabaseUnavailable', code: '08006' })
  expect(await withDatabaseTimeout(async () => db('products').pluck('slug'))).toEqual([])
  await db.destroy()
})

test('only time spent waiting for Postgres counts towards the timeout', async () => {
  await using database = await testDatabase()
  const ask = () => database.db.raw('SELECT 1')

  await withDatabaseTimeout(async () => {
    await ask()
    await new Promise((done) => setTimeout(done, 400))
    await ask()
  }, 300)
})

// catches mutation: lost-connection-is-unavailable
test('a connection that breaks silently is `busy`, not `internal`', async () => {
  await using database = await testDatabase()
  await createTestProduct(database.db)
  await using proxy = await openTcpProxy(database.url)
  const db = connect({ url: proxy.url, max: 2 })
  await db.raw('SELECT 1')
  proxy.disconnect()

  await expect(db.raw('SELECT 1')).rejects.toMatchObject({ code: expect.stringMatching(/^(08006|ECONN\w+|EPIPE)$/) })
  await expect(db.raw('SELECT 1')).rejects.toMatchObject({ code: expect.stringMatching(/^(08006|ECONN\w+|EPIPE)$/) })
  await db.destroy()
})
