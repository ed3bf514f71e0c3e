import { readConfigOrExit, runOrExit } from '@tsedra/service/run-service'
import { readBackupConfig } from './config.ts'
import { createBackup } from './create-backup.ts'

/** Takes a backup: `npm run backup`, from a nightly timer (infra/runbook.md). Exits with 1 on failure. */
const { databaseUrl, openPictures, directory, key } = readConfigOrExit(readBackupConfig)
const { path, bytes, figures, pictures, missing, removed } = await runOrExit(async () =>
  createBackup({ databaseUrl, store: await openPictures(), directory, key }),
)
const rows = Object.values(figures.rows).reduce((sum, count) => sum + count, 0)
process.stdout.write(`${path}: ${rows} rows, ${pictures} pictures, ${bytes} bytes, read back\n`)
if (missing.length > 0) process.stdout.write(`pictures that the store does not have: ${missing.join(', ')}\n`)
if (removed.length > 0) process.stdout.write(`let go: ${removed.join(', ')}\n`)
