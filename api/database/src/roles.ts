import pg from 'pg'
import { lockOf } from './locks.ts'

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
export async function letIn(url: string, { shop, backup }: Roles): Promise<void> {
  const owner = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await owner.connect()
  const tell = (sql: string) => owner.query(sql)
  try {
    await tell('BEGIN')
    // mutation test: roles-own-lock
    await tell(`SELECT pg_advisory_xact_lock(${lockOf('roles')})`)
    if (shop) {
      const role = await makeRole(owner, shop)
      // mutation test: shop-role-limited
      await tell(`GRANT USAGE ON SCHEMA public TO ${role}`)
      await tell(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`)
      await tell(`GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${role}`)
      await tell(`REVOKE INSERT, UPDATE, DELETE ON migrations, migrations_lock FROM ${role}`)
      // Lines are added and, when they are old, swept (infra/decisions/0027-staff-changes.md).
      // mutation test: audit-log-append-only
      await tell(`REVOKE UPDATE ON audit_log FROM ${role}`)
    }
    if (backup) await tell(`GRANT pg_read_all_data TO ${await makeRole(owner, backup)}`)
    await tell('COMMIT')
  } finally {
    await owner.end()
  }
}

/** @returns its name, quoted */
async function makeRole(owner: pg.Client, url: string): Promise<string> {
  const { username, password } = new URL(url)
  const name = decodeURIComponent(username)
  const role = pg.escapeIdentifier(name)
  const found = await owner.query('SELECT FROM pg_roles WHERE rolname = $1', [name])
  const secret = pg.escapeLiteral(decodeURIComponent(password))
  await owner.query(`${found.rowCount ? 'ALTER' : 'CREATE'} ROLE ${role} LOGIN PASSWORD ${secret}`)
  return role
}
