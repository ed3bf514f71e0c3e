import {
  common,
  httpUrl,
  passwordOf,
  poolSize,
  port,
  readEnvironment,
  type Source,
  unsafeInProduction,
} from '@tsedra/service/config'
import { brand } from '@tsedra/contract/brand'
import * as z from 'zod'

const botToken = /^\d{6,}:[\w-]{30,}$/

const environment = z.object({
  ...common,
  HEALTH_PORT: port.default(3002),
  DATABASE_POOL: poolSize.default(6),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }),
  TELEGRAM_BOT_TOKEN: z.string().min(1),
  /** A number, or the @name of a public group. */
  TELEGRAM_STAFF_CHAT_ID: z.string().regex(/^(-?\d+|@\w+)$/, 'a chat number or @name'),
  TELEGRAM_API_ROOT: httpUrl.default('https://api.telegram.org'),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  /** The sender of letters, as `name@host` or `Name <name@host>`. */
  MAIL_FROM: z.string().regex(/@/).default(brand.email),
  /** The API hashes what people type with the same one. */
  CODE_SECRET: z.string().min(32, 'at least 32 characters; make one with: openssl rand -hex 32'),
  /** How long to leave Telegram alone after it has said that token or chat are wrong. */
  TELEGRAM_PROBE_S: z.coerce.number().positive().default(600),
})

export interface Config {
  readonly production: boolean
  readonly healthPort: number
  readonly databaseUrl: string
  readonly databasePool: number
  readonly redisUrl: string
  readonly telegram: {
    readonly token: string
    readonly chatId: string
    readonly apiRoot: string
    readonly probeMs: number
  }
  readonly mail: { readonly url: string; readonly from: string }
  readonly codeSecret: string
  readonly publicOrigin: string
  readonly logLevel: string
}

/**
 * Reads the environment once, at start; nothing else in this package looks at it.
 *
 * @throws BadConfiguration naming each variable that is missing or unsafe.
 */
export function readConfig(source: Source): Config {
  const data = readEnvironment(environment, source, unsafe)
  return Object.freeze({
    production: data.NODE_ENV === 'production',
    healthPort: data.HEALTH_PORT,
    databaseUrl: data.DATABASE_URL,
    databasePool: data.DATABASE_POOL,
    redisUrl: data.REDIS_URL,
    telegram: {
      token: data.TELEGRAM_BOT_TOKEN,
      chatId: data.TELEGRAM_STAFF_CHAT_ID,
      apiRoot: data.TELEGRAM_API_ROOT.replace(/\/+$/, ''),
      probeMs: data.TELEGRAM_PROBE_S * 1_000,
    },
    mail: { url: data.SMTP_URL, from: data.MAIL_FROM },
    codeSecret: data.CODE_SECRET,
    publicOrigin: data.PUBLIC_ORIGIN,
    logLevel: data.LOG_LEVEL,
  })
}

/** What is well-formed and still must not run in production. */
function unsafe(data: z.infer<typeof environment>): string[] {
  if (data.NODE_ENV !== 'production') return []
  const { TELEGRAM_BOT_TOKEN, CODE_SECRET } = data
  const secrets = {
    DATABASE_URL: passwordOf(data.DATABASE_URL),
    // A Redis without a password is a choice of the network it lives in.
    REDIS_URL: passwordOf(data.REDIS_URL) || undefined,
    // So is a mail server without one.
    SMTP_URL: passwordOf(data.SMTP_URL) || undefined,
    CODE_SECRET,
    TELEGRAM_BOT_TOKEN,
  }
  const wrong = botToken.test(TELEGRAM_BOT_TOKEN) ? [] : ['TELEGRAM_BOT_TOKEN: not a token of @BotFather']
  return [...wrong, ...unsafeInProduction({ ...data, secrets })]
}
