import { readFileSync } from 'node:fs'
import * as z from 'zod'

/** Returns the schema of a URL whose name and password decode as the drivers decode them. */
export function serviceUrl(protocol: RegExp) {
  // mutation test: url-password-decodes
  return z.url({ protocol }).refine(canDecode, 'encode a literal % as %25')
}

function canDecode(url: string): boolean {
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}

function isOrigin(url: string): boolean {
  const address = URL.parse(url)
  // The URL check reports this one.
  if (!address) return true
  const { pathname, search, hash, username, password } = address
  return pathname === '/' && !search && !hash && !username && !password
}

/** Returns the schema of an integer in digits, from `min` to `max`. */
export function integerInRange(min: number, max: number) {
  const reason = `a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,9}$/, reason)
    .transform(Number)
    .refine((number) => number >= min && number <= max, reason)
}

/** Variables that every process of the shop reads. */
export const commonVariables = {
  NODE_ENV: z.enum(['development', 'test', 'production']),
  DATABASE_URL: serviceUrl(/^postgres(ql)?$/),
  /** Scheme, host and port of the shop in browsers. */
  PUBLIC_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .refine(isOrigin, 'scheme, host and port alone, without a path')
    .transform((url) => new URL(url).origin),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
}

export const port = integerInRange(0, 65_535)
export const poolSize = integerInRange(1, 50)
/** Name format of @BotFather: https://core.telegram.org/bots/features#creating-a-new-bot */
export const botName = z.string().regex(/^[a-z]\w{1,28}bot$/i, 'the name of a bot, without the @')
export const httpUrl = z.url({ protocol: /^https?$/ })

export type Source = Record<string, string | undefined>

/** A configuration that the process rejects at start; the message contains variable names, never values. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'

  constructor(problems: readonly string[]) {
    super(`Bad configuration:\n${problems.map((line) => `  ${line}`).join('\n')}`)
  }
}

/**
 * Reads the environment by its schema. Every variable may be given as a file instead:
 * `ADDRESS_SECRET_FILE=/run/secrets/address`.
 *
 * @param findUnsafe returns, as `NAME: reason`, well-formed but unsafe values
 * @throws ConfigurationError naming each variable that is missing or unsafe
 */
export function readEnvironment<Schema extends z.ZodObject<typeof commonVariables & z.ZodRawShape>>(
  schema: Schema,
  source: Source,
  findUnsafe: (data: z.infer<Schema>) => string[],
): z.infer<Schema> {
  const parsed = schema.safeParse(readSecretFiles(source, Object.keys(schema.shape)))
  if (!parsed.success) throw new ConfigurationError(parsed.error.issues.map(describeIssue))
  const problems = findUnsafe(parsed.data)
  if (problems.length > 0) throw new ConfigurationError(problems)
  return parsed.data
}

/** Returns the problems that every process rejects in production. */
export function checkProduction(data: {
  PUBLIC_ORIGIN: string
  LOG_LEVEL: string
  /** Secrets by variable name; unset secrets are skipped. */
  secrets: Record<string, string | undefined>
}): string[] {
  const problems: string[] = []
  if (!data.PUBLIC_ORIGIN.startsWith('https:')) problems.push('PUBLIC_ORIGIN: must be https')
  if (data.LOG_LEVEL === 'debug') problems.push('LOG_LEVEL: too verbose for production')
  return [...problems, ...checkSecrets(data.secrets)]
}

/** Returns whether only browsers on this machine reach the origin. */
export function isLocalOrigin(origin: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(origin).hostname)
}

/**
 * Checks a process that does not run as production: a production setting there means a wrong NODE_ENV. Rejects
 * local-only secrets as soon as the origin or another secret is a production one.
 */
export function checkOutsideProduction(data: {
  NODE_ENV: string
  PUBLIC_ORIGIN: string
  /** Secrets by variable name; unset secrets are skipped. */
  secrets: Record<string, string | undefined>
}): string[] {
  const problems: string[] = []
  const isPublic = data.NODE_ENV === 'development' || !isLocalOrigin(data.PUBLIC_ORIGIN)
  if (isPublic && data.PUBLIC_ORIGIN.startsWith('https:'))
    problems.push('NODE_ENV: must be production, because PUBLIC_ORIGIN is https')
  const set = Object.entries(data.secrets).filter(([, secret]) => secret)
  const local = set.filter(([, secret]) => secret?.includes('local-only')).map(([name]) => name)
  const productionSign = isLocalOrigin(data.PUBLIC_ORIGIN)
    ? set.map(([name]) => name).find((name) => !local.includes(name))
    : 'PUBLIC_ORIGIN'
  if (productionSign)
    problems.push(...local.map((name) => `${name}: a local-only secret beside ${productionSign} of a production`))
  return problems
}

/** Returns problems with published and duplicate secrets; unset secrets are skipped. */
export function checkSecrets(secretsByName: Record<string, string | undefined>): string[] {
  const problems: string[] = []
  const secrets = Object.entries(secretsByName)
  for (const [name, secret] of secrets) {
    if (secret === undefined) continue
    if (isKnownSecret(secret)) problems.push(`${name}: a default or example secret`)
    const duplicate = secrets.find(([otherName, text]) => otherName > name && text === secret)
    if (duplicate) problems.push(`${name}: the same secret as ${duplicate[0]}`)
  }
  return problems
}

/** Minimum length of a secret that the operator generates. */
const MIN_SECRET_LENGTH = 32
/** Minimum length of a secret that a service may issue: Backblaze's have 31 characters. */
const MIN_ISSUED_SECRET_LENGTH = 30

/**
 * Returns problems with short secrets; mail servers and providers issue their own, which are not checked.
 *
 * @param issuedSecrets secrets that a service may issue
 */
export function checkSecretLengths(
  ownSecrets: Record<string, string | undefined>,
  issuedSecrets: Record<string, string | undefined> = {},
): string[] {
  const findShorter = (secrets: Record<string, string | undefined>, minLength: number): string[] =>
    Object.entries(secrets)
      .filter(([, secret]) => secret !== undefined && secret.length < minLength)
      .map(([name]) => `${name}: a password of at least ${minLength} characters; make one with: openssl rand -hex 32`)
  return [...findShorter(ownSecrets, MIN_SECRET_LENGTH), ...findShorter(issuedSecrets, MIN_ISSUED_SECRET_LENGTH)]
}

export function readUrlPassword(url: string): string {
  return decodeURIComponent(new URL(url).password)
}

/** Values that ship with other products or with this repository's examples. */
const knownSecretPattern =
  /^$|^(.)\1*$|^(minioadmin|siloadmin|s3user\.silo|postgres|redis|password|secret|token)$|example|changeme|local-only/i

function isKnownSecret(secret: string): boolean {
  return knownSecretPattern.test(secret)
}

/** Reads `NAME` from the file that `NAME_FILE` names; variables outside the schema that end in `_FILE` are ignored. */
function readSecretFiles(source: Source, names: readonly string[]): Source {
  // An empty line of an environment file is not a value.
  const read: Source = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  for (const name of names) {
    const file = source[`${name}_FILE`]
    if (!file) continue
    try {
      read[name] = readFileSync(file, 'utf8').trim()
    } catch {
      throw new ConfigurationError([`${name}_FILE: the file cannot be read`])
    }
  }
  return read
}

function describeIssue(issue: z.core.$ZodIssue): string {
  // Every value is a string: another type means that it is missing.
  const description = issue.code === 'invalid_type' && !issue.message.endsWith('number') ? 'is missing' : issue.message
  return `${issue.path.join('.')}: ${description}`
}
