import { readConfigOrExit } from '@tsedra/service/run-service'
import { checkNewest } from './check-newest.ts'
import { readBackupConfig } from './config.ts'
import { UnusableBackup } from './unusable-backup.ts'

/**
 * Checks that there is a usable backup: `npm run backup:check`. Exits with 65 (EX_DATAERR) and the reason otherwise.
 */
const { directory, key } = readConfigOrExit(readBackupConfig)
try {
  const { path, ageH, pictures, figures } = await checkNewest(directory, key)
  const rows = Object.values(figures.rows).reduce((sum, count) => sum + count, 0)
  process.stdout.write(
    `${path}: ${ageH.toFixed(1)} hours old, ${rows} rows and ${pictures} pictures, all of it opens\n`,
  )
} catch (error) {
  if (!(error instanceof UnusableBackup)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(65)
}
