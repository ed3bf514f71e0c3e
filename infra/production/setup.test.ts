import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCheckout } from './checkout.ts'
import { buildEnvironment, type Environment, externalValues, programs, readInfraFile } from './environments.ts'

const { version: release } = JSON.parse(readInfraFile('../package.json')) as { version: string }

const BOT_TOKEN = '123456789:AAF-kV8wq2ZrmN8pQs4YWq7jKtU3x9FsbHc'
const SMTP_URL = 'smtps://shop:Wq7Zr2kV%24mN8@mail.shop.example'
const domainSettings: Environment = {
  DOMAIN: 'shop.example',
  TELEGRAM_BOT_TOKEN: BOT_TOKEN,
  TELEGRAM_BOT_NAME: 'tsedra_bot',
  TELEGRAM_STAFF_CHAT_ID: '-1001234567890',
  SMTP_URL,
  MAIL_FROM: 'Tsedra <shop@shop.example>',
}
const { DOMAIN: _domain, ...settings } = domainSettings
const proxySettings = { ...settings, PUBLIC_ORIGIN: 'https://shop.example', TRUSTED_PROXIES: '172.20.0.1 10.0.0.0/8' }

const secretNames = [
  'POSTGRES_PASSWORD',
  'SHOP_POSTGRES_PASSWORD',
  'BACKUP_POSTGRES_PASSWORD',
  'REDIS_PASSWORD',
  'ADDRESS_SECRET',
  'SESSION_SECRETS',
  'CODE_SECRET',
  'S3_ROOT_SECRET_KEY',
  'S3_SECRET_KEY',
  'BACKUP_KEY',
]

/** A machine with nothing but the repository's `infra`, as much of it as the script reads. */
function openMachine() {
  const files = ['package.json', 'infra/production.env.example', 'infra/production/setup.sh']
  const checkout = openCheckout(files)
  const { production, envFile, searchPath } = checkout
  return {
    ...checkout,
    setUp(env: Environment) {
      const { status, stdout, stderr } = spawnSync('sh', [join(production, 'setup.sh')], {
        env: { PATH: searchPath, ...env },
        input: '',
        encoding: 'utf8',
      })
      return { status, output: `${stdout}${stderr}` }
    },
    write: (text: string) => writeFileSync(envFile, text),
    readText: () => readFileSync(envFile, 'utf8'),
    readValues: (): Environment =>
      Object.fromEntries(
        [...readFileSync(envFile, 'utf8').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
          name,
          value,
        ]),
      ),
    listFiles: () => readdirSync(production).toSorted(),
  }
}

test.each([
  ['a domain', domainSettings],
  ['another proxy', proxySettings],
])('with %s one run writes settings that Compose and every program accept', (_name, given) => {
  using machine = openMachine()

  const { status, output } = machine.setUp(given)

  expect([status, output]).toEqual([0, expect.stringContaining('docker compose up -d')])
  const values = machine.readValues()
  for (const { read, service } of Object.values(programs))
    expect(() => read(buildEnvironment(service, values)), service).not.toThrow()
  expect(statSync(machine.envFile).mode & 0o777).toBe(0o600)
  expect(machine.listFiles()).toEqual(['.env', 'setup.sh'])
})

test('a domain decides address, proxies and compose files; without one the proxy does', () => {
  using withDomain = openMachine()
  using behindProxy = openMachine()
  withDomain.setUp(domainSettings)
  behindProxy.setUp(proxySettings)

  expect(withDomain.readValues()).toMatchObject({
    COMPOSE_FILE: 'compose.yml:https.yml',
    PUBLIC_ORIGIN: 'https://shop.example',
    TRUST_PROXY: '2',
    TRUSTED_PROXIES: '',
  })
  expect(buildEnvironment('edge', withDomain.readValues())).toMatchObject({
    TRUSTED_PROXIES: 'private_ranges',
    DOMAIN: 'shop.example',
  })
  expect(behindProxy.readValues()).toMatchObject({
    DOMAIN: '',
    TRUST_PROXY: '2',
    TRUSTED_PROXIES: '172.20.0.1 10.0.0.0/8',
  })
  expect(behindProxy.readValues()).not.toHaveProperty('COMPOSE_FILE')
})

test('a new .env has the release of the checkout, an older one keeps what it has', () => {
  using fresh = openMachine()
  using older = openMachine()
  older.write('CODE_SECRET=a-secret-of-the-owner-0123456789abcdef\n')
  fresh.setUp(domainSettings)
  older.setUp(domainSettings)

  expect(fresh.readValues()['RELEASE']).toBe(release)
  expect(older.readValues()).not.toHaveProperty('RELEASE')
})

