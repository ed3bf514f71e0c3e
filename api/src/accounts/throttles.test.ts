import type { Knex } from 'knex'
import { expect, test } from 'vitest'
import { openShop } from '../../test/shop.ts'
import { type Bucket, createThrottles } from './throttles.ts'

/** Postgres's clock stands still within a transaction: time passes only when it is told to. */
async function withClock(
  run: (take: (bucket: Bucket) => Promise<number>, pass: (seconds: number) => Promise<void>) => Promise<void>,
): Promise<void> {
  await using shop = await openShop()
  await shop.db.transaction(async (trx: Knex.Transaction) => {
    const throttles = createThrottles(trx, 'a secret')
    await run(
      (bucket) => throttles.take(bucket, 'somebody'),
      async (seconds) => {
        await trx.raw(
          `UPDATE throttles SET window_ends = window_ends - make_interval(secs => ?), next_at = next_at - make_interval(secs => ?)`,
          [seconds, seconds],
        )
      },
    )
  })
}

test('A-06: after five tries each wait is twice as long as the one before, a quarter of an hour at most', () =>
  withClock(async (take, pass) => {
    const waits: number[] = []
    for (let tried = 0; tried < 5; tried += 1) expect(await take('login-pair')).toBe(0)
    for (let tried = 0; tried < 11; tried += 1) {
      const wait = await take('login-pair')
      waits.push(wait)
      await pass(wait - 1)
      expect(await take('login-pair')).toBe(1)
      await pass(1)
      expect(await take('login-pair')).toBe(0)
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  }))

test('A-06: fifty tries a day at one account, then one in five minutes', () =>
  withClock(async (take, pass) => {
    for (let tried = 0; tried < 50; tried += 1) expect(await take('login-account')).toBe(0)
    expect(await take('login-account')).toBe(300)
    await pass(299)
    expect(await take('login-account')).toBe(1)
    await pass(1)
    expect(await take('login-account')).toBe(0)
    expect(await take('login-account')).toBe(300)
  }))

test('A-06: an address that has used up its tries waits until its window ends, and begins anew', () =>
  withClock(async (take, pass) => {
    for (let tried = 0; tried < 50; tried += 1) {
      expect(await take('login-address')).toBe(0)
      await pass(1)
    }
    expect(await take('login-address')).toBe(850)
    await pass(850)
    for (let tried = 0; tried < 50; tried += 1) expect(await take('login-address')).toBe(0)
    expect(await take('login-address')).toBe(900)
  }))

test('tries that come together are counted one by one', async () => {
  await using shop = await openShop()
  const throttles = createThrottles(shop.db, 'a secret')

  const waits = await Promise.all(Array.from({ length: 100 }, () => throttles.take('code-address', 'somebody')))

  expect(waits.filter((wait) => wait === 0)).toHaveLength(30)
})
