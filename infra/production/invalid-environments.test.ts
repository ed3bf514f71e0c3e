import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import {
  type Environment,
  buildEnvironment,
  exampleValues,
  externalValues,
  generatePrivateKey,
  type Program,
  programs,
  tryOutValues,
} from './environments.ts'

const API = 'api/src/main.ts'
const MIGRATE = 'api/src/migrate.ts'
const PREPARE = 'api/src/prepare.ts'
const WORKER = 'worker/src/main.ts'
const BACKUP = 'api/src/backup/backup.ts'

const VALID_SECRET = exampleValues['CODE_SECRET'] ?? ''
/** Each is a character shorter than it may be. */
const SHORT_SECRET = 'kV8wq2ZrmN8pQs4YWq7jKtU3x9FsbHc'
const SHORT_S3_SECRET = SHORT_SECRET.slice(2)
const LONG_SECRET = `${SHORT_SECRET}6`

const SESSION_SECRET = `1:${'9f'.repeat(16)}`

/** A program, the variable that is wrong, its value (none: it is missing), and the variable named where it is another one. */
const invalidEnvironments: readonly [program: Program, name: string, value: string | undefined, named?: string][] = [
  [API, 'NODE_ENV', undefined],
  [API, 'NODE_ENV', 'live'],
  [API, 'LOG_LEVEL', 'debug'],
  [API, 'LOG_LEVEL', 'chatty'],
  [API, 'PORT', '70000'],
  [API, 'PORT', 'any'],
  [API, 'HEALTH_PORT', 'somewhere'],
  [API, 'HEALTH_PORT', '3001 3002'],
  [API, 'HEALTH_PORT', '3001.5'],
  [API, 'PUBLIC_ORIGIN', undefined],
  [API, 'PUBLIC_ORIGIN', 'http://shop.example'],
  [API, 'PUBLIC_ORIGIN', 'shop.example'],
  [API, 'PUBLIC_ORIGIN', 'https://shop.example/shop'],
  [API, 'PUBLIC_ORIGIN', 'https://shop.example/?from=here'],
  [API, 'PUBLIC_ORIGIN', 'https://olena:kV8wq2Zr@shop.example'],
  [WORKER, 'PUBLIC_ORIGIN', 'https://shop.example/shop'],
  [API, 'DATABASE_URL', undefined],
  [API, 'DATABASE_URL', 'mysql://shop:kV8wq2Zr@db/shop'],
  [API, 'DATABASE_URL', 'postgres://shop:local-only-postgres@db/shop'],
  [API, 'DATABASE_URL', 'postgres://shop@db/shop'],
  [API, 'DATABASE_URL', `postgres://shop:${SHORT_SECRET}@db/shop`],
  [API, 'DATABASE_URL', 'postgres://shop:100%kV8wq2Zr@db/shop'],
  [API, 'DATABASE_POOL', '0'],
  [API, 'TRUST_PROXY', 'true'],
  [API, 'TRUST_PROXY', 'abc'],
  [API, 'TRUST_PROXY', 'abcdef'],
  [API, 'TRUST_PROXY', '-1'],
  [API, 'TRUST_PROXY', '1.5'],
  [API, 'TRUST_PROXY', '10.0.0.0/33'],
  [API, 'TRUST_PROXY', 'loopback, proxy.example'],
  [API, 'IMAGE_HOSTS', 'https://pictures.example'],
  [API, 'IMAGE_HOSTS', 'pictures.example, cdn.example/shop'],
  [API, 'ADDRESS_SECRET', undefined],
  [API, 'ADDRESS_SECRET', 'short-one'],
  [API, 'ADDRESS_SECRET', 'local-only-address-secret-0123456789abcdef'],
  [API, 'ADDRESS_SECRET', '0'.repeat(32)],
  [API, 'ADDRESS_SECRET', VALID_SECRET],
  [API, 'CODE_SECRET', undefined],
  [API, 'CODE_SECRET', 'local-only-code-secret-0123456789abcdef'],
  [API, 'SESSION_SECRETS', undefined],
  [API, 'SESSION_SECRETS', '9f'.repeat(16)],
  [API, 'SESSION_SECRETS', '1:too-short'],
  [API, 'SESSION_SECRETS', '1:local-only-session-secret-0123456789abcdef'],
  [API, 'SESSION_SECRETS', `${SESSION_SECRET} 2:${'0'.repeat(32)}`],
  [API, 'SESSION_SECRETS', `${SESSION_SECRET} 2:${'9f'.repeat(16)}`],
  [API, 'PASSWORD_MEMORY_KIB', '8192'],
  [API, 'PASSWORD_PASSES', '1'],
  [API, 'PASSWORD_PASSES', 'many'],
  [API, 'TELEGRAM_BOT_NAME', '@tsedra_bot'],
  [API, 'TELEGRAM_BOT_NAME', 'tsedra_local_bot'],
  [API, 'TELEGRAM_LINK_ROOT', 'https://telegram.example'],
  [API, 'GOOGLE_CLIENT_ID', undefined],
  [API, 'GOOGLE_CLIENT_SECRET', undefined],
  [API, 'GOOGLE_CLIENT_SECRET', 'changeme'],
  [API, 'GOOGLE_ISSUER', 'https://accounts.evil.example'],
  [API, 'APPLE_CLIENT_ID', undefined],
  [API, 'APPLE_TEAM_ID', undefined],
  [API, 'APPLE_KEY_ID', undefined],
  [API, 'APPLE_PRIVATE_KEY', undefined],
  [API, 'APPLE_PRIVATE_KEY', 'no key at all'],
  [API, 'APPLE_PRIVATE_KEY', generatePrivateKey('P-384')],
  [API, 'APPLE_ISSUER', 'http://127.0.0.1:8083/apple'],
  [API, 'S3_ENDPOINT', 'store:9000'],
  [API, 'S3_ENDPOINT', undefined, 'MEDIA_DIR'],
  [API, 'S3_BUCKET', 'no'],
  [API, 'S3_BUCKET', 'Our_Bucket'],
  [API, 'S3_BUCKET', 'our..bucket'],
  [BACKUP, 'S3_BUCKET', 'Our_Bucket'],
  [API, 'S3_ACCESS_KEY', undefined],
  [API, 'S3_SECRET_KEY', undefined],
  [API, 'S3_SECRET_KEY', 'minioadmin'],
  [API, 'S3_SECRET_KEY', SHORT_S3_SECRET],
  [API, 'S3_SECRET_KEY', VALID_SECRET, 'CODE_SECRET'],

  [PREPARE, 'S3_ROOT_ACCESS_KEY', 'the-shop', 'S3_ACCESS_KEY'],
  [PREPARE, 'S3_ROOT_ACCESS_KEY', undefined],
  [PREPARE, 'S3_ROOT_SECRET_KEY', undefined],
  [PREPARE, 'S3_ROOT_SECRET_KEY', 'local-only-object-store'],
  [PREPARE, 'S3_ROOT_SECRET_KEY', SHORT_SECRET],
  [PREPARE, 'S3_ROOT_SECRET_KEY', VALID_SECRET, 'CODE_SECRET'],
  [MIGRATE, 'DATABASE_URL', 'postgres://shop:postgres@db/shop'],
  [MIGRATE, 'SHOP_DATABASE_URL', 'mysql://shop_app:kV8wq2Zr@db/shop'],
  [MIGRATE, 'SHOP_DATABASE_URL', 'postgres://shop_app:local-only-postgres-shop@db/shop'],
  [MIGRATE, 'SHOP_DATABASE_URL', `postgres://shop:${LONG_SECRET}@db/shop`],
  [MIGRATE, 'SHOP_DATABASE_URL', `postgres://shop_app:${SHORT_SECRET}@db/shop`],
  [MIGRATE, 'DATABASE_URL', `postgres://shop:${SHORT_SECRET}@db/shop`],
  [MIGRATE, 'BACKUP_DATABASE_URL', 'postgres://shop_backup@db/shop'],
  [MIGRATE, 'BACKUP_DATABASE_URL', `postgres://shop_backup:${SHORT_SECRET}@db/shop`],
  ['api/src/make-admin.ts', 'SESSION_SECRETS', undefined],
  ['api/src/complete-pictures.ts', 'S3_SECRET_KEY', undefined],
  ['api/src/doctor.ts', 'SESSION_SECRETS', undefined],
  ['worker/src/doctor.ts', 'TELEGRAM_BOT_TOKEN', undefined],
  ['api/src/backup/doctor.ts', 'BACKUP_KEY', undefined],

  [WORKER, 'NODE_ENV', undefined],
  [WORKER, 'LOG_LEVEL', 'debug'],
  [WORKER, 'PUBLIC_ORIGIN', 'http://shop.example'],
  [WORKER, 'DATABASE_URL', undefined],
  [WORKER, 'DATABASE_URL', 'postgres://shop:postgres@db/shop'],
  [WORKER, 'DATABASE_URL', 'postgres://shop@db/shop'],
  [WORKER, 'DATABASE_URL', `postgres://shop:${SHORT_SECRET}@db/shop`],
  [WORKER, 'DATABASE_POOL', '51'],
  [WORKER, 'REDIS_URL', undefined],
  [WORKER, 'REDIS_URL', 'http://redis:6379'],
  [WORKER, 'REDIS_URL', 'redis://:changeme@redis'],
  [WORKER, 'REDIS_URL', 'redis://shop:local-only-redis@redis:6379'],
  [WORKER, 'REDIS_URL', 'redis://redis:6379'],
  [WORKER, 'REDIS_URL', `redis://shop:${SHORT_SECRET}@redis:6379`],
  [WORKER, 'REDIS_URL', 'redis://:100%Wq7Zr2kV@redis'],
  [WORKER, 'SMTP_URL', undefined],
  [WORKER, 'SMTP_URL', 'mail.example'],
  [WORKER, 'SMTP_URL', 'https://mail.example'],
  [WORKER, 'SMTP_URL', 'smtp://mail:1025'],
  [WORKER, 'SMTP_URL', 'smtp://shop:changeme@mail.example'],
  [WORKER, 'SMTP_URL', 'smtp://shop:100%Wq7Zr2kV@mail.example'],
  [WORKER, 'MAIL_FROM', 'nobody'],
  [WORKER, 'CODE_SECRET', 'short-one'],
  [WORKER, 'CODE_SECRET', 'local-only-code-secret-0123456789abcdef'],
  [WORKER, 'TELEGRAM_BOT_TOKEN', undefined],
  [WORKER, 'TELEGRAM_BOT_TOKEN', '1000000001:local-only-telegram-stand-in-token'],
  [WORKER, 'TELEGRAM_BOT_TOKEN', 'no-token-of-anybody'],
  [WORKER, 'TELEGRAM_BOT_NAME', '@tsedra_bot'],
  [WORKER, 'TELEGRAM_BOT_NAME', 'tsedra_local_bot'],
  [WORKER, 'TELEGRAM_STAFF_CHAT_ID', undefined],
  [WORKER, 'TELEGRAM_STAFF_CHAT_ID', 'staff'],
  [WORKER, 'TELEGRAM_STAFF_CHAT_ID', '-1001'],
  [WORKER, 'TELEGRAM_API_ROOT', 'http://telegram:8081'],
  [WORKER, 'TELEGRAM_WEBHOOK_URL', 'http://shop.example/telegram'],
  [WORKER, 'TELEGRAM_WEBHOOK_SECRET', undefined],
  [WORKER, 'TELEGRAM_WEBHOOK_SECRET', 'too-short'],
  [WORKER, 'TELEGRAM_WEBHOOK_SECRET', 'local-only-webhook-secret-0123456789'],
  [WORKER, 'TELEGRAM_WEBHOOK_SECRET', VALID_SECRET, 'CODE_SECRET'],
  [WORKER, 'RETAIN_ORDER_MONTHS', '0'],
  [WORKER, 'RETAIN_ORDER_MONTHS', '241'],
  [WORKER, 'RETAIN_ATTEMPT_DAYS', '-1'],
  [WORKER, 'HEALTH_PORT', '65536'],
  [WORKER, 'TELEGRAM_BOT_TOKEN', '123456789:too-short'],
  [WORKER, 'MAIL_FROM', 'nobody'],
  [WORKER, 'WEBHOOK_PORT', 'any'],
  [WORKER, 'RETAIN_ORDER_MONTHS', 'abcdef'],
  [WORKER, 'RETAIN_SESSION_DAYS', '1.5'],
  [WORKER, 'TELEGRAM_PROBE_S', 'abcdef'],

  [BACKUP, 'BACKUP_KEY', undefined],
  [BACKUP, 'BACKUP_KEY', 'too-short-to-be-a-key'],
  [BACKUP, 'BACKUP_KEY', 'local-only-backup-key-0123456789abcdef'],
  [BACKUP, 'BACKUP_KEY', '0'.repeat(32)],
  [BACKUP, 'BACKUP_DIR', undefined],
  [BACKUP, 'DATABASE_URL', undefined],
  [BACKUP, 'S3_SECRET_KEY', undefined],
  [BACKUP, 'S3_SECRET_KEY', SHORT_S3_SECRET],
  [BACKUP, 'DATABASE_URL', `postgres://shop_backup:${SHORT_SECRET}@db/shop`],
  ['api/src/backup/check.ts', 'BACKUP_KEY', undefined],
  ['api/src/backup/release-notifications.ts', 'DATABASE_URL', undefined],
  ['api/src/backup/restore.ts', 'BACKUP_KEY', 'local-only-backup-key-0123456789abcdef'],
]

