import { readFileSync } from 'node:fs'
import * as z from 'zod'

/** Values that ship with other people's products or with our examples; no production runs on them. */
const known = /^(.)\1*$|^(postgres|redis|password|secret|token)$|example|changeme|local-only/i
const botToken = /^\d{6,}:[\w-]{30,}$/

const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']),
  HEALTH_PORT: z.coerce.number().int().min(0).max(65_535).default(3002),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL: z.coerce.number().int().min(1).max(50).default(6),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }),
  TELEGRAM_BOT_TOKEN: z.string().min(1),
  /** A number, or the @name of a public group. */
  TELEGRAM_STAFF_CHAT_ID: z.string().regex(/^(-?\d+|@\w+)$/, 'a chat number or @name'),
  TELEGRAM_API_ROOT: z.url({ protocol: /^https?$/ }).default('https://api.telegram.org'),
  /** How long to leave Telegram alone after it has said that token or chat are wrong. */
  TELEGRAM_PROBE_S: z.coerce.number().positive().default(600),
  PUBLIC_ORIGIN: z.url({ protocol: /^https?$/ }),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
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
  /** Scheme, host and port as browsers see the shop. */
  readonly publicOrigin: string
  readonly logLevel: string
}

type Source = Record<string, string | undefined>
type Environment = z.infer<typeof environment>

/** A configuration that the process must not start with; the message names variables, never values. */
export class BadConfiguration extends Error {
  override readonly name = 'BadConfiguration'
}

/**
 * Reads the environment once, at start; nothing else in this package looks at it.
 *
 * Every variable may be given as a file instead: `TELEGRAM_BOT_TOKEN_FILE=/run/secrets/bot`.
 * @throws BadConfiguration naming each variable that is missing or unsafe.
 */
export function readConfig(source: Source): Config {
  const parsed = environment.safeParse(withFiles(source))
  const wrong = parsed.success ? unsafe(parsed.data) : parsed.error.issues.map(reason)
  if (!parsed.success || wrong.length > 0) throw refuse(wrong)

  const { data } = parsed
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
    publicOrigin: new URL(data.PUBLIC_ORIGIN).origin,
    logLevel: data.LOG_LEVEL,
  })
}

/** What is well-formed and still must not run in production. */
function unsafe(data: Environment): string[] {
  if (data.NODE_ENV !== 'production') return []
  const wrong: string[] = []
  const databasePassword = decodeURIComponent(new URL(data.DATABASE_URL).password)
  const redisPassword = decodeURIComponent(new URL(data.REDIS_URL).password)
  if (!databasePassword || known.test(databasePassword)) wrong.push('DATABASE_URL: a default or example secret')
  if (redisPassword && known.test(redisPassword)) wrong.push('REDIS_URL: a default or example secret')
  if (!botToken.test(data.TELEGRAM_BOT_TOKEN)) wrong.push('TELEGRAM_BOT_TOKEN: not a token of @BotFather')
  if (known.test(data.TELEGRAM_BOT_TOKEN)) wrong.push('TELEGRAM_BOT_TOKEN: a default or example secret')
  if (!data.PUBLIC_ORIGIN.startsWith('https:')) wrong.push('PUBLIC_ORIGIN: must be https')
  if (data.LOG_LEVEL === 'debug') wrong.push('LOG_LEVEL: debug is not for production')
  return wrong
}

function withFiles(source: Source): Source {
  const read = { ...source }
  for (const name of Object.keys(environment.shape)) {
    const file = source[`${name}_FILE`]
    if (!file) continue
    try {
      read[name] = readFileSync(file, 'utf8').trim()
    } catch {
      throw refuse([`${name}_FILE: the file cannot be read`])
    }
  }
  return read
}

function refuse(wrong: readonly string[]): BadConfiguration {
  return new BadConfiguration(`Bad configuration:\n${wrong.map((line) => `  ${line}`).join('\n')}`)
}

function reason(issue: z.core.$ZodIssue): string {
  const what = issue.code === 'invalid_type' ? 'is missing or of the wrong kind' : issue.message
  return `${issue.path.join('.')}: ${what}`
}
