import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { testDatabase } from '../test/database.ts'
import { createTestUser } from '../test/users.ts'

function makeAdmin(databaseUrl: string, email: string, password: string) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [fileURLToPath(new URL('make-admin.ts', import.meta.url)), email],
    {
      input: `${password}\n`,
      encoding: 'utf8',
      env: {
        NODE_ENV: 'test',
        DATABASE_URL: databaseUrl,
        PUBLIC_ORIGIN: 'http://localhost:8080',
        ADDRESS_SECRET: randomUUID(),
        CODE_SECRET: randomUUID(),
        SESSION_SECRETS: `1:${randomUUID()}`,
        PASSWORD_MEMORY_KIB: '64',
        MEDIA_DIR: '/tmp',
      },
    },
  )
  return { status, output: stdout + stderr }
}

test('A-08: a command alone creates an admin, from a new or an existing account, with a password fit for staff', async () => {
  await using database = await testDatabase()
  const { db, url } = database
  const olena = await createTestUser(db, { totp_secret: 'sealed', totp_step: 7, is_active: false })

  expect(makeAdmin(url, 'new@bar.example', 'верба-7')).toMatchObject({ status: 64 })
  expect(makeAdmin(url, 'no-address', 'верба-над-ставом-7')).toMatchObject({ status: 64 })
  expect(await db('users').where({ role: 'admin' })).toEqual([])
  expect(makeAdmin(url, 'new@bar.example', 'верба-над-ставом-8')).toEqual({ status: 0, output: 'admin: made\n' })
  expect(makeAdmin(url, olena.email, 'верба-над-ставом-9').status).toBe(0)

  const admins = await db('users').where({ role: 'admin' }).orderBy('created_at')
  expect(admins).toMatchObject([
    { id: olena.id, is_verified: true, is_active: true, totp_secret: null, totp_step: null },
    { email: 'new@bar.example', is_verified: true },
  ])
  expect(admins[1].password).toMatch(/^\$argon2id/)
  // The owner of an existing account receives an e-mail.
  expect(await db('account_changes').orderBy('id').select('what', 'email')).toEqual([
    { what: 'password', email: olena.email },
    { what: 'second-factor-reset', email: olena.email },
  ])
  const by = { user_id: null, actor: 'command' }
  const made = { role: 'admin', isActive: true }
  expect(await db('audit_log').orderBy('id')).toMatchObject([
    { ...by, action: 'user.created', thing_id: admins[1].id, before: null, after: made },
    { ...by, action: 'user.changed', thing_id: olena.id, before: { role: 'user', isActive: false }, after: made },
  ])
})
