import { expect, test } from 'vitest'
import { createSeals, purposes } from './seals.ts'

const old = 'an old secret that is long enough to be one'
const fresh = 'a fresh secret that is long enough to be one'

test('S-05: a seal of one purpose opens nothing else: of 49 pairs only the diagonal opens', async () => {
  const seals = createSeals({ 1: old })
  const opened: string[] = []
  for (const made of purposes) {
    const seal = await seals.seal(made, { uid: '1' }, 60)
    for (const tried of purposes) if (await seals.open(tried, seal, 60)) opened.push(`${made}→${tried}`)
  }

  expect(opened).toEqual(purposes.map((purpose) => `${purpose}→${purpose}`))
})

test('S-04: a new secret seals, the old one still opens, a secret that is gone makes nobody, not an error', async () => {
  const refused: string[] = []
  const before = createSeals({ 1: old })
  const both = createSeals({ 1: old, 2: fresh })
  const after = createSeals({ 2: fresh }, (purpose) => refused.push(purpose))
  const sealedBefore = await before.seal('session', { uid: '1' }, 60)
  const sealedNow = await both.seal('session', { uid: '2' }, 60)

  expect(await both.open('session', sealedBefore, 60)).toMatchObject({ uid: '1' })
  expect(await after.open('session', sealedNow, 60)).toMatchObject({ uid: '2' })
  expect(await before.open('session', sealedNow, 60)).toBeUndefined()
  expect(await after.open('session', sealedBefore, 60)).toBeUndefined()
  expect(refused).toEqual(['session'])
})

test('S-04: what was tampered with, cut or made up opens nothing and is counted; what is old opens nothing', async () => {
  let refused = 0
  const seals = createSeals({ 1: old }, () => (refused += 1))
  const seal = await seals.seal('session', { uid: '1' }, 60)
  const tampered = seal.replace(/.{5}(?=\*[^*]*$)/, 'AAAAA')

  for (const each of [tampered, seal.slice(0, -9), 'nonsense', '']) {
    expect(await seals.open('session', each, 60), each).toBeUndefined()
  }
  expect(refused).toBeGreaterThanOrEqual(4)
})