test('the example of a production, filled in, is one that every program starts with', () => {
  for (const { read: readVariables, service } of Object.values(programs))
    expect(() => readVariables(buildEnvironment(service)), service).not.toThrow()
})

test.each<[program: Program, name: string, value: string, reason: RegExp]>([
  [API, 'PORT', 'abcdef', /a whole number from 0 to 65535/],
  [API, 'TRUST_PROXY', 'abcdef', /a number of proxies, or their addresses/],
  [API, 'PUBLIC_ORIGIN', 'https://shop.example/shop', /without a path/],
  [API, 'IMAGE_HOSTS', 'https://pictures.example', /without https:\/\//],
  [API, 'S3_BUCKET', 'Our_Bucket', /as S3 names buckets/],
  [WORKER, 'RETAIN_ORDER_MONTHS', 'abcdef', /a whole number from 1 to 240/],
  [API, 'CODE_SECRET', '', /is missing/],
])('%s refuses a bad %s with its reason', (program, name, value, reason) => {
  expect(getConfigError(program, { ...buildEnvironment(programs[program].service), [name]: value })).toMatch(reason)
})

test('an empty variable is one that is not set', () => {
  const optional = [
    'PORT',
    'HEALTH_PORT',
    'GOOGLE_CLIENT_ID',
    'GOOGLE_CLIENT_SECRET',
    'TELEGRAM_BOT_NAME',
    'IMAGE_HOSTS',
  ]
  const empty = Object.fromEntries(optional.map((name) => [name, '']))

  const config = programs[API].read({ ...buildEnvironment('api'), ...empty })

  expect(config).toMatchObject({ port: 3000, healthPort: 3001, imageHosts: [] })
  expect(config).not.toHaveProperty('thirdParties.google')
  expect(config).not.toHaveProperty('bot')
  expect(programs[WORKER].read({ ...buildEnvironment('worker'), RETAIN_ORDER_MONTHS: '' }).retention.orderMonths).toBe(
    24,
  )
})

test('there are bad environments of every program, and forty different settings at least', () => {
  expect(new Set(invalidEnvironments.map(([program]) => program))).toEqual(new Set(Object.keys(programs)))
  const wrongSettings = new Set(invalidEnvironments.map(([, name, value]) => `${name}=${value}`))
  expect(wrongSettings.size).toBeGreaterThanOrEqual(100)
  expect(new Set(invalidEnvironments.map(([, name]) => name)).size).toBeGreaterThanOrEqual(40)
})

// catches mutation: no-stand-in-in-production, url-password-decodes
test.each(invalidEnvironments)(
  'P-01: %s does not start with a bad %s, and logs only its name',
  (program, name, value, variable = name) => {
    const environment = buildInvalidEnvironment(program, name, value)

    const message = getConfigError(program, environment)

    expectOnlyVariableNamed(message, variable, environment)
  },
)

const onePerProgram = invalidEnvironments.filter(
  ([program], index) => invalidEnvironments.findIndex(([each]) => each === program) === index,
)

test.each(process.env['THOROUGH'] === '1' ? invalidEnvironments : onePerProgram)(
  'P-01: as a process, %s ends with 78 and names %s',
  async (program, name, value, variable = name) => {
    const environment = buildInvalidEnvironment(program, name, value)
    const path = fileURLToPath(new URL(`../../${program}`, import.meta.url))
    const child = spawn(process.execPath, [path], { env: { PATH: process.env['PATH'], ...environment } })
    child.stdin.end()

    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])

    expect({ code, out }).toEqual({ code: 78, out: '' })
    expectOnlyVariableNamed(err, variable, environment)
  },
)

