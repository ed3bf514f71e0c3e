import { providers } from '@tsedra/contract/third-parties'
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
  const answers: string[] = []
  const given: string[] = []
  const canaries: string[] = []
  const owner = await createTestUser(shop.db)
  for (const provider of providers) {
    for (const user of [providerUser(), providerUser({ email: owner.email })]) {
      const browser = openBrowser(shop)
      const callback = await completeProviderPage((await startProviderFlow(at, browser, provider)).location, user)
      canaries.push(callback.get('code') ?? '')
      const { location, text, setCookie } = await returnFromProvider(at, browser, provider, callback)
      answers.push(location, text, JSON.stringify((await browser.send('GET', '/api/auth/user')).body))
      given.push(...setCookie)
    }
    // Refused tokens are the ones that error logs tend to contain.
    fakes[provider].faults.token = 'foreign key'
    answers.push((await signInWith(at, provider, providerUser())).arrival.location)
  }
  canaries.push(...providers.flatMap((provider) => fakes[provider].tokens))
  expect(canaries.length).toBeGreaterThanOrEqual(16)
  const encryption = createEncryption(sessionSecrets)
  const opened = await Promise.all(
    given.flatMap((line) => {
      const value = decodeURIComponent(line.split(';')[0]?.split('=', 2)[1] ?? '')
      return encryptionPurposes.map(async (purpose) => JSON.stringify(await encryption.decrypt(purpose, value, 60)))
    }),
  )
  const { rows } = await shop.db.raw<{ rows: { name: string }[] }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
  )
  const stored: string[] = []
  for (const { name } of rows) {
    stored.push(JSON.stringify((await shop.db.raw('SELECT t::text FROM ?? t', [name])).rows))
  }

  expect(stored.join()).toContain(owner.email)
  expect(opened.filter((text) => text?.includes('"sid"')).length).toBeGreaterThan(0)
  expect(lines.join()).toContain('"signed-in"')
  const places = { stored, lines, answers, given, opened }
  const leaks = Object.entries(places).flatMap(([index, texts]) =>
    canaries.filter((canary) => texts.join().includes(canary)).map(() => index),
  )
  expect(leaks).toEqual([])
})
