import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { sweep } from './retention.ts'

const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS)

test('P-04: exactly what is over is deleted, and a second time nothing', async () => {
  await using database = await testDatabase()
  const { db } = database
  const [user] = await db('users').insert({ email: 'olena@bar.example' }, ['id'])
  const attempt = (hours: number) => ({
    id: randomUUID(),
    purpose: 'register',
    is_decoy: false,
    identity: `${hours}`,
    kind: 'email',
    language: 'ua',
    browser_hash: Buffer.alloc(32),
    created_at: ago(hours),
  })
  const throttle = (hours: number) => ({
    bucket: `${hours}`,
    key_hash: Buffer.alloc(1),
    hits: 1,
    window_ends: ago(hours),
    next_at: ago(hours),
  })
  const session = (device: string, times: object) => ({
    id_hash: Buffer.from(device),
    user_id: user.id,
    device,
    ...times,
  })
  await db('pending_registrations').insert([attempt(23), attempt(25)])
  await db('throttles').insert([throttle(-1), throttle(47), throttle(49)])
  await db('user_sessions').insert([
    session('open', {}),
    session('ended', { revoked_at: ago(29 * 24) }),
    session('long ended', { revoked_at: ago(31 * 24) }),
    session('forgotten', { last_seen_at: ago(61 * 24) }),
  ])

  await db('telegram_updates').insert([47, 49].map((hours) => ({ update_id: hours, seen_at: ago(hours) })))
  const change = { user_id: user.id, what: 'password', language: 'ua' }
  await db('account_changes').insert(
    [47, 49].map((hours) => ({ ...change, email: `${hours}`, created_at: ago(hours) })),
  )

  expect(await sweep(db)).toBe(6)

  expect((await db('pending_registrations')).map(({ identity }) => identity)).toEqual(['23'])
  expect((await db('throttles').orderBy('bucket')).map(({ bucket }) => bucket)).toEqual(['-1', '47'])
  expect((await db('user_sessions').orderBy('device')).map(({ device }) => device)).toEqual(['ended', 'open'])
  expect((await db('telegram_updates')).map(({ update_id }) => Number(update_id))).toEqual([47])
  expect((await db('account_changes')).map(({ email }) => email)).toEqual(['47'])
  expect(await sweep(db)).toBe(0)
})
