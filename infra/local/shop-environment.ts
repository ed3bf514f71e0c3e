import { join } from 'node:path'
import { getFreePort } from './ports.ts'
import { loadSecrets, type Secrets } from './shop-secrets.ts'
import type { Environment, ShopOptions } from './shop-options.ts'

/** The bot of the Telegram fake, whose page plays the phone. */
const BOT_NAME = 'tsedra_local_bot'
/** The staff group of the Telegram fake. */
export const STAFF_CHAT = '-1001'

type Ports = Awaited<ReturnType<typeof choosePorts>>

/** What all programs of one local shop share. */
export interface ShopSettings {
  mode: 'test' | 'development'
  env: Environment
  ports: Ports
  secrets: Secrets
  publicOrigin: string
  mediaDir: string
  /** Accounts of the shop at the fake of Google and Apple, for the API and for the fake. */
  providerEnv: Environment
}

/** Returns ports, secrets and environment of a shop; the data folder is created if necessary. */
export async function createShopSettings(options: ShopOptions): Promise<ShopSettings> {
  const { dir, env = {} } = options
  const ports = await choosePorts(options)
  const secrets = loadSecrets(dir)
  return {
    mode: env['NODE_ENV'] === 'test' ? 'test' : 'development',
    env,
    ports,
    secrets,
    publicOrigin: env['PUBLIC_ORIGIN'] ?? `http://localhost:${ports.edge}`,
    mediaDir: join(dir, 'media'),
    providerEnv: buildProviderEnv(secrets, `http://127.0.0.1:${ports.providers}`),
  }
}

async function choosePorts(options: ShopOptions) {
  return {
    edge: options.port ?? (await getFreePort()),
    telegram: options.telegramPort ?? (await getFreePort()),
    mail: options.mailPort ?? (await getFreePort()),
    smtp: options.smtpPort ?? (await getFreePort()),
    providers: options.providerPort ?? (await getFreePort()),
    api: await getFreePort(),
    apiHealth: await getFreePort(),
    workerHealth: await getFreePort(),
  }
}

function buildProviderEnv({ googleSecret, appleKey }: Secrets, origin: string): Environment {
  return {
    GOOGLE_ISSUER: `${origin}/google`,
    GOOGLE_CLIENT_ID: 'tsedra-local',
    GOOGLE_CLIENT_SECRET: googleSecret,
    APPLE_ISSUER: `${origin}/apple`,
    APPLE_CLIENT_ID: 'ua.tsedra.local',
    APPLE_TEAM_ID: 'LOCALTEAM1',
    APPLE_KEY_ID: 'LOCALKEY01',
    APPLE_PRIVATE_KEY: appleKey,
  }
}

interface Connections {
  databaseUrl: string
  redisUrl: string
  hasFakeTelegram: boolean
}

/** Returns the environment variables that API and worker have in common. */
export function buildSharedEnv(settings: ShopSettings, { databaseUrl, redisUrl, hasFakeTelegram }: Connections) {
  const { mode, env, ports, secrets, publicOrigin } = settings
  return {
    NODE_ENV: mode,
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    CODE_SECRET: secrets.codeSecret,
    SMTP_URL: env['SMTP_URL'] ?? `smtp://127.0.0.1:${ports.smtp}`,
    PUBLIC_ORIGIN: publicOrigin,
    ...(hasFakeTelegram && {
      TELEGRAM_BOT_TOKEN: secrets.telegramToken,
      TELEGRAM_STAFF_CHAT_ID: STAFF_CHAT,
      TELEGRAM_API_ROOT: `http://127.0.0.1:${ports.telegram}`,
      TELEGRAM_BOT_NAME: BOT_NAME,
      TELEGRAM_LINK_ROOT: `http://localhost:${ports.telegram}`,
    }),
  }
}

/** Returns the environment variables of the API alone. */
export function buildApiEnv({ ports, secrets, mediaDir, providerEnv }: ShopSettings, hasFakeProviders: boolean) {
  return {
    PORT: `${ports.api}`,
    HEALTH_PORT: `${ports.apiHealth}`,
    TRUST_PROXY: 'loopback',
    ADDRESS_SECRET: secrets.addressSecret,
    SESSION_SECRETS: `1:${secrets.sessionSecret}`,
    MEDIA_DIR: mediaDir,
    ...(hasFakeProviders && providerEnv),
  }
}
