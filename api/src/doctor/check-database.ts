import { inspectDatabase } from '@tsedra/database/inspect'
import { type Check, CheckFailure } from '@tsedra/service/checks'

/** TOTP codes allow half a minute, signed upload addresses some minutes. */
const MAX_OFFSET_MS = 10_000

/** Checks that this role reaches Postgres and that the schema has every migration of this release. */
export function checkDatabase(url: string): Check {
  return {
    name: 'Postgres',
    fix: 'Look at `docker compose logs postgres`. If the password is refused, run `docker compose up -d migrate`: it sets those of the roles.',
    async run() {
      const { version, migrations, missingMigrations } = await inspectDatabase(url)
      if (missingMigrations.length > 0) {
        throw new CheckFailure(
          `${missingMigrations.length} migrations are not applied, the first is ${missingMigrations[0]}`,
          'Run `docker compose up -d migrate` and read `docker compose logs migrate`.',
        )
      }
      return `${version}, all ${migrations} migrations applied`
    },
  }
}

/** Compares the clock of this machine with that of Postgres. */
export function checkDatabaseClock(url: string): Check {
  return {
    name: 'clock of Postgres',
    fix: 'Postgres must be reachable first.',
    async run() {
      const { clockOffsetMs } = await inspectDatabase(url)
      if (Math.abs(clockOffsetMs) > MAX_OFFSET_MS) {
        throw new CheckFailure(
          `${clockOffsetMs / 1_000} s ahead of this machine`,
          'Correct the clock of both machines: `timedatectl set-ntp true`.',
        )
      }
      return `${clockOffsetMs} ms ahead`
    },
  }
}
