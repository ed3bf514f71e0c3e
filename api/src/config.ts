import { readFileSync } from 'node:fs'
import * as z from 'zod'

/** Values that ship with other people's products or with our examples; no production runs on them. */
const known = ['minioadmin', 'siloadmin', 'S3User.Silo', 'postgres', 'changeme', 'password', 'secret', 'example']

const port = z.coerce.number().int().min(0).max(65_535)

const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']),
  PORT: port.default(3000),
  /** Health answers live on a port that the edge does not know. */
  HEALTH_PORT: port.default(3001),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL: z.coerce.number().int().min(1).max(50).default(10),
  /** Express's "trust proxy": a hop count, `loopback`, or addresses with commas. `true` would believe anybody. */
  TRUST_PROXY: z.string().min(1).default('loopback'),
  PUBLIC_ORIGIN: z.url({ protocol: /^https?$/ }),
  ADDRESS_SECRET: z.string().min(32, 'at least 32 characters; make one with: openssl rand -hex 32'),
  MEDIA_DIR: z.string().min(1).optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_BUCKET: z.string().min(3).max(63).default('tsedra'),
  S3_ACCESS_KEY: z.string().min(3).optional(),
  S3_SECRET_KEY: z.string().min(8).optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

export type Media =
  | { kind: 'disk'; directory: string }
  | { kind: 's3'; endpoint: string; bucket: string; accessKey: string; secretKey: string }

export interface Config {
  readonly production: boolean
  readonly port: number
  readonly healthPort: number
  readonly databaseUrl: string
  readonly databasePool: number
  readonly trustProxy: string | number
  /** Scheme, host and port as browsers see the shop. */
  readonly publicOrigin: string
  readonly addressSecret: string
  readonly media: Media
  readonly logLevel: string
}

type Source = Record<string, string | undefined>

/** A configuration that the process must not start with; the message names variables, never values. */
export class BadConfiguration extends Error {
  override readonly name = 'BadConfiguration'
}

/**
 * Reads the environment once, at start; nothing else in this package looks at it.
 *
 * Every variable may be given as a file instead: `ADDRESS_SECRET_FILE=/run/secrets/address`.
 * @throws BadConfiguration naming each variable that is missing or unsafe.
 */
export function readConfig(source: Source): Config {
  const parsed = environment.safeParse(withFiles(source))
  const wrong = parsed.success
    ? unsafe(parsed.data)
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${reason(issue)}`)
  if (!parsed.success || wrong.length > 0)
    throw new BadConfiguration(`Bad configuration:\n${wrong.map((line) => `  ${line}`).join('\n')}`)

  const { data } = parsed
  return Object.freeze({
    production: data.NODE_ENV === 'production',
    port: data.PORT,
    healthPort: data.HEALTH_PORT,
    databaseUrl: data.DATABASE_URL,
    databasePool: data.DATABASE_POOL,
    trustProxy: /^\d+$/.test(data.TRUST_PROXY) ? Number(data.TRUST_PROXY) : data.TRUST_PROXY,
    publicOrigin: new URL(data.PUBLIC_ORIGIN).origin,
    addressSecret: data.ADDRESS_SECRET,
    media: mediaOf(data),
    logLevel: data.LOG_LEVEL,
  })
}

type Environment = z.infer<typeof environment>

function mediaOf(data: Environment): Media {
  if (data.S3_ENDPOINT && data.S3_ACCESS_KEY && data.S3_SECRET_KEY) {
    return {
      kind: 's3',
      endpoint: data.S3_ENDPOINT,
      bucket: data.S3_BUCKET,
      accessKey: data.S3_ACCESS_KEY,
      secretKey: data.S3_SECRET_KEY,
    }
  }
  return { kind: 'disk', directory: data.MEDIA_DIR ?? '' }
}

/** What is well-formed and still must not run: checked everywhere where it costs nothing, in production without mercy. */
function unsafe(data: Environment): string[] {
  const wrong: string[] = []
  if (!data.MEDIA_DIR && !data.S3_ENDPOINT) wrong.push('MEDIA_DIR: set it, or S3_ENDPOINT with its keys')
  if (data.S3_ENDPOINT && !data.S3_ACCESS_KEY) wrong.push('S3_ACCESS_KEY: required with S3_ENDPOINT')
  if (data.S3_ENDPOINT && !data.S3_SECRET_KEY) wrong.push('S3_SECRET_KEY: required with S3_ENDPOINT')
  if (data.NODE_ENV !== 'production') return wrong

  if (data.TRUST_PROXY === 'true') wrong.push('TRUST_PROXY: name the proxies, "true" believes anybody')
  if (!data.PUBLIC_ORIGIN.startsWith('https:')) wrong.push('PUBLIC_ORIGIN: must be https')
  if (data.LOG_LEVEL === 'debug') wrong.push('LOG_LEVEL: debug is not for production')
  const databasePassword = decodeURIComponent(new URL(data.DATABASE_URL).password)
  const secrets = {
    ADDRESS_SECRET: data.ADDRESS_SECRET,
    S3_SECRET_KEY: data.S3_SECRET_KEY,
    DATABASE_URL: databasePassword,
  }
  for (const [name, value] of Object.entries(secrets)) {
    if (value === undefined) continue
    if (isKnown(value)) wrong.push(`${name}: a default or example secret`)
    const twin = Object.entries(secrets).find(([other, text]) => other > name && text === value)
    if (twin) wrong.push(`${name}: the same secret as ${twin[0]}`)
  }
  return wrong
}

function isKnown(secret: string): boolean {
  return (
    secret === '' ||
    known.some((word) => secret.toLowerCase() === word.toLowerCase()) ||
    /^(.)\1*$|example|changeme|local-only/i.test(secret)
  )
}

/** Takes `NAME` from the file that `NAME_FILE` names; other people's variables that end so are none of our business. */
function withFiles(source: Source): Source {
  const read = { ...source }
  for (const name of Object.keys(environment.shape)) {
    const file = source[`${name}_FILE`]
    if (!file) continue
    try {
      read[name] = readFileSync(file, 'utf8').trim()
    } catch {
      throw new BadConfiguration(`Bad configuration:\n  ${name}_FILE: the file cannot be read`)
    }
  }
  return read
}

function reason(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_type' ? 'is missing or of the wrong kind' : issue.message
}
