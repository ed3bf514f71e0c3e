import { text } from 'node:stream/consumers'
import type { Role } from '@tsedra/contract/accounts'
import { notifyOwner } from '@tsedra/database/account-changes'
import { audit } from '@tsedra/database/audit'
import { connect } from '@tsedra/database/connection'
import { readConfigOrExit } from '@tsedra/service/run-service'
import { createPasswordHasher } from './accounts/password-hasher.ts'
import { parseIdentity } from './accounts/identity.ts'
import { findWeakness } from './accounts/password-weakness.ts'
import { revokeAccess } from './accounts/revoke-access.ts'
import { loadCommonPasswords } from './accounts/common-passwords.ts'
import { readConfig } from './config.ts'

/**
 * Creates an admin or promotes an account, deactivated or not: `node api/src/make-admin.ts olena@bar.example <
 * password-file`.
 *
 * Reads the password from standard input, which no process list shows. Exits with 64 (EX_USAGE) on a bad address or
 * password.
 */
const config = readConfigOrExit(readConfig)
const identity = parseIdentity(process.argv[2] ?? '')
const password = (await text(process.stdin)).replace(/\r?\n$/, '').normalize('NFC')
const owner = { identities: [identity?.value ?? null], names: [], isStaff: true }
const weakness = findWeakness(password, owner, await loadCommonPasswords())

if (identity?.kind !== 'email' || weakness) {
  process.stderr.write(
    weakness ? `password: too easily guessed (${weakness})\n` : 'usage: make-admin.ts <e-mail> < password\n',
  )
  process.exit(64)
}
const db = connect({ url: config.databaseUrl, max: 1 })
// Earlier second factors were protected by a password alone (infra/decisions/0031-roles.md).
const clearedFactors = { totp_secret: null, totp_step: null, telegram_id: null, telegram_username: null }
const row = {
  former_password: null,
  password: await createPasswordHasher(config.passwordCost).hash(password),
  role: 'admin',
  is_verified: true,
  is_active: true,
  ...clearedFactors,
}
interface AdminBefore {
  id: string
  role: Role
  is_active: boolean
  totp_step: string | null
}
await db.transaction(async (trx) => {
  const before = await trx('users')
    .where({ email: identity.value })
    .first<AdminBefore | undefined>('id', 'role', 'is_active', 'totp_step')
  if (before) await notifyOwner(trx, before.id, 'password')
  if (before?.totp_step) await notifyOwner(trx, before.id, 'second-factor-reset')
  const [admin] = await trx('users')
    .insert({ email: identity.value, ...row })
    .onConflict('email')
    .merge(row)
    .returning<{ id: string }[]>('id')
  if (!admin) throw new Error('the account was not stored')
  await revokeAccess(trx, admin.id)
  const after = { role: 'admin', isActive: true }
  await audit(
    trx,
    { id: null, role: 'command' },
    before
      ? { action: 'user.changed', id: admin.id, before: { role: before.role, isActive: before.is_active }, after }
      : { action: 'user.created', id: admin.id, after },
  )
})
await db.destroy()
process.stdout.write('admin: made\n')
