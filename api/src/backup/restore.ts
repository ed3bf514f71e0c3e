import { readConfigOrExit } from '@tsedra/service/run-service'
import { readBackupConfig } from './config.ts'
import { restoreBackup } from './restore-backup.ts'
import { UnusableBackup } from './unusable-backup.ts'

/**
 * Restores a backup into an empty database: `npm run restore -- <file>`. Exits with 65 (EX_DATAERR) and the reason when
 * that is impossible; nothing has changed then.
 */
const { databaseUrl, openPictures, key } = readConfigOrExit(readBackupConfig)
const [path] = process.argv.slice(2)
if (!path) {
  process.stderr.write('usage: npm run restore -- <file>\n')
  process.exit(64)
}
/** Figure name, value in the backup, value in the database. */
type Compared = [what: string, wanted: Figure, is: Figure]
type Figure = number | string | null | undefined

try {
  const restored = await restoreBackup({ path, key, databaseUrl, store: await openPictures() })
  const { takenAt, figures, found, pictures, added, paused } = restored
  const compared: Compared[] = [
    ...Object.entries(figures.rows).map(([table, rows]): Compared => [table, rows, found.rows[table]]),
    ['sum of totals', figures.orderTotal, found.orderTotal],
    ['newest order', figures.newestOrder, found.newestOrder],
  ]
  for (const [what, wanted, is] of compared) process.stdout.write(`${what.padEnd(24)}${wanted} = ${is}\n`)
  process.stdout.write(`pictures                ${pictures}, of which ${added} were not there\n`)
  process.stdout.write(`restored as of ${takenAt}\n`)
  if (paused > 0) {
    process.stdout.write(
      `${paused} notifications are paused: some may have been sent since. npm run release-notifications\n`,
    )
  }
} catch (error) {
  if (!(error instanceof UnusableBackup)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(65)
}
