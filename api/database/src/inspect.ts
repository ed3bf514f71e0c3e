import { connect } from './connection.ts'
import { listMigrations } from './migrate.ts'

export interface DatabaseState {
  version: string
  /** Migrations of this release, applied or not. */
  migrations: number
  missingMigrations: string[]
  /** How far the server's clock is ahead of this machine's, in ms; negative when it is behind. */
  clockOffsetMs: number
}

/** Reads the state of the database for an operator, with the rights of any of the shop's roles. @throws errors of Postgres */
export async function inspectDatabase(url: string): Promise<DatabaseState> {
  const db = connect({ url, max: 1 })
  try {
    // The first query opens the connection, whose duration would count as an offset.
    const { rows: tables } = await db.raw<{ rows: { there: boolean }[] }>(
      `SELECT to_regclass('migrations') IS NOT NULL AS there`,
    )
    const sentMs = Date.now()
    const { rows } = await db.raw<{ rows: { version: string; ms: number }[] }>(
      `SELECT current_setting('server_version') AS version, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`,
    )
    const { version = '', ms = 0 } = rows[0] ?? {}
    const clockOffsetMs = Math.round(ms - (sentMs + Date.now()) / 2)
    const applied = tables[0]?.there ? await db('migrations').select<{ name: string }[]>('name') : []
    const names = new Set(applied.map(({ name }) => name))
    const migrations = await listMigrations()
    return {
      version,
      migrations: migrations.length,
      missingMigrations: migrations.filter((name) => !names.has(name)),
      clockOffsetMs,
    }
  } finally {
    await db.destroy()
  }
}
