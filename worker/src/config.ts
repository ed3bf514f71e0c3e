import {
  botName,
  commonVariables,
  httpUrl,
  readUrlPassword,
  poolSize,
  port,
  readEnvironment,
  serviceUrl,
  checkSecretLengths,
  type Source,
  checkProduction,
  checkOutsideProduction,
  integerInRange,
} from '@tsedra/service/config'
import { brand } from '@tsedra/contract/brand'
import { type Retention, defaultRetention } from '@tsedra/database/retention'
import * as z from 'zod'
import type { Webhook } from './bot/webhook.ts'

const botToken = /^\d{6,}:[\w-]{30,}$/

const days = integerInRange(1, 3_650)

const environment = z.object({
  ...commonVariables,
  HEALTH_PORT: port.default(3002),
  DATABASE_POOL: poolSize.default(6),
  REDIS_URL: serviceUrl(/^rediss?$/),
  TELEGRAM_BOT_TOKEN: z.string().min(1),
  /** User name of the bot that verifies phones. Without it no bot runs; staff still receive orders. */
  TELEGRAM_BOT_NAME: botName.optional(),
  /** The webhook address for updates; without it the worker uses long polling. */
  TELEGRAM_WEBHOOK_URL: z.url({ protocol: /^https$/ }).optional(),
  TELEGRAM_WEBHOOK_SECRET: z
    .string()
    .regex(/^[\w-]{32,256}$/, '32 to 256 of A-Z, a-z, 0-9, _ and -; make one with: openssl rand -hex 32')
    .optional(),
  WEBHOOK_PORT: port.default(3003),
  /** A number, or the @name of a public group. */
  TELEGRAM_STAFF_CHAT_ID: z.string().regex(/^(-?\d+|@\w+)$/, 'a chat number or @name'),
  TELEGRAM_API_ROOT: httpUrl.default('https://api.telegram.org'),
  SMTP_URL: serviceUrl(/^smtps?$/),
  /** The sender of e-mails, as `name@host` or `Name <name@host>`. */
  MAIL_FROM: z.string().regex(/@/).default(brand.email),
  /** Key of the verification code hashes; the same as the API's. */
  CODE_SECRET: z.string().min(32, 'at least 32 characters; make one with: openssl rand -hex 32'),
  /** Wait before the next probe after Telegram rejected the token or the chat, in seconds. */
  TELEGRAM_PROBE_S: z.coerce.number({ error: 'not a number' }).positive().default(600),
  /** Retention periods, see @tsedra/database/retention. */
  RETAIN_ATTEMPT_DAYS: days.default(defaultRetention.verificationDays),
  RETAIN_SESSION_DAYS: days.default(defaultRetention.sessionDays),
  RETAIN_ORDER_MONTHS: integerInRange(1, 240).default(defaultRetention.orderMonths),
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
  readonly bot?: { readonly name: string; readonly webhook?: Webhook }
  readonly mail: { readonly url: string; readonly from: string }
  readonly codeSecret: string
  readonly publicOrigin: string
  readonly retention: Retention
  readonly logLevel: string
}

/**
 * Reads the environment once, at start; no other module of this package reads it.
 *
 * @throws ConfigurationError with each variable that is missing or unsafe
 */
export function readConfig(source: Source): Config {
  const data = readEnvironment(environment, source, checkConfig)
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
    ...(data.TELEGRAM_BOT_NAME && { bot: { name: data.TELEGRAM_BOT_NAME, ...webhookOf(data) } }),
    mail: { url: data.SMTP_URL, from: data.MAIL_FROM },
    codeSecret: data.CODE_SECRET,
    publicOrigin: data.PUBLIC_ORIGIN,
    retention: {
      verificationDays: data.RETAIN_ATTEMPT_DAYS,
      sessionDays: data.RETAIN_SESSION_DAYS,
      orderMonths: data.RETAIN_ORDER_MONTHS,
    },
    logLevel: data.LOG_LEVEL,
  })
}

type Environment = z.infer<typeof environment>

function webhookOf(data: Environment): { webhook?: Webhook } {
  const { TELEGRAM_WEBHOOK_URL: url, TELEGRAM_WEBHOOK_SECRET: secret, WEBHOOK_PORT: port } = data
  return url && secret ? { webhook: { url, secret, port } } : {}
}

/** Returns the problems of well-formed but unsafe values; production has additional checks. */
function checkConfig(data: Environment): string[] {
  const { TELEGRAM_WEBHOOK_URL, TELEGRAM_WEBHOOK_SECRET } = data
  const incomplete =
    TELEGRAM_WEBHOOK_URL && !TELEGRAM_WEBHOOK_SECRET
      ? ['TELEGRAM_WEBHOOK_SECRET: required with TELEGRAM_WEBHOOK_URL']
      : []
  const { TELEGRAM_BOT_TOKEN, CODE_SECRET } = data
  const ownSecrets = { DATABASE_URL: readUrlPassword(data.DATABASE_URL), REDIS_URL: readUrlPassword(data.REDIS_URL) }
  const secrets = {
    ...ownSecrets,
    // A mail server in a private network may have no password.
    SMTP_URL: readUrlPassword(data.SMTP_URL) || undefined,
    CODE_SECRET,
    TELEGRAM_BOT_TOKEN,
    TELEGRAM_WEBHOOK_SECRET,
  }
  // mutation test: local-secrets-refused
  if (data.NODE_ENV !== 'production') return [...incomplete, ...checkOutsideProduction({ ...data, secrets })]
  const problems = botToken.test(TELEGRAM_BOT_TOKEN) ? [] : ['TELEGRAM_BOT_TOKEN: not a token of @BotFather']
  const unsafe = [...checkSecretLengths(ownSecrets), ...checkProduction({ ...data, secrets })]
  // mutation test: no-stand-in-in-production
  return [...incomplete, ...problems, ...findFakeSettings(data), ...unsafe]
}

/** Returns the settings of the local stack (infra/docker/try-out.env), whose fakes deliver no message. */
function findFakeSettings(data: Environment): string[] {
  const problems: string[] = []
  if (data.TELEGRAM_BOT_NAME === 'tsedra_local_bot') problems.push('TELEGRAM_BOT_NAME: the bot of the fake Telegram')
  if (data.TELEGRAM_STAFF_CHAT_ID === '-1001') problems.push('TELEGRAM_STAFF_CHAT_ID: the chat of the fake Telegram')
  if (!data.TELEGRAM_API_ROOT.startsWith('https:')) problems.push('TELEGRAM_API_ROOT: must be https')
  if (new URL(data.SMTP_URL).host === 'mail:1025') problems.push('SMTP_URL: the fake mail server')
  return problems
}
