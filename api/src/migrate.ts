import { migrate } from '@tsedra/database/migrate'
import { configOrExit } from '@tsedra/service/run'
import { readConfig } from './config.ts'

/** Brings the schema to head and ends: the one-shot of a deployment that migrates before it starts the API. */
await migrate(configOrExit(readConfig).databaseUrl)
process.stdout.write('migrations: at head\n')
