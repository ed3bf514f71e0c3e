import { join } from 'node:path'
import { type Postgres, startPostgres } from './postgres.ts'
import type { Service } from './process.ts'
import { type Redis, startRedis } from './redis.ts'
import { STAFF_CHAT, type ShopSettings } from './shop-environment.ts'
import { awaitAll, getLogFile, getServiceDefaults, type StartProgram } from './shop-programs.ts'
import type { ShopOptions } from './shop-options.ts'

/** Prints that a service is up and disposes it with the shop. */
export type AddPart = <T extends AsyncDisposable>(name: string, pendingPart: Promise<T>) => Promise<T>

/** Embedded services and fakes; undefined where a setting names a real service. */
export interface Dependencies {
  postgres: Postgres | undefined
  redis: Redis | undefined
  telegram: Service | undefined
  mail: Service | undefined
  providers: Service | undefined
}

/** Starts embedded Postgres and Redis and the fakes of Telegram, mail, Google and Apple, all at the same time. */
export async function startDependencies(
  options: ShopOptions,
  settings: ShopSettings,
  addPart: AddPart,
  startProgram: StartProgram,
): Promise<Dependencies> {
  const { dir } = options
  const { env } = settings
  const defaults = getServiceDefaults(options)
  const startStore = <T extends AsyncDisposable>(name: string, start: (serviceOptions: StoreOptions) => Promise<T>) => {
    const folder = name.toLowerCase()
    return addPart(name, start({ ...defaults, dir: join(dir, folder), log: getLogFile(dir, folder) }))
  }
  const hasRealProviders = Boolean(env['GOOGLE_CLIENT_ID']) || Boolean(env['APPLE_CLIENT_ID'])
  const [postgres, redis, telegram, mail, providers] = await awaitAll(
    env['DATABASE_URL'] ? undefined : startStore('Postgres', startPostgres),
    env['REDIS_URL'] ? undefined : startStore('Redis', startRedis),
    env['TELEGRAM_BOT_TOKEN'] ? undefined : addPart('Telegram fake', startTelegram(dir, settings, startProgram)),
    env['SMTP_URL'] ? undefined : addPart('Mail viewer', startMail(dir, settings, startProgram)),
    hasRealProviders ? undefined : addPart('Google and Apple fake', startProviders(settings, startProgram)),
  )
  return { postgres, redis, telegram, mail, providers }
}

type StoreOptions = ReturnType<typeof getServiceDefaults> & { dir: string; log: string }

function startTelegram(dir: string, { ports, secrets }: ShopSettings, startProgram: StartProgram): Promise<Service> {
  return startProgram('telegram', {
    script: 'infra/fakes/telegram/main.ts',
    readyUrl: `http://127.0.0.1:${ports.telegram}/`,
    env: {
      PORT: `${ports.telegram}`,
      TOKEN: secrets.telegramToken,
      STAFF_CHAT_ID: STAFF_CHAT,
      DATA_FILE: join(dir, 'telegram.jsonl'),
    },
  })
}

function startMail(dir: string, { ports }: ShopSettings, startProgram: StartProgram): Promise<Service> {
  return startProgram('mail', {
    script: 'infra/fakes/mail/main.ts',
    readyUrl: `http://127.0.0.1:${ports.mail}/`,
    env: { PORT: `${ports.mail}`, SMTP_PORT: `${ports.smtp}`, DATA_FILE: join(dir, 'mail.jsonl') },
  })
}

function startProviders(settings: ShopSettings, startProgram: StartProgram): Promise<Service> {
  const { ports, providerEnv, publicOrigin } = settings
  return startProgram('providers', {
    script: 'infra/fakes/providers/main.ts',
    readyUrl: `http://127.0.0.1:${ports.providers}/`,
    env: { ...providerEnv, PORT: `${ports.providers}`, SHOP_ORIGIN: publicOrigin },
  })
}
