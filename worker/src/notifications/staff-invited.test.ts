import { staffInvited } from '@tsedra/contract/jobs'
import { queueJob } from '@tsedra/database/outbox'
import { hashInvitationToken } from '@tsedra/database/staff-invitations'
import { expect, test } from 'vitest'
import { createTestUser } from '../../../api/test/users.ts'
import { openFakeMailServer } from '../../test/fake-mail-server.ts'
import { openWorkerStack, waitUntil, type WorkerStack } from '../../test/worker-stack.ts'

const mailOptions = (port: number) => ({ mail: { url: `smtp://127.0.0.1:${port}`, from: 'hello@tsedra.example' } })
const isDone = async ({ db }: WorkerStack) => !(await db('job_outbox').whereNull('done_at').first())

async function invite({ db }: WorkerStack, changes: object = {}): Promise<string> {
  const admin = await createTestUser(db, { role: 'admin' })
  const [added] = await db('staff_invitations').insert(
    {
      email: 'iryna@bar.example',
      role: 'editor',
      language: 'en',
      days: 3,
      invited_by: admin.id,
      expires_at: new Date('2099-01-02T12:00:00Z'),
      ...changes,
    },
    ['id'],
  )
  const { id } = added as { id: string }
  await db.transaction((trx) => queueJob(trx, staffInvited, { invitationId: id, number: 1 }))
  return id
}

test.each([
  ['ua', 'Роль: редактор', 'до 2 січня 2099'],
  ['ru', 'Роль: редактор', 'до 2 января 2099'],
  ['en', 'Role: editor', 'by January 2, 2099'],
])('an invitation is one e-mail in %s, whose link has a token that only its hash is stored of', async (...row) => {
  const [language, role, until] = row
  await using stack = await openWorkerStack()
  await using mailServer = await openFakeMailServer()
  await invite(stack, { language })

  stack.openWorker(mailOptions(mailServer.port))
  stack.openWorker(mailOptions(mailServer.port))
  await waitUntil(() => isDone(stack))

  expect(mailServer.emails).toHaveLength(1)
  const text = mailServer.emails[0]?.text ?? ''
  expect(text).toContain(role)
  expect(text).toContain(until)
  const token = /https:\/\/shop\.test\/admin\/invitation#([\w-]{43})\n/.exec(text)?.[1] ?? ''
  const { token_hash } = await stack.db('staff_invitations').first('token_hash')
  expect(hashInvitationToken(token).equals(token_hash)).toBe(true)
  expect(JSON.stringify(await stack.outbox())).not.toContain(token)
})

test.each<[string, object]>([
  ['was revoked', { revoked_at: new Date() }],
  ['has expired', { expires_at: new Date(Date.now() - 1_000) }],
  ['has a later e-mail', { emails_sent: 2 }],
])('an invitation that %s in between is not sent', async (_, changes) => {
  await using stack = await openWorkerStack()
  await using mailServer = await openFakeMailServer()
  await invite(stack, changes)

  stack.openWorker(mailOptions(mailServer.port))
  await waitUntil(() => isDone(stack))

  expect(mailServer.emails).toEqual([])
  expect((await stack.db('staff_invitations').first('token_hash')).token_hash).toBeNull()
})
