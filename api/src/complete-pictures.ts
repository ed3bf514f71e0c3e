import { readConfigOrExit } from '@tsedra/service/run-service'
import { readConfig } from './config.ts'
import { completePictures } from './images/complete-pictures.ts'
import { openStore } from './images/open-store.ts'

/**
 * Draws the renditions that pictures of former releases lack, before the new release serves requests: both `upgrade.sh` run it
 * with the settings and rights of the API (infra/decisions/0007-pictures.md). Idempotent. Exits with 1 when some are still missing.
 */
const { store } = await openStore(readConfigOrExit(readConfig))
try {
  process.stdout.write(`pictures: completed ${await completePictures(store)}\n`)
} catch (error) {
  process.stderr.write(`pictures: ${(error as Error).message}\n`)
  process.exitCode = 1
}
