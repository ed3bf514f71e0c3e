import { connect } from '@tsedra/database/connection'
import { configOrExit } from '@tsedra/service/run'
import { readConfig } from './config.ts'
import { removeDemoPeople } from './demo-people.ts'

/** Deletes the demo accounts, whose passwords are published: `node api/src/remove-demo-people.ts` (infra/runbook.md). */
const { databaseUrl } = configOrExit(readConfig)
const db = connect({ url: databaseUrl, max: 1 })
const removed = await removeDemoPeople(db)
await db.destroy()
process.stdout.write(`demo people: ${removed} removed\n`)
