import { expect, test } from 'vitest'
import { createEncryption, encryptionPurposes } from './encryption.ts'

const oldSecret = 'an old secret that is long enough to be one'
const newSecret = 'a fresh secret that is long enough to be one'

test('S-05: a value encrypted for one purpose cannot be decrypted for another: of 49 pairs only the diagonal succeeds', async () => {
  const encryption = createEncryption({ 1: oldSecret })
  const opened: string[] = []
  for (const purpose of encryptionPurposes) {
    const encrypted = await encryption.encrypt(purpose, { uid: '1' }, 60)
    for (const other of encryptionPurposes)
      if (await encryption.decrypt(other, encrypted, 60)) opened.push(`${purpose}→${other}`)
  }

  expect(opened).toEqual(encryptionPurposes.map((purpose) => `${purpose}→${purpose}`))
})

test('S-04: key rotation: the new secret encrypts, the old one still decrypts, a removed one returns undefined', async () => {
  const refused: string[] = []
  const before = createEncryption({ 1: oldSecret })
  const both = createEncryption({ 1: oldSecret, 2: newSecret })
  const after = createEncryption({ 2: newSecret }, (purpose) => refused.push(purpose))
  const sealedBefore = await before.encrypt('session', { uid: '1' }, 60)
  const sealedNow = await both.encrypt('session', { uid: '2' }, 60)

  expect(await both.decrypt('session', sealedBefore, 60)).toMatchObject({ uid: '1' })
  expect(await after.decrypt('session', sealedNow, 60)).toMatchObject({ uid: '2' })
  expect(await before.decrypt('session', sealedNow, 60)).toBeUndefined()
  expect(await after.decrypt('session', sealedBefore, 60)).toBeUndefined()
  expect(refused).toEqual(['session'])
})

test('S-04: a forged, cut or invented value is rejected and counted; an expired one is rejected', async () => {
  let refused = 0
  const encryption = createEncryption({ 1: oldSecret }, () => (refused += 1))
  const encrypted = await encryption.encrypt('session', { uid: '1' }, 60)
  const tampered = encrypted.replace(/.{5}(?=\*[^*]*$)/, 'AAAAA')

  for (const item of [tampered, encrypted.slice(0, -9), 'nonsense', '']) {
    expect(await encryption.decrypt('session', item, 60), item).toBeUndefined()
  }
  expect(refused).toBeGreaterThanOrEqual(4)
})
