import pg from 'pg'
import { lockIdOf } from './advisory-locks.ts'

/** URLs of this database, each with the name and password of a role. */
export interface Roles {
  /** For the API and the worker: reads and writes rows, and changes nothing else. */
  shop?: string | undefined
  /** For backups: read-only. */
  backup?: string | undefined
}

/**
 * Creates or updates these roles with the passwords of their URLs and grants them the present schema: call it after
 * every migration, because a new table belongs to its owner alone (infra/decisions/0037-database-roles.md).
 *
 * @param url of the owner, who may create roles
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
      // Lines are inserted and, after a year, deleted (infra/decisions/0027-audit-log-and-edit-conflicts.md).
      // mutation test: audit-log-append-only
      await execute(`REVOKE UPDATE ON audit_log FROM ${role}`)
    }
    if (backup) await execute(`GRANT pg_read_all_data TO ${await createOrUpdateRole(owner, backup)}`)
    await execute('COMMIT')
  } finally {
    await owner.end()
  }
}

/** Returns the quoted name of the role. */
async function createOrUpdateRole(owner: pg.Client, url: string): Promise<string> {
  const { username, password } = new URL(url)
  const name = decodeURIComponent(username)
  const role = pg.escapeIdentifier(name)
  const existing = await owner.query('SELECT FROM pg_roles WHERE rolname = $1', [name])
  const passwordLiteral = pg.escapeLiteral(decodeURIComponent(password))
  await owner.query(`${existing.rowCount ? 'ALTER' : 'CREATE'} ROLE ${role} LOGIN PASSWORD ${passwordLiteral}`)
  return role
}
