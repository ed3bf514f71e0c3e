import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const secret = 'b1946ac92492d2347c6235b4d2611184'

const newSecret = '92d2347c6235b4d2611184b1946ac924'
const oldSecret = '6235b4d2611184b1946ac92492d2347c'

const { privateKey: applesKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://shop:0f3a9c57e1b84d26a7c05e9b3d6f8142@db/shop',
  PUBLIC_ORIGIN: 'https://shop.example/',
  TRUST_PROXY: '1',
  ADDRESS_SECRET: secret,
  CODE_SECRET: '7c6235b4d2611184b1946ac92492d234',
  TELEGRAM_BOT_NAME: 'tsedra_bot',
  SESSION_SECRETS: `2:${newSecret} 1:${oldSecret}`,
  S3_ENDPOINT: 'http://store:9000',
  S3_ACCESS_KEY: 'shop',
  S3_SECRET_KEY: 'Vb7nQ2xKp9Wq7Zr2kVmN8pQs4YbHc6De',
  S3_ROOT_ACCESS_KEY: 'root',
  S3_ROOT_SECRET_KEY: 'Hw4tZ8mLd3Xr7Kv2LmN8pQs4YbHc6DeG',
  GOOGLE_CLIENT_ID: '1234.apps.googleusercontent.com',
  GOOGLE_CLIENT_SECRET: 'GOCSPX-Vb7nQ2xKp9',
  APPLE_CLIENT_ID: 'ua.tsedra.shop',
  APPLE_TEAM_ID: 'TEAM123456',
  APPLE_KEY_ID: 'KEY1234567',
  APPLE_PRIVATE_KEY: applesKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
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
    providers: {
      google: { issuer: 'https://accounts.google.com', clientId: '1234.apps.googleusercontent.com' },
      apple: { issuer: 'https://appleid.apple.com', teamId: 'TEAM123456' },
    },
    media: { kind: 's3', bucket: 'tsedra' },
  })
})

test('a secret may be a file', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'config-')), 'address')
  writeFileSync(file, `${secret}\n`)
  const { ADDRESS_SECRET: _none, ...rest } = production

  expect(readConfig({ ...rest, ADDRESS_SECRET_FILE: file }).addressSecret).toBe(secret)
  expect(() => readConfig({ ...rest, ADDRESS_SECRET_FILE: '/nowhere' })).toThrow('ADDRESS_SECRET_FILE')
})

test('a provider without settings is not offered; a test double may be configured outside production', () => {
  const without = (provider: string) =>
    Object.fromEntries(Object.entries(production).filter(([name]) => !name.startsWith(provider)))
  const google = {
    ...without('APPLE'),
    NODE_ENV: 'test',
    PUBLIC_ORIGIN: 'https://localhost',
    GOOGLE_ISSUER: 'http://127.0.0.1:1',
  }

  expect(readConfig(without('GOOGLE')).providers.google).toBeUndefined()
  expect(readConfig(without('APPLE')).providers.apple).toBeUndefined()
  expect(readConfig(google).providers.google?.issuer).toBe('http://127.0.0.1:1')
})
