import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readBackupConfig, readReleaseConfig } from '../../api/src/backup/config.ts'
import { readConfig as readApiConfig } from '../../api/src/config.ts'
import { readMigrateConfig } from '../../api/src/migrate-config.ts'
import { readConfig as readWorkerConfig } from '../../worker/src/config.ts'
import { interpolate } from '../docker/interpolate.ts'
import { mergeCompose, parseCompose } from '../docker/merge-compose.ts'

export type Environment = Record<string, string>

export const readInfraFile = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

export const generatePrivateKey = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

const createSecret = () => randomBytes(32).toString('hex')

/** The settings of an owner, as in production.env.example, with all optional ones. */
export const exampleValues: Environment = {
  LOG_LEVEL: 'info',
  IMAGE_REGISTRY: 'registry.example/shop',
  RELEASE: '1.2.0',
  DOMAIN: '',
  PUBLIC_ORIGIN: 'https://shop.example',
  BIND_ADDRESS: '127.0.0.1',
  PORT: '8080',
  TRUST_PROXY: '2',
  TRUSTED_PROXIES: '172.20.0.1',
  POSTGRES_PASSWORD: createSecret(),
  SHOP_POSTGRES_PASSWORD: createSecret(),
  BACKUP_POSTGRES_PASSWORD: createSecret(),
  REDIS_PASSWORD: createSecret(),
  ADDRESS_SECRET: createSecret(),
  SESSION_SECRETS: `2:${createSecret()} 1:${createSecret()}`,
  CODE_SECRET: createSecret(),
  S3_BUCKET: 'tsedra',
  S3_ROOT_ACCESS_KEY: 'the-root',
  S3_ROOT_SECRET_KEY: createSecret(),
  S3_ACCESS_KEY: 'the-shop',
  S3_SECRET_KEY: createSecret(),
  IMAGE_HOSTS: 'pictures.example',
  TELEGRAM_BOT_TOKEN: `123456789:${createSecret()}`,
  TELEGRAM_BOT_NAME: 'tsedra_bot',
  TELEGRAM_STAFF_CHAT_ID: '-1001234567890',
  TELEGRAM_API_ROOT: 'https://api.telegram.org',
  TELEGRAM_WEBHOOK_URL: 'https://shop.example/telegram',
  TELEGRAM_WEBHOOK_SECRET: createSecret(),
  SMTP_URL: `smtps://shop:${createSecret()}@mail.example`,
  MAIL_FROM: 'shop@shop.example',
  BACKUP_KEY: createSecret(),
  BACKUP_DIR: '/srv/backups',
  GOOGLE_CLIENT_ID: '1234.apps.googleusercontent.com',
  GOOGLE_CLIENT_SECRET: `GOCSPX-${createSecret()}`,
  APPLE_CLIENT_ID: 'ua.tsedra.shop',
  APPLE_TEAM_ID: 'TEAM123456',
  APPLE_KEY_ID: 'KEY1234567',
  APPLE_PRIVATE_KEY: generatePrivateKey('P-256'),
  RETAIN_ATTEMPT_DAYS: '1',
  RETAIN_SESSION_DAYS: '30',
  RETAIN_ORDER_MONTHS: '24',
  GRAFANA_PORT: '3030',
}

/** What replaces the bundled services when they are outside the project. */
export const externalValues: Environment = {
  OWNER_DATABASE_URL: `postgres://owner:${createSecret()}@db.example/shop`,
  DATABASE_URL: `postgres://shop_app:${createSecret()}@db.example/shop`,
  BACKUP_DATABASE_URL: `postgres://shop_backup:${createSecret()}@db.example/shop`,
  REDIS_URL: `rediss://shop:${createSecret()}@redis.example:6379`,
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'pictures-of-the-shop',
  S3_ACCESS_KEY: 'account-of-the-store',
  S3_SECRET_KEY: createSecret(),
}

/** Settings of the try-out, as `docker compose up` at the root has them when nothing else is set. */
export const tryOutValues: Environment = Object.fromEntries(
  [...readInfraFile('docker/try-out.env').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    interpolate(value, {}),
  ]),
)

interface Service {
  image?: string
  build?: object
  command?: string[]
  environment?: Record<string, string | null>
}

interface Compose {
  services: Record<string, Service>
}

/** Images have their names, without registry and release. */
function parseFile(path: string): Compose {
  const compose = parseCompose(readInfraFile(path)) as Compose
  for (const service of Object.values(compose.services)) {
    if (service.image) service.image = interpolate(service.image, {}).replace(/:latest$/, '')
  }
  return compose
}

export const productionCompose = parseFile('production/compose.yml')
/** Files that COMPOSE_FILE may add to it. */
export const overrideFiles = [
  'https.yml',
  'monitoring.yml',
  'external-postgres.yml',
  'external-redis.yml',
  'external-store.yml',
] as const

/**
 * Returns the environment of a service with these values in `.env`, with the files of its `COMPOSE_FILE`.
 *
 * @throws naming a required variable that is missing, as `docker compose` does before it touches a container
 */
export function buildEnvironment(service: string, values: Environment = exampleValues): Environment {
  const [, ...added] = values['COMPOSE_FILE']?.split(':') ?? []
  const overrides = added.map((file) => parseFile(`production/${file}`))
  const { services } = mergeCompose(productionCompose, ...overrides)
  return Object.fromEntries(
    Object.entries(services[service]?.environment ?? {}).flatMap(([name, value]) => {
      const resolved = value === null ? values[name] : interpolate(String(value), values)
      return resolved === undefined ? [] : [[name, resolved]]
    }),
  )
}

/** The programs that read an environment: what they read it with, and the service whose environment they run in. */
export const programs = {
  'api/src/main.ts': { read: readApiConfig, service: 'api' },
  'api/src/doctor.ts': { read: readApiConfig, service: 'api' },
  'api/src/make-admin.ts': { read: readApiConfig, service: 'api' },
  'api/src/migrate.ts': { read: readMigrateConfig, service: 'migrate' },
  'api/src/prepare.ts': { read: readApiConfig, service: 'prepare' },
  'api/src/complete-pictures.ts': { read: readApiConfig, service: 'api' },
  'worker/src/doctor.ts': { read: readWorkerConfig, service: 'worker' },
  'worker/src/main.ts': { read: readWorkerConfig, service: 'worker' },
  'api/src/backup/backup.ts': { read: readBackupConfig, service: 'backup' },
  'api/src/backup/doctor.ts': { read: readBackupConfig, service: 'backup' },
  'api/src/backup/check.ts': { read: readBackupConfig, service: 'backup' },
  'api/src/backup/release-notifications.ts': { read: readReleaseConfig, service: 'api' },
  'api/src/backup/restore.ts': { read: readBackupConfig, service: 'restore' },
} as const

export type Program = keyof typeof programs
