import * as accounts from '@tsedra/contract/accounts'
import type { ErrorCode } from '@tsedra/contract/errors'
import * as settings from '@tsedra/contract/settings'
import { expect, test } from 'vitest'
import { ApiRefusal, Unreachable } from '../shared/api.ts'
import { textFor } from './refusal-words.ts'

const refusal = (code: ErrorCode, details = {}) => new ApiRefusal(code, 400, 'not for readers', details)

/** What the calls about people may refuse with, as the contract says. */
const refused = new Set(
  [...Object.values(accounts), ...Object.values(settings)].flatMap((part) =>
    typeof part === 'object' && part !== null && 'refuses' in part ? (part.refuses as ErrorCode[]) : [],
  ),
)
// The dialog goes on to the next step instead.
refused.delete('not_verified')

test('everything that the contract refuses people with has words of its own', () => {
  expect(refused.size).toBeGreaterThan(8)
  for (const code of [...refused, 'invalid_request'] as const) expect(textFor(refusal(code)), code).not.toBe('unknown')
})

test('a weak password is refused with its reason, a wrong code with the tries that are left', () => {
  expect(['short', 'common', 'personal'].map((reason) => textFor(refusal('password_weak', { reason })))).toEqual([
    'short',
    'common',
    'personal',
  ])
  expect(textFor(refusal('code_wrong', { triesLeft: 0 }))).toBe('triesLeft')
})

test('who must wait is told how long, when the shop says it', () => {
  expect(textFor(refusal('too_many_requests', { waitS: 40 }))).toBe('wait')
  expect(textFor(refusal('too_many_requests'))).toBe('often')
})

test('no answer of ours is no refusal', () => {
  expect(textFor(new Unreachable('network'))).toBe('unreachable')
  expect(textFor(new Unreachable('portal', { status: 403 }))).toBe('unreachable')
})

test('a shop in trouble is no missing network', () => {
  expect(textFor(new Unreachable('internal', { status: 500 }))).toBe('trouble')
})
