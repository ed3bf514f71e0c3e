import { thirdParties } from '@tsedra/contract/third-parties'
import { createLog } from '@tsedra/service/log'
import { expect, test } from 'vitest'
import { aPerson, openBrowser } from '../../../test/people.ts'
import { begin, choose, comeBack, openThirdPartyShop, signInWith, someone } from '../../../test/third-parties.ts'
import { createSeals, purposes } from '../seals.ts'

const sessionSecrets = { 1: 'session secret of the token tests, long enough' }

// catches mutation: callback-not-logged
test('O-06: no token, code or secret of a third party is in database, log, cookies or answers', async () => {
  const lines: string[] = []
  const log = createLog('test', 'debug', { write: (line) => void lines.push(line) })
  await using at = await openThirdPartyShop({ log, sessionSecrets })
  const { shop, parties } = at
  const answers: string[] = []
  const given: string[] = []
  const canaries: string[] = []
  const owner = await aPerson(shop.db)
  for (const party of thirdParties) {
    for (const person of [someone(), someone({ email: owner.email })]) {
      const browser = openBrowser(shop)
      const said = await choose((await begin(at, browser, party)).location, person)
      canaries.push(said.get('code') ?? '')
      const { location, text, setCookie } = await comeBack(at, browser, party, said)
      answers.push(location, text, JSON.stringify((await browser.send('GET', '/api/auth/user')).body))
      given.push(...setCookie)
    }
    // Refused ones are what logs are tempted to tell all about.
    parties[party].faults.token = 'foreign key'
    answers.push((await signInWith(at, party, someone())).arrival.location)
  }
  canaries.push(...thirdParties.flatMap((party) => parties[party].tokens))
  expect(canaries.length).toBeGreaterThanOrEqual(16)
  const seals = createSeals(sessionSecrets)
  const opened = await Promise.all(
    given.flatMap((line) => {
      const value = decodeURIComponent(line.split(';')[0]?.split('=', 2)[1] ?? '')
      return purposes.map(async (purpose) => JSON.stringify(await seals.open(purpose, value, 60)))
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
  const leaks = Object.entries(places).flatMap(([place, texts]) =>
    canaries.filter((canary) => texts.join().includes(canary)).map(() => place),
  )
  expect(leaks).toEqual([])
})
