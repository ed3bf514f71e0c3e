import { createPrivateKey } from 'node:crypto'
import { isIP } from 'node:net'
import { fileURLToPath } from 'node:url'
import {
  botName,
  commonVariables,
  httpUrl,
  isLocalOrigin,
  readUrlPassword,
  poolSize,
  port,
  readEnvironment,
  checkSecretLengths,
  type Source,
  checkProduction,
  checkOutsideProduction,
  integerInRange,
} from '@tsedra/service/config'
import * as z from 'zod'
import type { BotAddress } from './accounts/bot-links.ts'
import { MIN_PASSWORD_COST, type PasswordCost } from './accounts/password-hasher.ts'
import type { EncryptionSecrets } from './accounts/encryption.ts'
import type { ProviderSettings } from './accounts/providers/provider-client.ts'
import { type Media, readMedia, mediaVariables, checkMedia } from './images/media-config.ts'

/** Issuers of the providers; another issuer is a test double, which production rejects. */
const GOOGLE = 'https://accounts.google.com'
const APPLE = 'https://appleid.apple.com'

const TELEGRAM = 'https://t.me'
/** Bot of the local Telegram test double. */
const LOCAL_BOT = 'tsedra_local_bot'

const environment = z.object({
  ...commonVariables,
  PORT: port.default(3000),
  /** Health checks use a port that the edge does not route to. */
  HEALTH_PORT: port.default(3001),
  DATABASE_POOL: poolSize.default(10),
  /** Express's "trust proxy": a hop count, `loopback`, or comma-separated addresses. `true` would trust any sender. */
  TRUST_PROXY: z
    .string()
    .refine(
      (text) => /^\d{1,2}$/.test(text) || splitList(text).every(isProxy),
      'a number of proxies, or their addresses with commas',
    )
    .default('loopback'),
  ADDRESS_SECRET: z.string().min(32, 'at least 32 characters; make one with: openssl rand -hex 32'),
  /** Numbered secrets: the highest encrypts, the others still decrypt: `2:<new> 1:<old>`. */
  SESSION_SECRETS: z
    .string()
    .regex(
      /^\d{1,6}:\S{32,}(\s+\d{1,6}:\S{32,})*$/,
      'number:secret, 32 characters at least; make one with: openssl rand -hex 32',
    ),
  CODE_SECRET: z.string().min(32, 'at least 32 characters; make one with: openssl rand -hex 32'),
  /** The bot's @name, without the @. Without a bot no phone can be verified, and phones are rejected. */
  TELEGRAM_BOT_NAME: botName.optional(),
  /** Root of links to the bot; the test double has its own. */
  TELEGRAM_LINK_ROOT: httpUrl.default(TELEGRAM),
  PASSWORD_MEMORY_KIB: integerInRange(8, 1_048_576).default(65_536),
  PASSWORD_PASSES: integerInRange(1, 20).default(3),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  GOOGLE_ISSUER: httpUrl.default(GOOGLE),
  APPLE_CLIENT_ID: z.string().min(1).optional(),
  APPLE_TEAM_ID: z.string().min(1).optional(),
  APPLE_KEY_ID: z.string().min(1).optional(),
  /** The key that Apple issues as AuthKey_….p8; APPLE_PRIVATE_KEY_FILE is the path of that file. */
  APPLE_PRIVATE_KEY: z.string().refine(isApplePrivateKey, 'PKCS #8 in PEM, a P-256 key').optional(),
  APPLE_ISSUER: httpUrl.default(APPLE),
  ...mediaVariables,
  /**
   * Comma-separated hosts of pictures that staff may link by https; the content security policy must list them too: see
   * 0028.
   */
  IMAGE_HOSTS: z
    .string()
    .refine((text) => splitList(text).every(isHost), 'hosts with commas, without https:// and without a path')
    .default(''),
  /** Directory of the built page: the API reads its index.html and page.json. */
  PAGE_DIR: z
    .string()
    .min(1)
    .default(fileURLToPath(new URL('../../pwa/dist', import.meta.url))),
  /** Directory of the backups, to read the age of the newest one; without it, its age is no metric. */
  BACKUP_DIR: z.string().min(1).optional(),
  /** Credentials that may create the bucket and the account above; only prepare.ts receives them. */
  S3_ROOT_ACCESS_KEY: z.string().min(3).optional(),
  S3_ROOT_SECRET_KEY: z.string().min(8).optional(),
})

