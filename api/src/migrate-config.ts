import {
  commonVariables,
  readUrlPassword,
  readEnvironment,
  serviceUrl,
  checkSecretLengths,
  type Source,
  checkProduction,
  checkOutsideProduction,
} from '@tsedra/service/config'
import type { Roles } from '@tsedra/database/roles'
import * as z from 'zod'

const roleUrl = serviceUrl(/^postgres(ql)?$/).optional()

const environment = z.object({
  ...commonVariables,
  /** URLs of the API and the worker, and of backups; roles that the operator created are not listed here. */
  SHOP_DATABASE_URL: roleUrl,
  BACKUP_DATABASE_URL: roleUrl,
})

export interface MigrateConfig {
  /** URL of the schema's owner. */
  readonly databaseUrl: string
  readonly roles: Roles
}

/** @throws ConfigurationError naming each variable that is missing or unsafe. */
export function readMigrateConfig(source: Source): MigrateConfig {
  const data = readEnvironment(environment, source, (read) => {
    const { DATABASE_URL, SHOP_DATABASE_URL, BACKUP_DATABASE_URL } = read
    const urls = { DATABASE_URL, SHOP_DATABASE_URL, BACKUP_DATABASE_URL }
    const secrets = Object.fromEntries(mapUrls(urls, readUrlPassword))
    const problems =
      read.NODE_ENV === 'production'
        ? [...checkSecretLengths(secrets), ...checkProduction({ ...read, secrets })]
        : checkOutsideProduction({ ...read, secrets })
    return [...problems, ...findDuplicateRoles(mapUrls(urls, (url) => new URL(url).username))]
  })
  return Object.freeze({
    databaseUrl: data.DATABASE_URL,
    roles: { shop: data.SHOP_DATABASE_URL, backup: data.BACKUP_DATABASE_URL },
  })
}

const mapUrls = (urls: Record<string, string | undefined>, to: (url: string) => string) =>
  Object.entries(urls).flatMap(([name, url]) => (url === undefined ? [] : [[name, to(url)] as const]))

/** Two variables with one role would give the weaker one all rights of the stronger. */
const findDuplicateRoles = (users: (readonly [name: string, user: string])[]): string[] =>
  users
    .filter(([, user], index) => users.findIndex(([, other]) => other === user) < index)
    .map(([name]) => `${name}: the name of another role`)
