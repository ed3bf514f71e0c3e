import type { Db } from '@tsedra/database/connection'
import { recountLikes } from '@tsedra/database/likes'
import { expect, test } from 'vitest'
import { publishLikes } from '../catalogue/catalogue-store.ts'
import { createTestCategory, createTestProduct } from '../../test/fixtures.ts'
import { createSignedInUser, openBrowser } from '../../test/users.ts'
import { openShop } from '../../test/shop.ts'

test('a product is liked, listed and unliked', async () => {
  const ids: string[] = []
  await using shop = await openShop({
    arrange: async (db) =>
      ids.push(await createTestProduct(db, { slug: 'lemon' }), await createTestProduct(db, { slug: 'lime' })),
  })
  const browser = await createSignedInUser(shop)
  const like = (id: string | undefined, body: object = {}) => browser.send('POST', `/api/products/${id}/like`, body)
  const listed = async () =>
    ((await browser.send('GET', '/api/users/liked-products?lang=en')).body as unknown as { slug: string }[]).map(
      ({ slug }) => slug,
    )

  expect((await like(ids[0])).body).toEqual({ liked: true, likesCount: 1 })
  expect((await like(ids[1], { liked: true })).body).toEqual({ liked: true, likesCount: 1 })
  expect((await like(ids[1], { liked: true })).body).toEqual({ liked: true, likesCount: 1 })
  expect(await listed()).toEqual(['lime', 'lemon'])
  expect((await like(ids[0])).body).toEqual({ liked: false, likesCount: 0 })
  expect((await like(ids[0], { liked: false })).body).toEqual({ liked: false, likesCount: 0 })
  expect(await listed()).toEqual(['lime'])
})

test('every favourites endpoint returns 401 to a guest', async () => {
  await using shop = await openShop()
  const { status, body } = await openBrowser(shop).send('POST', '/api/products/42/like', 'nonsense')

  expect([status, body['code']]).toEqual([400, 'invalid_request'])
  const guest = await openBrowser(shop).send('POST', '/api/products/42/like', {})
  expect([guest.status, guest.body['code']]).toEqual([401, 'unauthorized'])
  expect(guest.body['message']).toMatch(/Unauthorized/)
})

test('an unsold product cannot be liked but can be unliked; the list leaves it out', async () => {
  let id = ''
  await using shop = await openShop({ arrange: async (db) => (id = await createTestProduct(db)) })
  const browser = await createSignedInUser(shop)
  await browser.send('POST', `/api/products/${id}/like`, { liked: true })
  await shop.db('products').update({ is_active: false })
  const hidden = await createTestProduct(shop.db, {
    category_id: await createTestCategory(shop.db, { is_active: false }),
  })

  await expect.poll(async () => (await browser.send('GET', '/api/users/liked-products')).body).toEqual([])
  expect((await browser.send('POST', `/api/products/${hidden}/like`, {})).status).toBe(404)
  expect((await browser.send('POST', '/api/products/00000000-0000-4000-8000-000000000000/like', {})).status).toBe(404)
  expect((await browser.send('POST', `/api/products/${id}/like`, { liked: false })).body).toEqual({
    liked: false,
    likesCount: 0,
  })
})

test('200 double clicks: both set the like, or both toggle it, and the result is correct each time', {
  timeout: 90_000,
}, async () => {
  let id = ''
  await using shop = await openShop({ arrange: async (db) => (id = await createTestProduct(db)) })
  const browser = await createSignedInUser(shop)
  const like = (body: object) => browser.send('POST', `/api/products/${id}/like`, body)
  const failures: unknown[] = []
  for (let round = 0; round < 200; round += 1) {
    // The rate limit allows one user 120 clicks a minute.
    await shop.db('throttles').delete()
    const liked = round % 2 === 0
    const body = round < 100 ? { liked } : {}
    await Promise.all([like(body), like(body)])
    const rows = await shop.db('product_likes')
    const { likes_count } = await shop.db('products').first('likes_count')
    const expected = round < 100 ? Number(liked) : 0
    if (rows.length !== expected || likes_count !== expected) failures.push([round, rows.length, likes_count])
  }

  expect(failures).toEqual([])
})

