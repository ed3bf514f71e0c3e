import { expect, test, vi } from 'vitest'
import './fake-shop.ts'
import { askWhoIsSignedIn, leaveToSignIn, mayBeSignedIn } from './session.ts'

const nobody = () =>
  Response.json({ code: 'unauthorized', message: 'Unauthorized' }, { status: 401, headers: { 'x-app': 'tsedra' } })

test('whoever has left to sign in elsewhere is asked about when they are back, and not again when it was nobody', async () => {
  vi.stubGlobal('fetch', async () => nobody())
  leaveToSignIn()
  expect(mayBeSignedIn()).toBe(true)

  expect(await askWhoIsSignedIn()).toBeNull()
  expect(mayBeSignedIn()).toBe(false)
})

test('an answer to what was asked before somebody left says nothing about their return', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => promise)
  const answered = askWhoIsSignedIn()
  leaveToSignIn()
  resolve(nobody())

  expect(await answered).toBeNull()
  expect(mayBeSignedIn()).toBe(true)
})