/** A variable of production.env.example, and a service of the compose file that reads it. */
const requiredVariables: readonly [name: string, service: string][] = [
  ['PUBLIC_ORIGIN', 'api'],
  ['TRUST_PROXY', 'api'],
  ['POSTGRES_PASSWORD', 'postgres'],
  ['POSTGRES_PASSWORD', 'migrate'],
  ['SHOP_POSTGRES_PASSWORD', 'api'],
  ['BACKUP_POSTGRES_PASSWORD', 'migrate'],
  ['REDIS_PASSWORD', 'worker'],
  ['ADDRESS_SECRET', 'api'],
  ['SESSION_SECRETS', 'api'],
  ['CODE_SECRET', 'worker'],
  ['S3_ACCESS_KEY', 'api'],
  ['S3_SECRET_KEY', 'api'],
  ['S3_ROOT_ACCESS_KEY', 'store'],
  ['S3_ROOT_SECRET_KEY', 'store'],
  ['TELEGRAM_BOT_NAME', 'api'],
  ['TELEGRAM_BOT_TOKEN', 'worker'],
  ['TELEGRAM_STAFF_CHAT_ID', 'worker'],
  ['SMTP_URL', 'worker'],
  ['BACKUP_KEY', 'backup'],
]

test.each(requiredVariables)('production without %s: the compose file is refused by name', (name, service) => {
  const { [name]: _removed, ...values } = exampleValues

  expect(() => buildEnvironment(service, values)).toThrow(`required variable ${name} is missing a value`)
})

