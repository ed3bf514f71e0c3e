import type { Db } from '@tsedra/database/connection'
import { providers } from '@tsedra/contract/providers'
import { createLog } from '@tsedra/service/log'
import { expect, test } from 'vitest'
import { createTestUser, openBrowser } from '../../../test/users.ts'
import {
  startProviderFlow,
  completeProviderPage,
  returnFromProvider,
  openProviderShop,
  signInWith,
  providerUser,
} from '../../../test/providers.ts'
import { createEncryption, encryptionPurposes } from '../encryption.ts'

const sessionSecrets = { 1: 'session secret of the token tests, long enough' }

// catches mutation: callback-not-logged
test('O-06: no token, code or secret of a provider is in database, log, cookies or responses', async () => {
  const lines: string[] = []
  const log = createLog('test', 'debug', { write: (line) => void lines.push(line) })
  await using at = await openProviderShop({ log, sessionSecrets })
  const { shop, providers: fakes } = at
  const responses: string[] = []
  const setCookies: string[] = []
  const canaries: string[] = []
  const owner = await createTestUser(shop.db)
  for (const provider of providers) {
    for (const user of [providerUser(), providerUser({ email: owner.email })]) {
      const browser = openBrowser(shop)
      const callback = await completeProviderPage((await startProviderFlow(at, browser, provider)).location, user)
      canaries.push(callback.get('code') ?? '')
      const { location, text, setCookie } = await returnFromProvider(at, browser, provider, callback)
      responses.push(location, text, JSON.stringify((await browser.send('GET', '/api/auth/user')).body))
      setCookies.push(...setCookie)
    }
    // Refused tokens are the ones that error logs tend to contain.
    fakes[provider].faults.token = 'foreign key'
    responses.push((await signInWith(at, provider, providerUser())).arrival.location)
  }
  canaries.push(...providers.flatMap((provider) => fakes[provider].tokens))
  expect(canaries.length).toBeGreaterThanOrEqual(16)
  const decrypted = await decryptAll(setCookies)
  const stored = await readAllTables(shop.db)

  expect(stored.join()).toContain(owner.email)
  expect(decrypted.filter((text) => text.includes('"sid"')).length).toBeGreaterThan(0)
  expect(lines.join()).toContain('"signed-in"')
  const sources = { stored, lines, responses, setCookies, decrypted }
  const leaks = Object.entries(sources).flatMap(([source, texts]) =>
    canaries.filter((canary) => texts.join().includes(canary)).map(() => source),
  )
  expect(leaks).toEqual([])
})

/** Decrypts every cookie for every purpose. */
async function decryptAll(setCookies: readonly string[]): Promise<string[]> {
  const encryption = createEncryption(sessionSecrets)
  return Promise.all(
    setCookies.flatMap((line) => {
      const value = decodeURIComponent(line.split(';')[0]?.split('=', 2)[1] ?? '')
      return encryptionPurposes.map(
        async (purpose) => JSON.stringify(await encryption.decrypt(purpose, value, 60)) ?? '',
      )
    }),
  )
}

async function readAllTables(db: Db): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
  )
  const tables: string[] = []
  for (const { name } of rows) tables.push(JSON.stringify((await db.raw('SELECT t::text FROM ?? t', [name])).rows))
  return tables
}
