import { randomUUID } from 'node:crypto'
import { codeRequested } from '@tsedra/contract/jobs'
import { codeHash } from '@tsedra/database/attempts'
import { queueJob } from '@tsedra/database/outbox'
import { expect, test } from 'vitest'
import { type Office, openOffice, until } from '../../test/office.ts'
import { openPost } from '../../test/post.ts'

const codeSecret = 'code secret of the tests, long enough to be one'

/** What the API writes when somebody asks for a code. */
async function attempt({ db }: Office, changes: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID()
  await db.transaction(async (trx) => {
    await trx('pending_registrations').insert({
      id,
      purpose: 'register',
      is_decoy: false,
      identity: 'olena@bar.example',
      kind: 'email',
      language: 'ua',
      browser_hash: Buffer.alloc(32),
      ...changes,
    })
    await queueJob(trx, codeRequested, { attemptId: id, number: 1 })
  })
  return id
}

const isDone = async (office: Office) => (await office.outbox()).every(({ done_at }) => done_at !== null)

async function openPlace() {
  const office = await openOffice()
  const post = await openPost()
  const mail = { url: `smtp://127.0.0.1:${post.port}`, from: 'Цедра <hello@tsedra.example>' }
  return {
    office,
    post,
    mail,
    async [Symbol.asyncDispose]() {
      await office[Symbol.asyncDispose]()
      await post[Symbol.asyncDispose]()
    },
  }
}

test.each([
  ['ua', 'register', 'завершить реєстрацію'],
  ['ru', 'reset', 'позволит задать новый пароль'],
  ['en', 'identity', 'confirms your new address'],
])(
  'a code is made by who sends it: the letter in %s for %s has it, the table its hash',
  async (language, purpose, words) => {
    await using place = await openPlace()
    const { office, post, mail } = place
    const [user] = await office.db('users').insert({ email: 'a@bar.example' }, ['id'])
    const id = await attempt(office, { language, purpose, user_id: user.id })
    office.openWorker({ mail })
    await until(() => isDone(office))

    const [letter] = post.letters
    const code = /^\d{6}/.exec(letter?.text ?? '')?.[0] ?? ''
    expect(post.letters).toHaveLength(1)
    expect(letter).toMatchObject({ to: ['olena@bar.example'], from: 'hello@tsedra.example' })
    expect(letter?.subject).toContain(code)
    expect(letter?.text).toContain(words)
    const row = await office.db('pending_registrations').first()
    expect(row.code_hash).toEqual(codeHash(codeSecret, id, code))
    expect(row.code_expires_at - Date.now()).toBeGreaterThan(9.5 * 60_000)
    expect(JSON.stringify(await office.outbox())).not.toContain(code)
    expect(await office.outbox()).toMatchObject([{ outcome: 'sent', message_id: null }])
  },
)

test('who has an account already is told so; for a stranger’s reset nothing is sent', async () => {
  await using place = await openPlace()
  const { office, post, mail } = place
  await attempt(office, { is_decoy: true })
  await attempt(office, { is_decoy: true, purpose: 'reset', identity: 'nobody@bar.example' })
  await attempt(office, { kind: 'phone', identity: '+380671234567' })
  office.openWorker({ mail })
  await until(() => isDone(office))

  expect(post.letters.map(({ to, subject }) => [to[0], subject])).toEqual([
    ['olena@bar.example', 'У вас уже є акаунт, Цедра'],
  ])
  expect(post.letters[0]?.text).not.toMatch(/\d{6}/)
  // Codes run out alike, whoever asked.
  expect((await office.db('pending_registrations')).every(({ code_expires_at }) => code_expires_at !== null)).toBe(true)
})

test('a request that was answered, asked anew or is too old sends nothing', async () => {
  await using place = await openPlace()
  const { office, post, mail } = place
  await attempt(office, { consumed_at: new Date() })
  await attempt(office, { codes_asked: 2 })
  await attempt(office, { code_asked_at: new Date(Date.now() - 601_000) })
  office.openWorker({ mail })
  await until(() => isDone(office))

  expect(post.letters).toEqual([])
})

test('a code waits for the mail server and keeps no order waiting', async () => {
  await using place = await openPlace()
  const { office, post } = place
  for (let made = 0; made < 6; made += 1) await attempt(office)
  const port = post.port
  await post[Symbol.asyncDispose]()
  office.openWorker({ mail: { url: `smtp://127.0.0.1:${port}`, from: 'hello@tsedra.example' } })
  await until(async () => (await office.outbox()).some(({ last_error }) => last_error !== null))
  await office.order()

  await until(() => office.telegram.messages.length === 1)
  await using again = await openPost(port)
  await until(() => isDone(office), 20_000)
  expect(again.letters).toHaveLength(6)
})
