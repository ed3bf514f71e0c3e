import { randomUUID } from 'node:crypto'
import type { Invitation } from '@tsedra/contract/admin-invitations'
import { hashInvitationToken } from '@tsedra/database/staff-invitations'
import { expect, test } from 'vitest'
import { openShop, type Shop } from '../../test/shop.ts'
import { createSignedInStaff, readStaffAudit } from '../../test/staff.ts'
import { createTestUser } from '../../test/users.ts'

const path = '/api/admin/invitations'
type Admin = Awaited<ReturnType<typeof createSignedInStaff>>

const invite = (admin: Admin, changes: object = {}) =>
  admin.send('POST', path, { email: 'Iryna@Bar.example ', role: 'editor', ...changes })
const listOf = async (admin: Admin) => (await admin.send('GET', path)).body['invitations'] as Invitation[]
const jobsOf = ({ db }: Shop) => db('job_outbox').where({ name: 'staff-invited' }).orderBy('id').pluck('payload')

// catches mutation: invitation-audited
test('an admin invites an address: it is listed, audited, and one job without a token sends the e-mail', async () => {
  await using shop = await openShop()
  const admin = await createSignedInStaff(shop, 'admin')

  const { status, body } = await invite(admin, { days: 7, language: 'en' })

  expect(status).toBe(201)
  expect(body).toMatchObject({ email: 'iryna@bar.example', role: 'editor', isOpen: true })
  expect(await listOf(admin)).toEqual([body])
  expect(await jobsOf(shop)).toMatchObject([{ invitationId: body['id'], number: 1 }])
  expect(await readStaffAudit(shop.db).select('action', 'thing_id', 'after')).toEqual([
    {
      action: 'invitation.created',
      thing_id: body['id'],
      after: { email: 'iryna@bar.example', role: 'editor', days: 7 },
    },
  ])
  expect(await shop.db('staff_invitations').first('language', 'token_hash')).toEqual({
    language: 'en',
    token_hash: null,
  })
})

test('another invitation of an address replaces the first one, also when both arrive at once', async () => {
  await using shop = await openShop()
  const admin = await createSignedInStaff(shop, 'admin')

  const responses = await Promise.all([invite(admin), invite(admin, { role: 'admin' }), invite(admin)])

  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(await listOf(admin)).toHaveLength(1)
})

// catches mutation: resent-invitation-replaced
test('another e-mail ends the former link and extends an expired invitation', async () => {
  await using shop = await openShop()
  const admin = await createSignedInStaff(shop, 'admin')
  const { id } = (await invite(admin)).body
  await shop
    .db('staff_invitations')
    .update({ token_hash: hashInvitationToken('x'), expires_at: new Date(Date.now() - 1_000) })
  expect((await listOf(admin))[0]?.isOpen).toBe(false)

  const { status, body } = await admin.send('POST', `${path}/${String(id)}/emails`)

  expect([status, body['isOpen']]).toEqual([201, true])
  expect(await jobsOf(shop)).toMatchObject([1, 2].map((number) => ({ invitationId: id, number })))
  expect((await shop.db('staff_invitations').first('token_hash')).token_hash).toBeNull()
  expect(await readStaffAudit(shop.db).pluck('action')).toEqual(['invitation.created', 'invitation.sent'])
})

test('a revoked invitation is listed no more, and is neither sent again nor revoked again', async () => {
  await using shop = await openShop()
  const admin = await createSignedInStaff(shop, 'admin')
  const { id } = (await invite(admin)).body

  expect((await admin.send('DELETE', `${path}/${String(id)}`)).body).toEqual({ done: true })

  expect(await listOf(admin)).toEqual([])
  expect((await admin.send('DELETE', `${path}/${String(id)}`)).status).toBe(404)
  expect((await admin.send('POST', `${path}/${String(id)}/emails`)).status).toBe(404)
  expect((await admin.send('POST', `${path}/${randomUUID()}/emails`)).status).toBe(404)
  expect((await readStaffAudit(shop.db).pluck('action')).at(-1)).toBe('invitation.revoked')
})

test.each([{ role: 'editor' }, { role: 'admin' }, { is_active: false }])(
  'staff and deactivated accounts are not invited: %o',
  async (row) => {
    await using shop = await openShop()
    const admin = await createSignedInStaff(shop, 'admin')
    await createTestUser(shop.db, { email: 'iryna@bar.example', ...row })

    expect((await invite(admin)).body['code']).toBe('identity_taken')
    expect(await listOf(admin)).toEqual([])
  },
)

test('an account of a customer is invited in its language, and not changed', async () => {
  await using shop = await openShop()
  const admin = await createSignedInStaff(shop, 'admin')
  await createTestUser(shop.db, { email: 'iryna@bar.example', language: 'ru' })

  expect((await invite(admin, { language: 'en' })).status).toBe(201)

  expect((await shop.db('staff_invitations').first('language')).language).toBe('ru')
  expect((await shop.db('users').where({ email: 'iryna@bar.example' }).first('role')).role).toBe('user')
})

test.each([{ email: '+380671234567' }, { email: 'not-an-address' }, { role: 'user' }, { days: 0 }, { days: 15 }])(
  'an invalid invitation is refused: %o',
  async (changes) => {
    await using shop = await openShop()
    const admin = await createSignedInStaff(shop, 'admin')

    expect((await invite(admin, changes)).body['code']).toBe('invalid_request')
  },
)

// catches mutation: invitation-email-limit
test('a mailbox receives five invitations a day at most, by whichever spelling', async () => {
  await using shop = await openShop()
  const admin = await createSignedInStaff(shop, 'admin')
  const statuses: number[] = []
  for (let count = 0; count < 6; count += 1) {
    statuses.push((await invite(admin, { email: `iryna+${count}@bar.example` })).status)
  }

  expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
})

test('an editor neither lists nor sends invitations', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)

  expect((await editor.send('GET', path)).body['code']).toBe('forbidden')
  expect((await invite(editor)).body['code']).toBe('forbidden')
})
