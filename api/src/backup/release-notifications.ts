import { connect } from '@tsedra/database/connection'
import { releaseJobs } from '@tsedra/database/outbox'
import { readConfigOrExit } from '@tsedra/service/run-service'
import { readReleaseConfig } from './config.ts'

/** Releases the notifications that a restore paused: `npm run release-notifications`. */
const db = connect({ url: readConfigOrExit(readReleaseConfig).databaseUrl, max: 1 })
process.stdout.write(`${await releaseJobs(db)} notifications will be sent\n`)
await db.destroy()