test('production without TRUSTED_PROXIES: the compose file is refused; an empty one means no proxy', () => {
  const { TRUSTED_PROXIES: _removed, ...values } = exampleValues

  expect(() => buildEnvironment('edge', values)).toThrow('required variable TRUSTED_PROXIES is missing a value')
  expect(buildEnvironment('edge', { ...values, TRUSTED_PROXIES: '' })).toMatchObject({ TRUSTED_PROXIES: '' })
})

test('production: a variable that is not required has a default or may be unset', () => {
  const requiredValues = Object.fromEntries(requiredVariables.map(([name]) => [name, exampleValues[name] ?? '']))

  for (const { read: readVariables, service } of Object.values(programs))
    expect(() => readVariables(buildEnvironment(service, requiredValues)), service).not.toThrow()
})

const externalFiles = {
  'external-postgres.yml': ['OWNER_DATABASE_URL', 'DATABASE_URL', 'BACKUP_DATABASE_URL'],
  'external-redis.yml': ['REDIS_URL'],
  'external-store.yml': ['S3_ENDPOINT'],
}
const withExternalServices: Environment = {
  ...exampleValues,
  ...externalValues,
  COMPOSE_FILE: ['compose.yml', ...Object.keys(externalFiles)].join(':'),
}

test('production with external services: every program starts, and connects to them alone', () => {
  for (const { read: readVariables, service } of Object.values(programs)) {
    const environment = buildEnvironment(service, withExternalServices)
    // `prepare` is of the bundled store.
    if (service === 'prepare') continue
    expect(() => readVariables(environment), service).not.toThrow()
    expect([service, Object.values(environment).filter((value) => /[@/](postgres|redis|store):/.test(value))]).toEqual([
      service,
      [],
    ])
  }
  expect(buildEnvironment('edge', withExternalServices)).toMatchObject({ S3_ADDRESS: 'https://s3.example' })
})