test('each secret is another one, on every machine, and none is printed', () => {
  using one = openMachine()
  using other = openMachine()
  const outputs = [one.setUp(domainSettings), other.setUp(domainSettings)].map(({ output }) => output).join('')

  const secrets = [one, other].flatMap((machine) => secretNames.map((name) => machine.readValues()[name] ?? ''))

  expect(secrets.filter((secret) => !/^(1:)?[0-9a-f]{64}$/.test(secret))).toEqual([])
  expect(new Set(secrets).size).toBe(2 * secretNames.length)
  expect([...secrets, BOT_TOKEN, SMTP_URL].filter((secret) => outputs.includes(secret))).toEqual([])
})

// catches mutation: setup-keeps-values
test('a second run changes nothing, even with other values', () => {
  using machine = openMachine()
  machine.setUp(domainSettings)
  const [text, { mtimeMs }] = [machine.readText(), statSync(machine.envFile)]

  const { status, output } = machine.setUp({
    ...domainSettings,
    TELEGRAM_BOT_TOKEN: `9${BOT_TOKEN}`,
    CODE_SECRET: 'x',
  })

  expect(status).toBe(0)
  expect(output).toMatch(/generated: none\n {2}filled in: none\n {2}kept: .*TELEGRAM_BOT_TOKEN/)
  expect(machine.readText()).toBe(text)
  expect(statSync(machine.envFile).mtimeMs).toBe(mtimeMs)
})

test('what is missing is named and filled in by the next run; lines of the owner stay', () => {
  using machine = openMachine()
  machine.write('# mine\nCODE_SECRET=a-secret-of-the-owner-0123456789abcdef\nGOOGLE_CLIENT_ID=1234\nS3_SECRET_KEY=\n')

  const first = machine.setUp({ DOMAIN: 'shop.example', MAIL_FROM: settings['MAIL_FROM'] ?? '' })
  const second = machine.setUp(settings)

  expect(first).toEqual({
    status: 1,
    output: expect.stringContaining(
      'still empty: TELEGRAM_BOT_TOKEN TELEGRAM_BOT_NAME TELEGRAM_STAFF_CHAT_ID SMTP_URL\n',
    ),
  })
  expect(second.status).toBe(0)
  expect(machine.readText()).toMatch(
    /^# mine\nCODE_SECRET=a-secret-of-the-owner-0123456789abcdef\nGOOGLE_CLIENT_ID=1234\n/,
  )
  expect(machine.readText().match(/^S3_SECRET_KEY=/gm)).toHaveLength(1)
  expect(machine.readValues()).toMatchObject({ ...settings, DOMAIN: 'shop.example', TRUSTED_PROXIES: '' })
})

test('external services: their variables and files are added, and kept by the next run', () => {
  using machine = openMachine()

  const first = machine.setUp({ ...domainSettings, ...externalValues })
  const text = machine.readText()
  const second = machine.setUp({ DOMAIN: 'shop.example' })

  expect([first.status, second.status]).toEqual([0, 0])
  expect(machine.readText()).toBe(text)
  expect(machine.readValues()).toMatchObject({
    ...externalValues,
    COMPOSE_FILE: 'compose.yml:https.yml:external-postgres.yml:external-redis.yml:external-store.yml',
  })
  for (const value of Object.values(externalValues)) expect(first.output).not.toContain(value)
  for (const { read, service } of Object.values(programs))
    expect(() => read(buildEnvironment(service, machine.readValues())), service).not.toThrow()
})

// catches mutation: external-store-keys-prompted
test('an external picture store without its keys is named as incomplete, and no key is invented', () => {
  using machine = openMachine()
  const { S3_ENDPOINT = '', S3_BUCKET = '', S3_ACCESS_KEY = '', S3_SECRET_KEY = '' } = externalValues

  expect(machine.setUp({ ...domainSettings, S3_ENDPOINT })).toMatchObject({
    status: 1,
    output: expect.stringContaining('still empty: S3_BUCKET S3_ACCESS_KEY S3_SECRET_KEY\n'),
  })
  expect(machine.readValues()).toMatchObject({ S3_BUCKET: '', S3_ACCESS_KEY: '', S3_SECRET_KEY: '' })
  expect(machine.setUp({ S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY }).status).toBe(0)
  expect(machine.readValues()).toMatchObject({ S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY })
})

test('with external services no program receives a secret that was generated for a bundled one', () => {
  using machine = openMachine()
  machine.setUp({ ...domainSettings, ...externalValues })
  const values = machine.readValues()
  const bundled = ['POSTGRES_PASSWORD', 'SHOP_POSTGRES_PASSWORD', 'BACKUP_POSTGRES_PASSWORD', 'REDIS_PASSWORD']

  for (const service of ['api', 'worker', 'migrate', 'backup', 'restore']) {
    const environment = JSON.stringify(buildEnvironment(service, values))
    expect(
      bundled.filter((name) => environment.includes(values[name] ?? '')),
      service,
    ).toEqual([])
  }
})

