import pg from 'pg'
import { listMigrations } from './migrate.ts'

/**
 * Migrations that drop, rename or narrow something, each with the first release that no longer used it: at most the release
 * before its own (infra/decisions/0053-releases.md).
 */
export const droppingMigrations: Readonly<Record<string, string>> = {}

/** The first release with a version. */
const FIRST_RELEASE = '1.0.0'

const prefix = 'oldest release that runs on this schema: '

/** Stores the promise with the schema, as its owner, unless a newer release has migrated it. */
export async function storeSchemaPromise(url: string, oldestRelease = findOldestRelease()): Promise<void> {
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

/** Returns the oldest release that runs on the schema of this one. */
const findOldestRelease = (): string =>
  Object.values(droppingMigrations).toSorted(compareReleases).at(-1) ?? FIRST_RELEASE

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
