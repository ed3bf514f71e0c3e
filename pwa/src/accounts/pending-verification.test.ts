import { CODE_TTL_S } from '@tsedra/contract/account-limits'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../../test/fake-shop.ts'
import { maskAddress, readPendingVerification, storePendingVerification } from './pending-verification.ts'
import { refreshCurrentUser, endLocalSession, startSession } from './session.ts'

const verification = { userId: '6f0e0a3c-3b1c-4c43-9a2e-5f6f2d1a7b11', type: 'email' as const }
const bot = { url: 'https://t.me/tsedra_bot?start=secret-start-token', number: '42' }
const stored = new Map<string, string>()
const user = { id: 'olena', secondFactor: null, language: null } as unknown as Parameters<typeof startSession>[0]

beforeEach(() => {
  stored.clear()
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})
afterEach(() => vi.useRealTimers())

// catches mutation: verification-address-masked
test('a pending verification is stored with a masked address and no secret', () => {
  storePendingVerification('verify', { ...verification, bot }, 'olena@bar.example')

  expect(readPendingVerification()).toMatchObject({ at: 'verify', ...verification, address: 'o…@b…' })
  expect([...stored.values()].join()).not.toMatch(/olena|bar\.example|start-token|t\.me/)
})

test.each([
  ['olena@bar.example', 'o…@b…'],
  ['+380 67 123 45 42', '+380…42'],
  ['o…@b…', 'o…@b…'],
  ['+380…42', '+380…42'],
])('maskAddress(%s) returns %s', (address, masked) => expect(maskAddress(address)).toBe(masked))

test.each([
  ['when its code has expired', CODE_TTL_S * 1_000],
  ['when the clock was set back', -1_000],
])('a pending verification is not offered %s', (_, ms) => {
  storePendingVerification('verify', verification, 'olena@bar.example')
  vi.setSystemTime(Date.now() + ms)

  expect(readPendingVerification()).toBeUndefined()
  expect(stored.size).toBe(0)
})

test('a pending verification is readable until the last millisecond', () => {
  storePendingVerification('newPassword', verification, 'olena@bar.example')
  vi.setSystemTime(Date.now() + CODE_TTL_S * 1_000 - 1)

  expect(readPendingVerification()?.at).toBe('newPassword')
})

test.each([
  ['after a sign-in by any method', () => startSession(user)],
  [
    'after a sign-in on another page',
    async () => {
      vi.stubGlobal('fetch', async () => Response.json(user, { headers: { 'x-app': 'tsedra' } }))
      await refreshCurrentUser()
    },
  ],
  ['after a sign-out', () => endLocalSession('keep')],
])('a pending verification is not offered %s', async (_, act) => {
  storePendingVerification('verify', verification, 'olena@bar.example')

  await act()

  expect(readPendingVerification()).toBeUndefined()
})
