import { migrate } from '@tsedra/database/migrate'
import { letIn } from '@tsedra/database/roles'
import { configOrExit } from '@tsedra/service/run'
import { readMigrateConfig } from './migrate-config.ts'

/**
 * Brings the schema to head, lets in who works with it, and ends: the one-shot of a deployment whose API is not the
 * schema's owner (infra/decisions/0037-database-roles.md).
 */
const { databaseUrl, roles } = configOrExit(readMigrateConfig)
await migrate(databaseUrl)
await letIn(databaseUrl, roles)
process.stdout.write('migrations: at head\n')
