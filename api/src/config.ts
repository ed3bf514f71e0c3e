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
import * as z from 'zod'

const environment = z.object({
  ...common,
  PORT: port.default(3000),
  /** Health answers live on a port that the edge does not know. */
  HEALTH_PORT: port.default(3001),
  DATABASE_POOL: poolSize.default(10),
  /** Express's "trust proxy": a hop count, `loopback`, or addresses with commas. `true` would believe anybody. */
  TRUST_PROXY: z.string().min(1).default('loopback'),
  ADDRESS_SECRET: z.string().min(32, 'at least 32 characters; make one with: openssl rand -hex 32'),
  MEDIA_DIR: z.string().min(1).optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_BUCKET: z.string().min(3).max(63).default('tsedra'),
  S3_ACCESS_KEY: z.string().min(3).optional(),
  S3_SECRET_KEY: z.string().min(8).optional(),
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
  readonly publicOrigin: string
  readonly addressSecret: string
  readonly media: Media
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
    port: data.PORT,
    healthPort: data.HEALTH_PORT,
    databaseUrl: data.DATABASE_URL,
    databasePool: data.DATABASE_POOL,
    trustProxy: /^\d+$/.test(data.TRUST_PROXY) ? Number(data.TRUST_PROXY) : data.TRUST_PROXY,
    publicOrigin: data.PUBLIC_ORIGIN,
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
  const { ADDRESS_SECRET, S3_SECRET_KEY } = data
  const secrets = { ADDRESS_SECRET, S3_SECRET_KEY, DATABASE_URL: passwordOf(data.DATABASE_URL) }
  return [...wrong, ...unsafeInProduction({ ...data, secrets })]
}
