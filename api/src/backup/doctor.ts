import { type Check, runChecksAndExit } from '@tsedra/service/checks'
import { readUrlPassword } from '@tsedra/service/config'
import { readConfigOrExit } from '@tsedra/service/run-service'
import { checkDatabase } from '../doctor/check-database.ts'
import { checkBackupAge, checkDirectory } from './check-directory.ts'
import { readBackupConfig } from './config.ts'

/** Checks what a backup depends on, with its settings and rights: infra/production/doctor.sh. Exits with 1 when a check fails. */
const { databaseUrl, directory, key, openPictures } = readConfigOrExit(readBackupConfig)
const pictures: Check = {
  name: 'pictures for the backup',
  fix: 'Run `docker compose up -d store prepare`, or compare S3_ENDPOINT, S3_BUCKET and the keys.',
  run: async () => `${(await (await openPictures()).names()).length} in the store`,
}
await runChecksAndExit(
  [checkDatabase(databaseUrl), pictures, checkDirectory(directory), checkBackupAge(directory)],
  [key, readUrlPassword(databaseUrl)],
)
