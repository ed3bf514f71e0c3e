import { randomUUID } from 'node:crypto'
import { codeRequested } from '@tsedra/contract/jobs'
import { hashCode } from '@tsedra/database/verifications'
import { queueJob } from '@tsedra/database/outbox'
import { expect, test } from 'vitest'
import { type WorkerStack, openWorkerStack, waitUntil } from '../../test/worker-stack.ts'
import { openFakeMailServer } from '../../test/fake-mail-server.ts'

const codeSecret = 'code secret of the tests, long enough to be one'

/** Inserts a verification and its job, as the API does for a code request. */
async function insertVerification({ db }: WorkerStack, changes: Record<string, unknown> = {}): Promise<string> {
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

const areAllJobsDone = async (workerStack: WorkerStack) =>
  (await workerStack.outbox()).every(({ done_at }) => done_at !== null)

async function openMailStack() {
  const workerStack = await openWorkerStack()
  const mailServer = await openFakeMailServer()
  const mail = { url: `smtp://127.0.0.1:${mailServer.port}`, from: 'Цедра <hello@tsedra.example>' }
  return {
    workerStack,
    mailServer,
    mail,
    async [Symbol.asyncDispose]() {
      await workerStack[Symbol.asyncDispose]()
      await mailServer[Symbol.asyncDispose]()
    },
  }
}

test.each([
  ['ua', 'register', 'завершить реєстрацію'],
  ['ru', 'reset', 'позволит задать новый пароль'],
  ['en', 'identity', 'confirms your new address'],
])(
  'the worker generates the code: the e-mail in %s for %s contains it, the table its hash',
  async (language, purpose, words) => {
    await using stack = await openMailStack()
    const { workerStack, mailServer, mail } = stack
    const [user] = await workerStack.db('users').insert({ email: 'a@bar.example' }, ['id'])
    const id = await insertVerification(workerStack, { language, purpose, user_id: user.id })
    workerStack.openWorker({ mail })
    await waitUntil(() => areAllJobsDone(workerStack))

    const [email] = mailServer.emails
    const code = /^\d{6}/.exec(email?.text ?? '')?.[0] ?? ''
    expect(mailServer.emails).toHaveLength(1)
    expect(email).toMatchObject({ to: ['olena@bar.example'], from: 'hello@tsedra.example' })
    expect(email?.subject).toContain(code)
    expect(email?.text).toContain(words)
    const row = await workerStack.db('pending_registrations').first()
    expect(row.code_hash).toEqual(hashCode(codeSecret, id, code))
    expect(row.code_expires_at - Date.now()).toBeGreaterThan(9.5 * 60_000)
    expect(JSON.stringify(await workerStack.outbox())).not.toContain(code)
    expect(await workerStack.outbox()).toMatchObject([{ outcome: 'sent', message_id: null }])
  },
)

test('an existing account receives a hint; a reset for an unknown address sends nothing', async () => {
  await using stack = await openMailStack()
  const { workerStack, mailServer, mail } = stack
  await insertVerification(workerStack, { is_decoy: true })
  await insertVerification(workerStack, { is_decoy: true, purpose: 'reset', identity: 'unknown@bar.example' })
  await insertVerification(workerStack, { kind: 'phone', identity: '+380671234567' })
  workerStack.openWorker({ mail })
  await waitUntil(() => areAllJobsDone(workerStack))

  expect(mailServer.emails.map(({ to, subject }) => [to[0], subject])).toEqual([
    ['olena@bar.example', 'У вас уже є акаунт, Цедра'],
  ])
  expect(mailServer.emails[0]?.text).not.toMatch(/\d{6}/)
  // Decoys expire like real verifications, so that they cannot be distinguished.
  expect((await workerStack.db('pending_registrations')).every(({ code_expires_at }) => code_expires_at !== null)).toBe(
    true,
  )
})

test('a request that is consumed, superseded or too old sends nothing', async () => {
  await using stack = await openMailStack()
  const { workerStack, mailServer, mail } = stack
  await insertVerification(workerStack, { consumed_at: new Date() })
  await insertVerification(workerStack, { codes_asked: 2 })
  await insertVerification(workerStack, { code_asked_at: new Date(Date.now() - 601_000) })
  workerStack.openWorker({ mail })
  await waitUntil(() => areAllJobsDone(workerStack))

  expect(mailServer.emails).toEqual([])
})

test('an outage of the mail server delays codes but no order', async () => {
  await using stack = await openMailStack()
  const { workerStack, mailServer } = stack
  for (let count = 0; count < 6; count += 1) await insertVerification(workerStack)
  const port = mailServer.port
  await mailServer[Symbol.asyncDispose]()
  workerStack.openWorker({ mail: { url: `smtp://127.0.0.1:${port}`, from: 'hello@tsedra.example' } })
  await waitUntil(async () => (await workerStack.outbox()).some(({ last_error }) => last_error !== null))
  await workerStack.order()

  await waitUntil(() => workerStack.telegram.messages.length === 1)
  await using again = await openFakeMailServer(port)
  await waitUntil(() => areAllJobsDone(workerStack), 20_000)
  expect(again.emails).toHaveLength(6)
})