export interface Config {
  readonly production: boolean
  /** True without any production setting: NODE_ENV, origin or bot. Only then may demo accounts exist. */
  readonly isTryOut: boolean
  readonly port: number
  readonly healthPort: number
  readonly databaseUrl: string
  readonly databasePool: number
  readonly trustProxy: string | number
  readonly publicOrigin: string
  readonly addressSecret: string
  readonly codeSecret: string
  readonly sessionSecrets: EncryptionSecrets
  /** Absent without a bot. */
  readonly bot?: BotAddress
  readonly passwordCost: PasswordCost
  readonly providers: ProviderSettings
  readonly media: Media
  /** Absent when bucket and account are created elsewhere. */
  readonly storeRoot?: { accessKey: string; secretKey: string }
  readonly imageHosts: readonly string[]
  readonly pageDir: string
  /** Absent where the API cannot read the backups. */
  readonly backupDirectory?: string
  readonly logLevel: string
}

/**
 * Reads the environment once, at start; no other module of this package reads it.
 *
 * @throws ConfigurationError naming each variable that is missing or unsafe
 */
export function readConfig(source: Source): Config {
  const data = readEnvironment(environment, source, checkConfig)
  return Object.freeze({
    production: data.NODE_ENV === 'production',
    isTryOut:
      // mutation test: demo-needs-local-origin
      data.NODE_ENV !== 'production' &&
      isLocalOrigin(data.PUBLIC_ORIGIN) &&
      !hasRealBot(data) &&
      !data.PUBLIC_ORIGIN.startsWith('https:'),
    port: data.PORT,
    healthPort: data.HEALTH_PORT,
    databaseUrl: data.DATABASE_URL,
    databasePool: data.DATABASE_POOL,
    trustProxy: /^\d+$/.test(data.TRUST_PROXY) ? Number(data.TRUST_PROXY) : data.TRUST_PROXY,
    publicOrigin: data.PUBLIC_ORIGIN,
    addressSecret: data.ADDRESS_SECRET,
    codeSecret: data.CODE_SECRET,
    sessionSecrets: parseSecrets(data.SESSION_SECRETS),
    ...(data.TELEGRAM_BOT_NAME && {
      bot: { name: data.TELEGRAM_BOT_NAME, linkRoot: data.TELEGRAM_LINK_ROOT.replace(/\/+$/, '') },
    }),
    passwordCost: { memoryKiB: data.PASSWORD_MEMORY_KIB, passes: data.PASSWORD_PASSES },
    providers: readProviders(data),
    media: readMedia(data),
    ...(data.S3_ROOT_ACCESS_KEY &&
      data.S3_ROOT_SECRET_KEY && {
        storeRoot: { accessKey: data.S3_ROOT_ACCESS_KEY, secretKey: data.S3_ROOT_SECRET_KEY },
      }),
    imageHosts: splitList(data.IMAGE_HOSTS.toLowerCase()),
    pageDir: data.PAGE_DIR,
    ...(data.BACKUP_DIR && { backupDirectory: data.BACKUP_DIR }),
    logLevel: data.LOG_LEVEL,
  })
}

type Environment = z.infer<typeof environment>

const splitList = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

/** Returns whether the text is a host name with or without a port, as in URL.host. */
const isHost = (text: string): boolean => /^[a-z\d]([a-z\d.-]*[a-z\d])?(:\d{1,5})?$/i.test(text)

