import { migrate } from '@tsedra/database/migrate'
import { grantRoles } from '@tsedra/database/roles'
import { checkSchemaPromise, storeSchemaPromise } from '@tsedra/database/schema-promise'
import { release } from '@tsedra/service/release'
import { readConfigOrExit } from '@tsedra/service/run-service'
import { readMigrateConfig } from './migrate-config.ts'

/**
 * Migrates the schema to head, grants the roles, and exits: the one-shot job of a deployment whose API is not the
 * schema's owner (infra/decisions/0037-database-roles.md).
 */
const { databaseUrl, roles } = readConfigOrExit(readMigrateConfig)
await migrate(databaseUrl)
await checkSchemaPromise(databaseUrl, release)
await storeSchemaPromise(databaseUrl)
await grantRoles(databaseUrl, roles)
process.stdout.write('migrations: at head\n')
