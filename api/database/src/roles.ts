import pg from 'pg'
import { lockIdOf } from './advisory-locks.ts'

/** Addresses of this database, each with the name and password of a role. */
export interface Roles {
  /** Of the API and the worker: they read and write rows, and change nothing else. */
  shop?: string | undefined
  /** Of whoever takes backups: it reads. */
  backup?: string | undefined
}

/**
 * Lets these roles in, with the passwords of their addresses, to the schema as it is now: after every migration, because a
 * new table is its owner's alone (infra/decisions/0037-database-roles.md). A role that is not there is made.
 *
 * @param url of the owner, who may make roles
 */
export async function grantRoles(url: string, { shop, backup }: Roles): Promise<void> {
  const owner = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await owner.connect()
  const execute = (sql: string) => owner.query(sql)
  try {
    await execute('BEGIN')
    // mutation test: roles-own-lock
    await execute(`SELECT pg_advisory_xact_lock(${lockIdOf('roles')})`)
    if (shop) {
      const role = await createOrUpdateRole(owner, shop)
      // mutation test: shop-role-limited
      await execute(`GRANT USAGE ON SCHEMA public TO ${role}`)
      await execute(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`)
      await execute(`GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${role}`)
      await execute(`REVOKE INSERT, UPDATE, DELETE ON migrations, migrations_lock FROM ${role}`)
      // Lines are added and, when they are old, swept (infra/decisions/0027-audit-log-and-edit-conflicts.md).
      // mutation test: audit-log-append-only
      await execute(`REVOKE UPDATE ON audit_log FROM ${role}`)
    }
    if (backup) await execute(`GRANT pg_read_all_data TO ${await createOrUpdateRole(owner, backup)}`)
    await execute('COMMIT')
  } finally {
    await owner.end()
  }
}

/** @returns its name, quoted */
async function createOrUpdateRole(owner: pg.Client, url: string): Promise<string> {
  const { username, password } = new URL(url)
  const name = decodeURIComponent(username)
  const role = pg.escapeIdentifier(name)
  const existing = await owner.query('SELECT FROM pg_roles WHERE rolname = $1', [name])
  const passwordLiteral = pg.escapeLiteral(decodeURIComponent(password))
  await owner.query(`${existing.rowCount ? 'ALTER' : 'CREATE'} ROLE ${role} LOGIN PASSWORD ${passwordLiteral}`)
  return role
}