test.each(Object.entries(externalFiles).flatMap(([file, names]) => names.map((name) => [file, name] as const)))(
  'production with %s and without %s: the compose files are refused by name',
  (_file, name) => {
    const services = ['api', 'worker', 'migrate', 'backup', 'restore']
    const { [name]: _removed, ...values } = withExternalServices

    const refusals = services.flatMap((service) => {
      try {
        buildEnvironment(service, values)
        return []
      } catch (error) {
        return (error as Error).message
      }
    })
    expect(new Set(refusals)).toEqual(new Set([`required variable ${name} is missing a value: set it in .env`]))
  },
)

test.each<[Program, name: string, value: string, named?: string]>([
  ['api/src/migrate.ts', 'DATABASE_URL', 'postgres://shop_app:short@db.example/shop', 'SHOP_DATABASE_URL'],
  ['api/src/migrate.ts', 'BACKUP_DATABASE_URL', externalValues['DATABASE_URL'] ?? ''],
  [API, 'DATABASE_URL', 'db.example:5432'],
  [WORKER, 'REDIS_URL', 'redis.example:6379'],
  [API, 'S3_ENDPOINT', 's3.example'],
  [BACKUP, 'S3_ENDPOINT', 's3.example'],
])('production with external services: %s does not start with a bad %s', (program, name, value, named = name) => {
  const { service } = programs[program]
  const environment = buildEnvironment(service, { ...withExternalServices, [name]: value })

  const message = getConfigError(program, environment)

  expect(message).toContain(`\n  ${named}: `)
  expect(message).not.toContain(value)
})

