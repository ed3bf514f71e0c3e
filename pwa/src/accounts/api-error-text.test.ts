import * as accounts from '@tsedra/contract/accounts'
import type { ErrorCode } from '@tsedra/contract/errors'
import * as settings from '@tsedra/contract/settings'
import { expect, test } from 'vitest'
import { ApiError, UnreachableError } from '../shared/api.ts'
import { errorTextKeyOf } from './api-error-text.ts'

const refusal = (code: ErrorCode, details = {}) => new ApiError(code, 400, 'not for readers', details)

/** Error codes of all account and settings endpoints in the contract. */
const accountErrorCodes = new Set(
  [...Object.values(accounts), ...Object.values(settings)].flatMap((part) =>
    typeof part === 'object' && part !== null && 'errors' in part ? (part.errors as ErrorCode[]) : [],
  ),
)
// The dialog opens the next step instead of showing an error.
accountErrorCodes.delete('not_verified')

test('every error code of the account endpoints has its own text', () => {
  expect(accountErrorCodes.size).toBeGreaterThan(8)
  for (const code of [...accountErrorCodes, 'invalid_request'] as const)
    expect(errorTextKeyOf(refusal(code)), code).not.toBe('unknown')
})

test('a weak password shows its reason, a wrong code the remaining tries', () => {
  expect(['short', 'common', 'personal'].map((reason) => errorTextKeyOf(refusal('password_weak', { reason })))).toEqual(
    ['short', 'common', 'personal'],
  )
  expect(errorTextKeyOf(refusal('code_wrong', { triesLeft: 0 }))).toBe('triesLeft')
})

test('a rate limit shows the waiting time if the API sends one', () => {
  expect(errorTextKeyOf(refusal('too_many_requests', { waitS: 40 }))).toBe('wait')
  expect(errorTextKeyOf(refusal('too_many_requests'))).toBe('often')
})

test('a network failure and a captive portal show as unreachable', () => {
  expect(errorTextKeyOf(new UnreachableError('network'))).toBe('unreachable')
  expect(errorTextKeyOf(new UnreachableError('portal', { status: 403 }))).toBe('unreachable')
})

test('a server error shows as trouble, not as a missing network', () => {
  expect(errorTextKeyOf(new UnreachableError('internal', { status: 500 }))).toBe('trouble')
})
