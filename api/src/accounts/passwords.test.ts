import { readFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { hashSync } from '@node-rs/argon2'
import * as z from 'zod/mini'
import { password as passwordInput } from '@tsedra/contract/accounts'
import { expect, test } from 'vitest'
import { Refusal } from '../http/refusal.ts'
import { loadCommonPasswords } from './common-passwords.ts'
import { createPasswordHasher } from './password-hasher.ts'
import { findWeakness } from './password-weakness.ts'

const cost = { memoryKiB: 65_536, passes: 3 }
const emptyOwner = { identities: [], names: [], isStaff: false }

test('A-01: a password is stored as argon2id with 64 MiB, three passes and its own salt', async () => {
  const hasher = createPasswordHasher(cost)
  const [one, two] = [await hasher.hash('лаванда і лід'), await hasher.hash('лаванда і лід')]

  expect(one).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
  expect(one).not.toBe(two)
  expect(await hasher.verify(one, 'лаванда і лід')).toEqual({ isMatch: true, needsRehash: false })
  expect(await hasher.verify(one, 'лаванда і лед')).toEqual({ isMatch: false, needsRehash: false })
  expect(await hasher.verify(hashSync('лаванда і лід'), 'лаванда і лід')).toEqual({ isMatch: true, needsRehash: true })
})

test('A-02: two concurrent hashes, fifty queued, the next one is refused with `busy` at once', async () => {
  const hasher = createPasswordHasher({ memoryKiB: 1_024, passes: 1 })

  const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => hasher.hash('лаванда')))

  const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  expect(refused).toHaveLength(8)
  expect(refused[0]?.reason).toBeInstanceOf(Refusal)
  expect(refused[0]?.reason).toMatchObject({ code: 'busy', retryAfterS: 2 })
  expect(await hasher.hash('лаванда')).toMatch(/^\$argon2id/)
})

test('A-03: 200 common passwords are refused, 20 random ones are accepted', async () => {
  const isCommon = await loadCommonPasswords()
  const list = new URL('../src/passwords.json', import.meta.resolve('@zxcvbn-ts/language-common'))
  const words = (JSON.parse(readFileSync(list, 'utf8')) as string[]).filter((word) => word.length >= 6)
  const sample = Array.from({ length: 200 }, (_, index) => words[Math.floor((index * words.length) / 200)] ?? '')

  expect(words.length).toBeGreaterThan(40_000)
  expect(sample.filter((word) => findWeakness(word, emptyOwner, isCommon) !== 'common')).toEqual([])
  expect(findWeakness('PassWord', emptyOwner, isCommon)).toBe('common')
  for (let tries = 0; tries < 20; tries += 1) {
    expect(findWeakness(randomBytes(12).toString('base64'), emptyOwner, isCommon)).toBeUndefined()
  }
})

test.each([
  ['olena@bar.example', 'personal'],
  ['OLENA@bar.example', 'personal'],
  ['xx-olena-xx', 'personal'],
  ['+380671234567', 'personal'],
  ['380671234567!', 'personal'],
  ['коваленко1', 'personal'],
  ['чіпси-зі-смаком', 'personal'],
  ['Tsedra2026', 'personal'],
  ['лі у великому полі', undefined],
])('A-03: %s of the user is %s', async (typed, expected) => {
  const owner = { identities: ['olena@bar.example', '+380671234567'], names: ['Лі', 'Коваленко'], isStaff: false }

  expect(findWeakness(typed, owner, await loadCommonPasswords())).toBe(expected)
})

test('A-03: staff need twelve characters', async () => {
  const isCommon = await loadCommonPasswords()
  const staff = { ...emptyOwner, isStaff: true }

  expect(findWeakness('вербаверба7', staff, isCommon)).toBe('short')
  expect(findWeakness('вербаверба78', staff, isCommon)).toBeUndefined()
})

test('A-04: a password is not trimmed, truncated or restricted in its characters; only NFC is applied', async () => {
  const parse = (text: string) => z.safeParse(passwordInput, text).data
  const hasher = createPasswordHasher({ memoryKiB: 64, passes: 1 })

  expect(parse('чаи\u0306ник')).toBe('чайник'.normalize('NFC'))
  expect(parse(' верба')).toBe(' верба')
  expect(parse('🍋'.repeat(64))).toBe('🍋'.repeat(64))
  expect(parse('🍋'.repeat(128))).toBeDefined()
  expect(parse('🍋'.repeat(129))).toBeUndefined()
  expect(parse('верба')).toBeUndefined()
  expect(parse('\ud800'.repeat(6))).toBeUndefined()
  const stored = await hasher.hash(parse('сонячний і') ?? '')
  expect((await hasher.verify(stored, parse('соня\u0447нии\u0306 і') ?? '')).isMatch).toBe(true)
  expect((await hasher.verify(stored, parse('сонячний і ') ?? '')).isMatch).toBe(false)
})
