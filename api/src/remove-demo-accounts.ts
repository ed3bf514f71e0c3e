import { connect } from '@tsedra/database/connection'
import { readConfigOrExit } from '@tsedra/service/run-service'
import { readConfig } from './config.ts'
import { removeDemoAccounts } from './demo-accounts.ts'

/**
 * Deletes the demo accounts, whose passwords are published: `node api/src/remove-demo-accounts.ts` (infra/runbook.md).
 */
const { databaseUrl } = readConfigOrExit(readConfig)
const db = connect({ url: databaseUrl, max: 1 })
const removed = await removeDemoAccounts(db)
await db.destroy()
process.stdout.write(`demo accounts: ${removed} removed\n`)
