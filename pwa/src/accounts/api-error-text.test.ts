import * as accounts from '@tsedra/contract/accounts'
import type { ErrorCode } from '@tsedra/contract/errors'
import * as settings from '@tsedra/contract/settings'
import { expect, test } from 'vitest'
import { ApiError, UnreachableError } from '../shared/api.ts'
import { errorTextKeyOf } from './api-error-text.ts'

const refusal = (code: ErrorCode, details = {}) => new ApiError(code, 400, 'not for readers', details)

/** What the calls about people may refuse with, as the contract says. */
const refused = new Set(
  [...Object.values(accounts), ...Object.values(settings)].flatMap((part) =>
    typeof part === 'object' && part !== null && 'errors' in part ? (part.errors as ErrorCode[]) : [],
  ),
)
// The dialog goes on to the next step instead.
refused.delete('not_verified')

test('everything that the contract refuses people with has words of its own', () => {
  expect(refused.size).toBeGreaterThan(8)
  for (const code of [...refused, 'invalid_request'] as const)
    expect(errorTextKeyOf(refusal(code)), code).not.toBe('unknown')
})

test('a weak password is refused with its reason, a wrong code with the tries that are left', () => {
  expect(['short', 'common', 'personal'].map((reason) => errorTextKeyOf(refusal('password_weak', { reason })))).toEqual(
    ['short', 'common', 'personal'],
  )
  expect(errorTextKeyOf(refusal('code_wrong', { triesLeft: 0 }))).toBe('triesLeft')
})

test('who must wait is told how long, when the shop says it', () => {
  expect(errorTextKeyOf(refusal('too_many_requests', { waitS: 40 }))).toBe('wait')
  expect(errorTextKeyOf(refusal('too_many_requests'))).toBe('often')
})

test('no answer of ours is no refusal', () => {
  expect(errorTextKeyOf(new UnreachableError('network'))).toBe('unreachable')
  expect(errorTextKeyOf(new UnreachableError('portal', { status: 403 }))).toBe('unreachable')
})

test('a shop in trouble is no missing network', () => {
  expect(errorTextKeyOf(new UnreachableError('internal', { status: 500 }))).toBe('trouble')
})
