import { readConfigOrExit } from '@tsedra/service/run'
import { checkNewest } from './check-newest.ts'
import { readBackupConfig } from './config.ts'
import { UnusableBackup } from './unusable-backup.ts'

/** Says whether there is a backup to rely on: `npm run backup:check`. Ends with 65 (EX_DATAERR) and a sentence when not. */
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
