import { readUrlPassword } from '@tsedra/service/config'
import { type Check, CheckFailure, runChecksAndExit } from '@tsedra/service/checks'
import { release } from '@tsedra/service/release'
import { readConfigOrExit } from '@tsedra/service/run-service'
import { type Config, readConfig } from './config.ts'
import { checkCertificate } from './doctor/check-certificate.ts'
import { checkDatabase, checkDatabaseClock } from './doctor/check-database.ts'
import { checkOrigin } from './doctor/check-origin.ts'
import { checkStore } from './doctor/check-store.ts'
import { openStore } from './images/open-store.ts'

/**
 * Checks what the API depends on, with its settings and rights: infra/production/doctor.sh. `--no-origin` leaves out the public
 * address, where a running API must respond. Exits with 1 when a check fails.
 */
const config = readConfigOrExit(readConfig)
const checksOrigin = !process.argv.includes('--no-origin')
await runChecksAndExit(
  [
    checkRelease(),
    checkDatabase(config.databaseUrl),
    checkDatabaseClock(config.databaseUrl),
    checkStore(async () => (await openStore(config)).store),
    ...(checksOrigin ? [checkOrigin(config)] : []),
    ...(config.publicOrigin.startsWith('https:') ? [checkCertificate(config.publicOrigin)] : []),
  ],
  listSecrets(config),
)

function checkRelease(): Check {
  const fix = 'Build the images again: `docker compose build`.'
  return {
    name: 'release',
    fix,
    async run() {
      const major = Number(process.versions.node.split('.')[0])
      if (major < 24) throw new CheckFailure(`${process.version}, older than 24`, fix)
      return `${release}, on Node ${process.version}`
    },
  }
}

function listSecrets({ databaseUrl, addressSecret, codeSecret, sessionSecrets, media, storeRoot, providers }: Config) {
  return [
    readUrlPassword(databaseUrl),
    addressSecret,
    codeSecret,
    ...Object.values(sessionSecrets),
    media.kind === 's3' ? media.secretKey : undefined,
    storeRoot?.secretKey,
    providers.google?.clientSecret,
    providers.apple?.privateKey,
  ]
}