test('twenty concurrent likes count as twenty and change the catalogue version once', async () => {
  let id = ''
  await using shop = await openShop({ arrange: async (db) => (id = await createTestProduct(db)) })
  const users = await Promise.all(Array.from({ length: 20 }, () => createSignedInUser(shop)))
  const version = async () => Number((await shop.db('catalogue_version').first()).version)
  const before = await version()

  await Promise.all(users.map((item) => item.send('POST', `/api/products/${id}/like`, { liked: true })))

  expect((await shop.db('products').first()).likes_count).toBe(20)
  expect(await version()).toBe(before)
  await publishLikes(shop.db)
  await publishLikes(shop.db)
  expect(await version()).toBe(before + 1)
  await expect
    .poll(
      async () =>
        ((await shop.send('GET', '/api/products')).body['products'] as { likesCount: number }[])[0]?.likesCount,
    )
    .toBe(20)
})

test('deleting accounts removes their likes; shared likes are each counted once', async () => {
  const ids: string[] = []
  await using shop = await openShop({
    arrange: async (db) => {
      for (let product = 0; product < 6; product += 1) ids.push(await createTestProduct(db))
    },
  })
  const users = await Promise.all(Array.from({ length: 4 }, () => createSignedInUser(shop)))
  const [stays, ...leave] = users
  for (const [user, item] of users.entries())
    for (const id of user % 2 ? ids : ids.toReversed())
      expect((await item.send('POST', `/api/products/${id}/like`, { liked: true })).status).toBe(200)
  await publishLikes(shop.db)

  const deleted = await Promise.all(
    leave.map((item) => item.send('DELETE', '/api/auth/user', { password: item.user.password })),
  )

  expect(deleted.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await shop.db('products').pluck('likes_count')).toEqual(ids.map(() => 1))
  expect((await stays?.send('POST', `/api/products/${ids[0]}/like`, { liked: false }))?.body).toEqual({
    liked: false,
    likesCount: 0,
  })
  await shop.db('products').where({ id: ids[1] }).delete()
  expect(await shop.db('product_likes')).toHaveLength(4)
})

test('a wrong count is corrected and published like any like, other counts stay', async () => {
  const ids: string[] = []
  await using shop = await openShop({
    arrange: async (db) => {
      for (let product = 0; product < 3; product += 1) ids.push(await createTestProduct(db))
    },
  })
  const { db } = shop
  const browser = await createSignedInUser(shop)
  for (const id of ids) await browser.send('POST', `/api/products/${id}/like`, { liked: true })
  await publishLikes(db)
  await db('products').where({ id: ids[0] }).update({ likes_count: 7 })
  await db('products').where({ id: ids[1] }).update({ likes_count: 0 })
  const written = () => db('products').where({ id: ids[2] }).first(db.raw('xmin::text'))
  const version = async () => Number((await db('catalogue_version').first()).version)
  const before = [await written(), await version()]

  expect(await recountLikes(db)).toBe(2)

  expect(await db('products').pluck('likes_count')).toEqual([1, 1, 1])
  expect([await written(), await version()]).toEqual(before)
  expect(await recountLikes(db)).toBe(0)
})

test('a like during the correction of a wrong count is counted too', async () => {
  let id = ''
  await using shop = await openShop({ arrange: async (db) => (id = await createTestProduct(db, { likes_count: 5 })) })
  const browser = await createSignedInUser(shop)
  const { db } = shop
  const other = await db.transaction()
  await other('products').where({ id }).forUpdate().first()
  const recounted = recountLikes(db)
  await expect.poll(() => countLockWaiters(db)).toBe(1)
  const [user] = await other('users').pluck('id')
  await other('product_likes').insert({ user_id: user, product_id: id })
  await other('products').where({ id }).update({ likes_count: 9 })
  await other.commit()

  expect(await recounted).toBe(1)
  expect((await browser.send('POST', `/api/products/${id}/like`, { liked: true })).body['likesCount']).toBe(1)
})

async function countLockWaiters(db: Db): Promise<number> {
  const { rows } = await db.raw<{ rows: object[] }>(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return rows.length
}

test('the rate limit allows 120 changes a minute', async () => {
  let id = ''
  await using shop = await openShop({ arrange: async (db) => (id = await createTestProduct(db)) })
  const browser = await createSignedInUser(shop)
  const statuses = new Map<number, number>()
  for (let index = 0; index < 125; index += 1) {
    const { status } = await browser.send('POST', `/api/products/${id}/like`, {})
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }

  expect([statuses.get(200), statuses.get(429)]).toEqual([120, 5])
})
