import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const secret = 'b1946ac92492d2347c6235b4d2611184'

const newSecret = '92d2347c6235b4d2611184b1946ac924'
const oldSecret = '6235b4d2611184b1946ac92492d2347c'

const keyOn = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://shop:kV8wq2Zr@db/shop',
  PUBLIC_ORIGIN: 'https://shop.example/',
  TRUST_PROXY: '1',
  ADDRESS_SECRET: secret,
  CODE_SECRET: '7c6235b4d2611184b1946ac92492d234',
  TELEGRAM_BOT_NAME: 'tsedra_bot',
  SESSION_SECRETS: `2:${newSecret} 1:${oldSecret}`,
  S3_ENDPOINT: 'http://store:9000',
  S3_ACCESS_KEY: 'shop',
  S3_SECRET_KEY: 'Vb7nQ2xKp9',
  GOOGLE_CLIENT_ID: '1234.apps.googleusercontent.com',
  GOOGLE_CLIENT_SECRET: 'GOCSPX-Vb7nQ2xKp9',
  APPLE_CLIENT_ID: 'ua.tsedra.shop',
  APPLE_TEAM_ID: 'TEAM123456',
  APPLE_KEY_ID: 'KEY1234567',
  APPLE_PRIVATE_KEY: keyOn('P-256'),
}

test('a complete environment is read once', () => {
  expect(readConfig(production)).toMatchObject({
    production: true,
    port: 3000,
    trustProxy: 1,
    publicOrigin: 'https://shop.example',
    sessionSecrets: { 1: oldSecret, 2: newSecret },
    bot: { name: 'tsedra_bot', linkRoot: 'https://t.me' },
    passwordCost: { memoryKiB: 65_536, passes: 3 },
    thirdParties: {
      google: { issuer: 'https://accounts.google.com', clientId: '1234.apps.googleusercontent.com' },
      apple: { issuer: 'https://appleid.apple.com', teamId: 'TEAM123456' },
    },
    media: { kind: 's3', bucket: 'tsedra' },
  })
})

test.each([
  ['DATABASE_URL', undefined],
  ['DATABASE_URL', 'postgres://shop:local-only-postgres@db/shop'],
  ['DATABASE_URL', 'postgres://shop@db/shop'],
  ['ADDRESS_SECRET', undefined],
  ['ADDRESS_SECRET', 'short-one'],
  ['ADDRESS_SECRET', 'local-only-address-secret-0123456789abcdef'],
  ['ADDRESS_SECRET', '00000000000000000000000000000000'],
  ['CODE_SECRET', undefined],
  ['CODE_SECRET', 'local-only-code-secret-0123456789abcdef'],
  ['SESSION_SECRETS', undefined],
  ['SESSION_SECRETS', secret],
  ['SESSION_SECRETS', '1:too-short'],
  ['SESSION_SECRETS', '1:local-only-session-secret-0123456789abcdef', 'SESSION_SECRETS 1'],
  ['SESSION_SECRETS', '1:00000000000000000000000000000000', 'SESSION_SECRETS 1'],
  ['TELEGRAM_BOT_NAME', '@tsedra_bot'],
  ['TELEGRAM_BOT_NAME', 'tsedra'],
  ['TELEGRAM_BOT_NAME', 'tsedra_local_bot'],
  ['TELEGRAM_LINK_ROOT', 'https://telegram.example'],
  ['PASSWORD_MEMORY_KIB', '8192'],
  ['PASSWORD_PASSES', '1'],
  ['GOOGLE_CLIENT_ID', undefined],
  ['GOOGLE_CLIENT_SECRET', undefined],
  ['GOOGLE_ISSUER', 'https://accounts.evil.example'],
  ['APPLE_CLIENT_ID', undefined],
  ['APPLE_TEAM_ID', undefined],
  ['APPLE_KEY_ID', undefined],
  ['APPLE_PRIVATE_KEY', undefined],
  ['APPLE_PRIVATE_KEY', 'no key at all'],
  ['APPLE_PRIVATE_KEY', keyOn('P-384')],
  ['APPLE_ISSUER', 'http://127.0.0.1:8083/apple'],
  ['S3_SECRET_KEY', 'minioadmin'],
  ['S3_SECRET_KEY', undefined],
  ['S3_ENDPOINT', undefined, 'MEDIA_DIR'],
  ['TRUST_PROXY', 'true'],
  ['PUBLIC_ORIGIN', 'http://shop.example'],
  ['LOG_LEVEL', 'debug'],
  ['NODE_ENV', undefined],
])('production does not start with %s = %s, and says only the name', (name, value, told = name) => {
  const start = () => readConfig({ ...production, [name]: value })

  expect(start).toThrow(`  ${told}: `)
  if (value && value.length > 5) expect(start).not.toThrow(value)
})

test('two doors never share a secret', () => {
  expect(() => readConfig({ ...production, S3_SECRET_KEY: secret })).toThrow('the same secret as S3_SECRET_KEY')
})

test('a secret may be a file', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'config-')), 'address')
  writeFileSync(file, `${secret}\n`)
  const { ADDRESS_SECRET: _none, ...rest } = production

  expect(readConfig({ ...rest, ADDRESS_SECRET_FILE: file }).addressSecret).toBe(secret)
  expect(() => readConfig({ ...rest, ADDRESS_SECRET_FILE: '/nowhere' })).toThrow('ADDRESS_SECRET_FILE')
})

test('a third party of which nothing is set is not offered; a stand-in may be tried outside production', () => {
  const without = (party: string) =>
    Object.fromEntries(Object.entries(production).filter(([name]) => !name.startsWith(party)))
  const google = { ...without('APPLE'), NODE_ENV: 'test', GOOGLE_ISSUER: 'http://127.0.0.1:1' }

  expect(readConfig(without('GOOGLE')).thirdParties.google).toBeUndefined()
  expect(readConfig(without('APPLE')).thirdParties.apple).toBeUndefined()
  expect(readConfig(google).thirdParties.google?.issuer).toBe('http://127.0.0.1:1')
})