/** Returns whether the text is an address, a CIDR range, or one of the names of Express. */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...extra] = text.split('/')
  const version = isIP(address)
  if (version === 0 || extra.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

function parseSecrets(text: string): EncryptionSecrets {
  return Object.fromEntries(
    text.split(/\s+/).map((pair) => {
      const colon = pair.indexOf(':')
      return [pair.slice(0, colon), pair.slice(colon + 1)]
    }),
  )
}

function readProviders(data: Environment): ProviderSettings {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = data
  const { APPLE_CLIENT_ID, APPLE_TEAM_ID, APPLE_KEY_ID, APPLE_PRIVATE_KEY } = data
  return {
    ...(GOOGLE_CLIENT_ID &&
      GOOGLE_CLIENT_SECRET && {
        google: { issuer: data.GOOGLE_ISSUER, clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET },
      }),
    ...(APPLE_CLIENT_ID &&
      APPLE_TEAM_ID &&
      APPLE_KEY_ID &&
      APPLE_PRIVATE_KEY && {
        apple: {
          issuer: data.APPLE_ISSUER,
          clientId: APPLE_CLIENT_ID,
          teamId: APPLE_TEAM_ID,
          keyId: APPLE_KEY_ID,
          privateKey: APPLE_PRIVATE_KEY,
        },
      }),
  }
}

function isApplePrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}

/** Returns the problems of well-formed but unsafe values; some count only in production. */
function checkConfig(data: Environment): string[] {
  const problems = checkMedia(data)
  problems.push(...requireTogether(data, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']))
  problems.push(...requireTogether(data, ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY']))
  problems.push(...requireTogether(data, ['S3_ROOT_ACCESS_KEY', 'S3_ROOT_SECRET_KEY']))
  const { ADDRESS_SECRET, CODE_SECRET, S3_SECRET_KEY, S3_ROOT_SECRET_KEY } = data
  const sessionSecrets = Object.entries(parseSecrets(data.SESSION_SECRETS)).map(
    ([number, secret]) => [`SESSION_SECRETS ${number}`, secret] as const,
  )
  const secrets = {
    ADDRESS_SECRET,
    CODE_SECRET,
    S3_SECRET_KEY,
    S3_ROOT_SECRET_KEY,
    GOOGLE_CLIENT_SECRET: data.GOOGLE_CLIENT_SECRET,
    APPLE_PRIVATE_KEY: data.APPLE_PRIVATE_KEY,
    ...Object.fromEntries(sessionSecrets),
    DATABASE_URL: readUrlPassword(data.DATABASE_URL),
  }
  if (data.NODE_ENV !== 'production') return [...problems, ...checkOutsideProduction({ ...data, secrets })]

  if (data.GOOGLE_ISSUER !== GOOGLE) problems.push(`GOOGLE_ISSUER: must be ${GOOGLE}`)
  if (data.APPLE_ISSUER !== APPLE) problems.push(`APPLE_ISSUER: must be ${APPLE}`)
  if (data.TELEGRAM_BOT_NAME === LOCAL_BOT) problems.push('TELEGRAM_BOT_NAME: the bot of the stand-in')
  if (data.TELEGRAM_LINK_ROOT !== TELEGRAM) problems.push(`TELEGRAM_LINK_ROOT: must be ${TELEGRAM}`)
  if (data.S3_ROOT_ACCESS_KEY && data.S3_ROOT_ACCESS_KEY === data.S3_ACCESS_KEY)
    problems.push('S3_ACCESS_KEY: the root of the store, name another account')
  if (data.PASSWORD_MEMORY_KIB < MIN_PASSWORD_COST.memoryKiB)
    problems.push(`PASSWORD_MEMORY_KIB: at least ${MIN_PASSWORD_COST.memoryKiB}`)
  if (data.PASSWORD_PASSES < MIN_PASSWORD_COST.passes)
    problems.push(`PASSWORD_PASSES: at least ${MIN_PASSWORD_COST.passes}`)
  const short = checkSecretLengths({ DATABASE_URL: secrets.DATABASE_URL, S3_ROOT_SECRET_KEY }, { S3_SECRET_KEY })
  return [...problems, ...short, ...checkProduction({ ...data, secrets })]
}

/** Returns whether links to the bot lead to Telegram itself and not to the test double. */
function hasRealBot({ TELEGRAM_BOT_NAME, TELEGRAM_LINK_ROOT }: Environment): boolean {
  return TELEGRAM_BOT_NAME !== undefined && TELEGRAM_LINK_ROOT === TELEGRAM
}

/** Requires all of these variables once one of them is set. */
function requireTogether(data: Environment, names: readonly (keyof Environment)[]): string[] {
  const missing = names.filter((name) => data[name] === undefined)
  const present = names.find((name) => data[name] !== undefined)
  return present ? missing.map((name) => `${name}: required with ${present}`) : []
}
