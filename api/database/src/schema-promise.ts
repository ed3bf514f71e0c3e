import pg from 'pg'
import { listMigrations } from './migrate.ts'

/**
 * The oldest release that runs on the schema of this one (infra/decisions/0053-releases.md). The release that drops or narrows
 * something raises it to the first release that no longer used it: at most to the release before.
 */
const OLDEST_RELEASE = '1.0.0'

const prefix = 'oldest release that runs on this schema: '

/** Stores the promise with the schema, as its owner, unless a newer release has migrated it. */
export async function storeSchemaPromise(url: string, oldestRelease = OLDEST_RELEASE): Promise<void> {
  const known = new Set(await listMigrations())
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations')
    // mutation test: newer-promise-stays
    if (rows.some(({ name }) => !known.has(name))) return
    await client.query(`COMMENT ON TABLE migrations IS ${pg.escapeLiteral(prefix + oldestRelease)}`)
  })
}

/** Refuses a release that is older than the schema allows. @throws naming both */
export async function checkSchemaPromise(url: string, release: string): Promise<void> {
  const comment = await withClient(url, async (client) => {
    const { rows } = await client.query<{ comment: string | null }>(
      `SELECT obj_description('migrations'::regclass, 'pg_class') AS comment`,
    )
    return rows[0]?.comment
  })
  const oldestRelease = comment?.startsWith(prefix) ? comment.slice(prefix.length) : release
  // mutation test: unreadable-schema-refused
  if (compareReleases(release, oldestRelease) < 0) {
    throw new Error(`the schema is for release ${oldestRelease} and newer, this is ${release}`)
  }
}

/** Compares versions of numbers with dots. */
export function compareReleases(a: string, b: string): number {
  return new Intl.Collator('en', { numeric: true }).compare(a, b)
}

async function withClient<T>(url: string, query: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    return await query(client)
  } finally {
    await client.end()
  }
}