/** Returns the try-out's environment of a program, with one production setting added. */
const mixedEnvironments: readonly [program: Program, setting: string, what: string, value: string][] = [
  [API, 'PUBLIC_ORIGIN', 'by https', 'https://shop.example'],
  [API, 'PUBLIC_ORIGIN', 'of another machine', 'http://192.168.1.5:8080'],
  [API, 'CODE_SECRET', 'of its own', VALID_SECRET],
  [API, 'GOOGLE_CLIENT_SECRET', 'of its own', VALID_SECRET],
  [PREPARE, 'S3_ROOT_SECRET_KEY', 'of its own', VALID_SECRET],
  [MIGRATE, 'BACKUP_DATABASE_URL', 'of its own', `postgres://shop_backup:${LONG_SECRET}@db/shop`],
  [WORKER, 'PUBLIC_ORIGIN', 'of another machine', 'http://shop.example'],
  [WORKER, 'TELEGRAM_BOT_TOKEN', 'of a real bot', `123456789:${VALID_SECRET}`],
  [WORKER, 'REDIS_URL', 'of its own', `redis://shop:${LONG_SECRET}@redis:6379`],
]

test.each(Object.entries(programs))('the try-out starts %s', (_program, { read: readVariables, service }) => {
  // A backup has a key of its own choice everywhere.
  const values = { ...tryOutValues, BACKUP_KEY: VALID_SECRET }

  expect(() => readVariables({ ...buildEnvironment(service, values), NODE_ENV: 'development' })).not.toThrow()
})

// catches mutation: local-secrets-refused
test.each(mixedEnvironments)('%s refuses local-only secrets beside a %s %s', (program, setting, _what, value) => {
  const mixed = {
    ...buildEnvironment(programs[program].service, tryOutValues),
    NODE_ENV: 'development',
    [setting]: value,
  }
  if (setting === 'GOOGLE_CLIENT_SECRET') mixed['GOOGLE_CLIENT_ID'] = 'any'
  const localSecrets = Object.keys(mixed).filter((name) => name !== setting && mixed[name]?.includes('local-only'))

  const message = getConfigError(program, mixed)

  const variable = [...message.matchAll(/^ {2}([A-Z0-9_]+)(?: \d+)?: a local-only secret beside (\S+)/gm)]
  const readVariables = localSecrets.filter((name) => name !== 'REDIS_URL' || program === WORKER)
  expect(new Set(variable.map(([, name]) => name))).toEqual(new Set(readVariables))
  expect(new Set(variable.map(([, , conflictingSetting]) => conflictingSetting))).toEqual(new Set([setting]))
  expect(message).not.toContain(value)
})

test.each([API, WORKER, MIGRATE] as const)('%s refuses a production whose NODE_ENV is not production', (program) => {
  for (const mode of ['development', 'test']) {
    const environment = { ...buildEnvironment(programs[program].service), NODE_ENV: mode }

    expectOnlyVariableNamed(getConfigError(program, environment), 'NODE_ENV', environment)
  }
})

function buildInvalidEnvironment(program: Program, name: string, value: string | undefined): Environment {
  const { [name]: _good, ...others } = buildEnvironment(programs[program].service)
  return value === undefined ? others : { ...others, [name]: value }
}

function getConfigError(program: Program, environment: Environment): string {
  try {
    programs[program].read(environment)
  } catch (error) {
    expect(error).toMatchObject({ name: 'ConfigurationError' })
    return (error as Error).message
  }
  throw new Error(`${program} starts with it`)
}

/** The log names one variable at least once and contains no value of the environment, not even a part of a secret. */
function expectOnlyVariableNamed(message: string, variable: string, environment: Environment): void {
  const [first, ...lines] = message.trimEnd().split('\n')
  expect(first).toBe('Bad configuration:')
  expect(new Set(lines.map((line) => /^ {2}([A-Z0-9_]+)(?: \d+)?: ./.exec(line)?.[1]))).toEqual(new Set([variable]))
  const parts = Object.values(environment).flatMap((value) => [value, ...value.split(/[\s:/@]+/)])
  const leaked = parts.filter((part) => part.length > 5 && message.includes(part) && !allowedWords.has(part))
  expect(leaked).toEqual([])
  const value = environment[variable]
  if (value && !/^\d{1,2}$/.test(value)) expect(message).not.toContain(value)
}

/** Words of values that are words of ours as well. */
const allowedWords = new Set(['PRIVATE', 'production', 'tsedra', 'https', 'accounts.google.com', 'api.telegram.org'])
