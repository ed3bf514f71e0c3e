import {
  common,
  passwordOf,
  readEnvironment,
  serviceUrl,
  shortSecrets,
  type Source,
  unsafeInProduction,
  unsafeOutsideProduction,
} from '@tsedra/service/config'
import type { Roles } from '@tsedra/database/roles'
import * as z from 'zod'

const role = serviceUrl(/^postgres(ql)?$/).optional()

const environment = z.object({
  ...common,
  /** As the API and the worker connect, and as backups do; roles of the owner's own making are not named here. */
  SHOP_DATABASE_URL: role,
  BACKUP_DATABASE_URL: role,
})

export interface MigrateConfig {
  /** Of the schema's owner. */
  readonly databaseUrl: string
  readonly roles: Roles
}

/** @throws BadConfiguration naming each variable that is missing or unsafe. */
export function readMigrateConfig(source: Source): MigrateConfig {
  const data = readEnvironment(environment, source, (read) => {
    const { DATABASE_URL, SHOP_DATABASE_URL, BACKUP_DATABASE_URL } = read
    const urls = { DATABASE_URL, SHOP_DATABASE_URL, BACKUP_DATABASE_URL }
    const secrets = Object.fromEntries(mapped(urls, passwordOf))
    const wrong =
      read.NODE_ENV === 'production'
        ? [...shortSecrets(secrets), ...unsafeInProduction({ ...read, secrets })]
        : unsafeOutsideProduction({ ...read, secrets })
    return [...wrong, ...twins(mapped(urls, (url) => new URL(url).username))]
  })
  return Object.freeze({
    databaseUrl: data.DATABASE_URL,
    roles: { shop: data.SHOP_DATABASE_URL, backup: data.BACKUP_DATABASE_URL },
  })
}

const mapped = (urls: Record<string, string | undefined>, to: (url: string) => string) =>
  Object.entries(urls).flatMap(([name, url]) => (url === undefined ? [] : [[name, to(url)] as const]))

/** Whoever may do everything under two names has been given nothing less. */
const twins = (named: (readonly [name: string, user: string])[]): string[] =>
  named
    .filter(([, user], place) => named.findIndex(([, other]) => other === user) < place)
    .map(([name]) => `${name}: the name of another role`)
