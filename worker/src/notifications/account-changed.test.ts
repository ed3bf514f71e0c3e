import { type AccountChange, tellOwner } from '@tsedra/database/account-changes'
import { expect, test } from 'vitest'
import { openOffice, until } from '../../test/office.ts'
import { openPost } from '../../test/post.ts'

const changes: AccountChange[] = [
  'password',
  'email',
  'phone',
  'second-factor',
  'second-factor-reset',
  'google',
  'apple',
  'telegram',
]

test.each([
  ['ua', /^(Пароль|Адресу|Номер|Для|Другий|До вашого)/, 'Якщо ні'],
  ['ru', /^(Пароль|Адрес|Номер|Для|Второй|К вашему)/, 'Если нет'],
  ['en', /^(The|A|Google|Apple|Telegram) /, 'If it was not'],
])('each change is a letter in %s that says what to do about it, and holds nothing anybody typed', async (...row) => {
  const [language, subject, advice] = row
  await using office = await openOffice()
  await using post = await openPost()
  const { db } = office
  const address = { email: 'olena@bar.example', phone: '+380671234567', first_name: 'Олена', language }
  const [user] = await db('users').insert(address, ['id'])
  for (const what of changes) await db.transaction((trx) => tellOwner(trx, user.id, what))
  await db('users').update({ email: 'thief@bar.example' })
  office.openWorker({ mail: { url: `smtp://127.0.0.1:${post.port}`, from: 'hello@tsedra.example' } })

  await until(() => post.letters.length === changes.length)
  await until(async () => (await office.outbox()).every(({ outcome }) => outcome === 'sent'))
  for (const { to, subject: said, text } of post.letters) {
    expect(to).toEqual(['olena@bar.example'])
    expect(said).toMatch(subject)
    expect(text).toContain(advice)
    expect(text).not.toMatch(/thief|Олена|380671234567/)
  }
  expect(new Set(post.letters.map(({ subject }) => subject)).size).toBe(changes.length)
  // The address that was replaced opens nothing any more; the others lead to the door.
  expect(post.letters.filter(({ text }) => text.includes('https://shop.test/?login=1'))).toHaveLength(7)
})

test.each([
  ['ua', 'більше не діє'],
  ['ru', 'больше не действует'],
  ['en', 'no longer works'],
])(
  'whoever has become staff reads in %s that the former password is gone and where to set a new one',
  async (...row) => {
    const [language, gone] = row
    await using office = await openOffice()
    await using post = await openPost()
    const [user] = await office.db('users').insert({ email: 'olena@bar.example', language }, ['id'])
    await office.db.transaction((trx) => tellOwner(trx, user.id, 'staff-role'))
    office.openWorker({ mail: { url: `smtp://127.0.0.1:${post.port}`, from: 'hello@tsedra.example' } })

    await until(() => post.letters.length === 1)
    expect(post.letters[0]?.text).toContain(gone)
    expect(post.letters[0]?.text).toContain('12')
    expect(post.letters[0]?.text).toContain('https://shop.test/?login=1')
  },
)

test('a change of an account that is gone, and one that is too old, send nothing', async () => {
  await using office = await openOffice()
  await using post = await openPost()
  const { db } = office
  const [user] = await db('users').insert({ email: 'olena@bar.example' }, ['id'])
  await db.transaction((trx) => tellOwner(trx, user.id, 'password'))
  await db('users').delete()
  office.openWorker({ mail: { url: `smtp://127.0.0.1:${post.port}`, from: 'hello@tsedra.example' } })

  await until(async () => (await office.outbox()).every(({ done_at }) => done_at !== null))
  expect(post.letters).toEqual([])
})
