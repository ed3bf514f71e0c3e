import { BOT_POLL_INTERVAL_MS } from '@tsedra/contract/account-limits'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pollBot } from './poll-bot.ts'

const page = Object.assign(new EventTarget(), { visibilityState: 'visible', getElementById: () => null })
let responses: (() => Response)[] = []
const onRequest = vi.fn()

const reply = (status: number, body: unknown) => () =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', 'x-app': 'tsedra' } })
const notYet = reply(200, { verified: false })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', new URL('https://tsedra.example/'))
  vi.stubGlobal('fetch', (url: string) => {
    onRequest(url)
    return Promise.resolve((responses.shift() ?? notYet)())
  })
  vi.spyOn(console, 'info').mockImplementation(() => {})
  page.visibilityState = 'visible'
  onRequest.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('polls every two seconds until the bot has verified the phone, then stops', async () => {
  const user = { id: crypto.randomUUID() }
  responses = [notYet, reply(503, { code: 'busy' }), reply(200, { verified: true, user })]

  const result = pollBot('+380 67 000 01 24', new AbortController().signal)
  await vi.advanceTimersByTimeAsync(BOT_POLL_INTERVAL_MS - 1)
  expect(onRequest).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(10 * BOT_POLL_INTERVAL_MS)

  expect(await result).toEqual({ kind: 'verified', user })
  expect(onRequest).toHaveBeenCalledTimes(3)
  expect(onRequest).toHaveBeenCalledWith('/api/telegram/verification-status/%2B380%2067%20000%2001%2024')
})

test('stops when the verification is over and when the address belongs to another account', async () => {
  responses = [reply(200, { verified: false, over: true })]
  expect(await pollBot('1', new AbortController().signal)).toEqual({ kind: 'over' })

  responses = [reply(409, { code: 'identity_taken', message: '' })]
  expect(await pollBot('1', new AbortController().signal)).toMatchObject({ kind: 'refused' })
})

// catches mutation: polling-stops-when-hidden
test('a hidden page sends no request until it is visible', async () => {
  page.visibilityState = 'hidden'
  responses = [reply(200, { verified: false, over: true })]

  const result = pollBot('1', new AbortController().signal)
  await vi.advanceTimersByTimeAsync(10 * BOT_POLL_INTERVAL_MS)
  expect(onRequest).not.toHaveBeenCalled()
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))

  expect(await result).toEqual({ kind: 'over' })
})

test('closing the dialog stops the polling', async () => {
  const closing = new AbortController()
  const result = pollBot('1', closing.signal)
  await vi.advanceTimersByTimeAsync(BOT_POLL_INTERVAL_MS)

  closing.abort()

  expect(await result).toEqual({ kind: 'stopped' })
  await vi.advanceTimersByTimeAsync(10 * BOT_POLL_INTERVAL_MS)
  expect(onRequest).toHaveBeenCalledTimes(2)
})