test('an external Postgres without one of its roles is named as incomplete', () => {
  using machine = openMachine()
  const { DATABASE_URL = '' } = externalValues

  expect(machine.setUp({ ...proxySettings, DATABASE_URL })).toMatchObject({
    status: 1,
    output: expect.stringContaining('still empty: OWNER_DATABASE_URL BACKUP_DATABASE_URL\n'),
  })
  expect(machine.readValues()).toMatchObject({ COMPOSE_FILE: 'compose.yml:external-postgres.yml' })
})

test('an .env that is a link stays one, and only its owner may read the file', () => {
  using machine = openMachine()
  const target = join(machine.root, 'settings')
  writeFileSync(target, 'CODE_SECRET=a-secret-of-the-owner-0123456789abcdef\n', { mode: 0o644 })
  symlinkSync(target, machine.envFile)
  const { ino } = statSync(target)

  expect(machine.setUp(domainSettings).status).toBe(0)

  expect(readlinkSync(machine.envFile)).toBe(target)
  expect(statSync(target)).toMatchObject({ ino, mode: 0o100_600 })
  expect(machine.readValues()).toMatchObject(domainSettings)
  expect(machine.listFiles()).toEqual(['.env', 'setup.sh'])
})

test('a .env of a release before the TLS proxy stays as it is', () => {
  using machine = openMachine()
  machine.setUp(domainSettings)
  const former = machine.readText().replace(/^TRUST_PROXY=2$/m, 'TRUST_PROXY=1')
  machine.write(former)

  expect(machine.setUp(domainSettings).status).toBe(0)
  expect(machine.readText()).toBe(former)
  expect(buildEnvironment('api', machine.readValues())).toMatchObject({ TRUST_PROXY: 'uniquelocal' })
})

test('files that the owner has added to COMPOSE_FILE stay', () => {
  using machine = openMachine()
  machine.setUp(domainSettings)
  machine.write(machine.readText().replace('compose.yml:https.yml', 'compose.yml:https.yml:monitoring.yml'))

  expect(machine.setUp(domainSettings).status).toBe(0)
  expect(machine.readValues()).toMatchObject({ COMPOSE_FILE: 'compose.yml:https.yml:monitoring.yml' })
})

test.each([
  ['TELEGRAM_BOT_TOKEN', `${BOT_TOKEN}\nNODE_ENV=development`],
  ['TELEGRAM_BOT_TOKEN', `${BOT_TOKEN}\r`],
  ['SMTP_URL', 'smtps://shop:a$HOME@mail.example'],
  ['SMTP_URL', 'smtps://shop:a"b@mail.example'],
  ['SMTP_URL', "smtps://shop:a'b@mail.example"],
  ['SMTP_URL', 'smtps://shop:a`b@mail.example'],
  ['SMTP_URL', 'smtps://shop:a\\b@mail.example'],
  ['MAIL_FROM', 'shop@shop.example #1'],
  ['MAIL_FROM', ' shop@shop.example'],
  ['DOMAIN', 'https://shop.example'],
  ['DOMAIN', 'shop.example:443'],
  ['DOMAIN', 'shop.example/'],
  ['DOMAIN', 'Shop.example'],
  ['DOMAIN', 'shop'],
  ['DOMAIN', '203.0.113.9'],
  ['BACKUP_DIR', 'backups'],
])('a %s of %j is refused, and nothing is written', (name, value) => {
  using machine = openMachine()

  const { status, output } = machine.setUp({ ...domainSettings, [name]: value })

  expect([status, output]).toEqual([1, expect.stringContaining(`setup: ${name}: `)])
  if (name !== 'DOMAIN' && name !== 'BACKUP_DIR') expect(output).not.toContain(value)
  expect(machine.listFiles()).toEqual(['setup.sh'])
})

test('a shop behind a proxy is not turned into one with a certificate of its own', () => {
  using machine = openMachine()
  machine.setUp(proxySettings)
  const text = machine.readText()

  const { status, output } = machine.setUp({ DOMAIN: 'shop.example' })

  expect([status, output]).toEqual([1, expect.stringContaining('setup: DOMAIN: ')])
  expect(machine.readText()).toBe(text)
})

test('the directory of backups is created, or the command that creates it is printed', () => {
  using machine = openMachine()
  const directory = join(machine.root, 'backups')

  const { output } = machine.setUp({ ...domainSettings, BACKUP_DIR: directory })

  if (process.getuid?.() === 0) expect(statSync(directory)).toMatchObject({ uid: 10001, gid: 10001 })
  else expect(output).toContain(`install -d -o 10001 -g 10001 -m 700 ${directory}`)
})
