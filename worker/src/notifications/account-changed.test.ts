import { type AccountChange, notifyOwner } from '@tsedra/database/account-changes'
import { expect, test } from 'vitest'
import { openWorkerStack, waitUntil } from '../../test/worker-stack.ts'
import { openFakeMailServer } from '../../test/fake-mail-server.ts'

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
  ['en', /^(The|A|Google|Apple|Telegram) /, 'If it wasn’t'],
])('each change sends an e-mail in %s with advice and without user input', async (...row) => {
  const [language, subject, advice] = row
  await using workerStack = await openWorkerStack()
  await using mailServer = await openFakeMailServer()
  const { db } = workerStack
  const address = { email: 'olena@bar.example', phone: '+380671234567', first_name: 'Олена', language }
  const [user] = await db('users').insert(address, ['id'])
  for (const what of changes) await db.transaction((trx) => notifyOwner(trx, user.id, what))
  await db('users').update({ email: 'thief@bar.example' })
  workerStack.openWorker({ mail: { url: `smtp://127.0.0.1:${mailServer.port}`, from: 'hello@tsedra.example' } })

  await waitUntil(() => mailServer.emails.length === changes.length)
  await waitUntil(async () => (await workerStack.outbox()).every(({ outcome }) => outcome === 'sent'))
  for (const { to, subject: actual, text } of mailServer.emails) {
    expect(to).toEqual(['olena@bar.example'])
    expect(actual).toMatch(subject)
    expect(text).toContain(advice)
    expect(text).not.toMatch(/thief|Олена|380671234567/)
  }
  expect(new Set(mailServer.emails.map(({ subject }) => subject)).size).toBe(changes.length)
  // The replaced address cannot sign in any more; the other e-mails link to the sign-in page.
  expect(mailServer.emails.filter(({ text }) => text.includes('https://shop.test/?login=1'))).toHaveLength(7)
})

test.each([
  ['ua', 'більше не діє'],
  ['ru', 'больше не действует'],
  ['en', 'no longer works'],
])(
  'a new staff member receives an e-mail in %s about the deleted password and how to set a new one',
  async (...row) => {
    const [language, deleted] = row
    await using workerStack = await openWorkerStack()
    await using mailServer = await openFakeMailServer()
    const [user] = await workerStack.db('users').insert({ email: 'olena@bar.example', language }, ['id'])
    await workerStack.db.transaction((trx) => notifyOwner(trx, user.id, 'staff-role'))
    workerStack.openWorker({ mail: { url: `smtp://127.0.0.1:${mailServer.port}`, from: 'hello@tsedra.example' } })

    await waitUntil(() => mailServer.emails.length === 1)
    expect(mailServer.emails[0]?.text).toContain(deleted)
    expect(mailServer.emails[0]?.text).toContain('12')
    expect(mailServer.emails[0]?.text).toContain('https://shop.test/?login=1')
  },
)

test('a change of a deleted account sends nothing', async () => {
  await using workerStack = await openWorkerStack()
  await using mailServer = await openFakeMailServer()
  const { db } = workerStack
  const [user] = await db('users').insert({ email: 'olena@bar.example' }, ['id'])
  await db.transaction((trx) => notifyOwner(trx, user.id, 'password'))
  await db('users').delete()
  workerStack.openWorker({ mail: { url: `smtp://127.0.0.1:${mailServer.port}`, from: 'hello@tsedra.example' } })

  await waitUntil(async () => (await workerStack.outbox()).every(({ done_at }) => done_at !== null))
  expect(mailServer.emails).toEqual([])
})
