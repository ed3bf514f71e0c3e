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

/** Who signs people in for us; another issuer is a stand-in, and has no place in production. */
const GOOGLE = 'https://accounts.google.com'
const APPLE = 'https://appleid.apple.com'

const TELEGRAM = 'https://t.me'
/** The stand-in's bot. */
const LOCAL_BOT = 'tsedra_local_bot'

const environment = z.object({
  ...commonVariables,
  PORT: port.default(3000),
  /** Health answers live on a port that the edge does not know. */
  HEALTH_PORT: port.default(3001),
  DATABASE_POOL: poolSize.default(10),
  /** Express's "trust proxy": a hop count, `loopback`, or addresses with commas. `true` would believe anybody. */
  TRUST_PROXY: z
    .string()
    .refine(
      (text) => /^\d{1,2}$/.test(text) || splitList(text).every(isProxy),
      'a number of proxies, or their addresses with commas',
    )
    .default('loopback'),
  ADDRESS_SECRET: z.string().min(32, 'at least 32 characters; make one with: openssl rand -hex 32'),
  /** Numbered, the highest seals and the others still open: `2:<new> 1:<old>`. */
  SESSION_SECRETS: z
    .string()
    .regex(
      /^\d{1,6}:\S{32,}(\s+\d{1,6}:\S{32,})*$/,
      'number:secret, 32 characters at least; make one with: openssl rand -hex 32',
    ),
  CODE_SECRET: z.string().min(32, 'at least 32 characters; make one with: openssl rand -hex 32'),
  /** The bot's @name, without the @. Without one there is no way to prove a phone, and phones are refused. */
  TELEGRAM_BOT_NAME: botName.optional(),
  /** Where links to the bot lead; the stand-in has a place of its own. */
  TELEGRAM_LINK_ROOT: httpUrl.default(TELEGRAM),
  PASSWORD_MEMORY_KIB: integerInRange(8, 1_048_576).default(65_536),
  PASSWORD_PASSES: integerInRange(1, 20).default(3),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  GOOGLE_ISSUER: httpUrl.default(GOOGLE),
  APPLE_CLIENT_ID: z.string().min(1).optional(),
  APPLE_TEAM_ID: z.string().min(1).optional(),
  APPLE_KEY_ID: z.string().min(1).optional(),
  /** The key that Apple gave out as AuthKey_….p8; APPLE_PRIVATE_KEY_FILE names that file. */
  APPLE_PRIVATE_KEY: z.string().refine(isApplePrivateKey, 'PKCS #8 in PEM, a P-256 key').optional(),
  APPLE_ISSUER: httpUrl.default(APPLE),
  ...mediaVariables,
  /** Hosts, with commas, whose pictures staff may name by an https address; browsers have to be told as well: see 0028. */
  IMAGE_HOSTS: z
    .string()
    .refine((text) => splitList(text).every(isHost), 'hosts with commas, without https:// and without a path')
    .default(''),
  /** The built page; its index.html and page.json are read. */
  PAGE_DIR: z
    .string()
    .min(1)
    .default(fileURLToPath(new URL('../../pwa/dist', import.meta.url))),
  /** Who may make the bucket and the account above; only prepare.ts is told. */
  S3_ROOT_ACCESS_KEY: z.string().min(3).optional(),
  S3_ROOT_SECRET_KEY: z.string().min(8).optional(),
})

export interface Config {
  readonly production: boolean
  /** Nothing here is a production's: neither NODE_ENV, the origin nor the bot. Only then are there demo people. */
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
  /** Absent when the shop has no bot. */
  readonly bot?: BotAddress
  readonly passwordCost: PasswordCost
  readonly providers: ProviderSettings
  readonly media: Media
  /** Absent where somebody else makes bucket and account. */
  readonly storeRoot?: { accessKey: string; secretKey: string }
  readonly imageHosts: readonly string[]
  readonly pageDir: string
  readonly logLevel: string
}

/**
 * Reads the environment once, at start; nothing else in this package looks at it.
 *
 * @throws ConfigurationError naming each variable that is missing or unsafe.
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
    logLevel: data.LOG_LEVEL,
  })
}

type Environment = z.infer<typeof environment>

const splitList = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

/** A host name with or without a port, as URL.host has it. */
const isHost = (text: string): boolean => /^[a-z\d]([a-z\d.-]*[a-z\d])?(:\d{1,5})?$/i.test(text)

/** An address, a range in CIDR notation, or one of the names that Express knows. */
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

/** What is well-formed and still must not run: checked everywhere where it costs nothing, in production without mercy. */
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

/** True when links to the bot lead to Telegram itself, not to the stand-in. */
function hasRealBot({ TELEGRAM_BOT_NAME, TELEGRAM_LINK_ROOT }: Environment): boolean {
  return TELEGRAM_BOT_NAME !== undefined && TELEGRAM_LINK_ROOT === TELEGRAM
}

/** What is of use only together: nothing of it is set, or everything. */
function requireTogether(data: Environment, names: readonly (keyof Environment)[]): string[] {
  const missing = names.filter((name) => data[name] === undefined)
  const present = names.find((name) => data[name] !== undefined)
  return present ? missing.map((name) => `${name}: required with ${present}`) : []
}
