import { BOT_POLL_INTERVAL_MS } from '@tsedra/contract/accounts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pollBot } from './poll-bot.ts'

const page = Object.assign(new EventTarget(), { visibilityState: 'visible', getElementById: () => null })
let answers: (() => Response)[] = []
const asked = vi.fn()

const answer = (status: number, body: unknown) => () =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', 'x-app': 'tsedra' } })
const notYet = answer(200, { verified: false })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', new URL('https://tsedra.example/'))
  vi.stubGlobal('fetch', (url: string) => {
    asked(url)
    return Promise.resolve((answers.shift() ?? notYet)())
  })
  vi.spyOn(console, 'info').mockImplementation(() => {})
  page.visibilityState = 'visible'
  asked.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('asks every two seconds until the bot has seen the owner, and never again', async () => {
  const user = { id: crypto.randomUUID() }
  answers = [notYet, answer(503, { code: 'busy' }), answer(200, { verified: true, user })]

  const end = pollBot('+380 67 000 01 24', new AbortController().signal)
  await vi.advanceTimersByTimeAsync(BOT_POLL_INTERVAL_MS - 1)
  expect(asked).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(10 * BOT_POLL_INTERVAL_MS)

  expect(await end).toEqual({ kind: 'verified', user })
  expect(asked).toHaveBeenCalledTimes(3)
  expect(asked).toHaveBeenCalledWith('/api/telegram/verification-status/%2B380%2067%20000%2001%2024')
})

test('ends when nothing can come of it, and when an address is somebody else’s', async () => {
  answers = [answer(200, { verified: false, over: true })]
  expect(await pollBot('1', new AbortController().signal)).toEqual({ kind: 'over' })

  answers = [answer(409, { code: 'identity_taken', message: '' })]
  expect(await pollBot('1', new AbortController().signal)).toMatchObject({ kind: 'refused' })
})

// catches mutation: polling-stops-when-hidden
test('nobody looks: nothing is asked until somebody does', async () => {
  page.visibilityState = 'hidden'
  answers = [answer(200, { verified: false, over: true })]

  const end = pollBot('1', new AbortController().signal)
  await vi.advanceTimersByTimeAsync(10 * BOT_POLL_INTERVAL_MS)
  expect(asked).not.toHaveBeenCalled()
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))

  expect(await end).toEqual({ kind: 'over' })
})

test('closing the dialog stops it', async () => {
  const closing = new AbortController()
  const end = pollBot('1', closing.signal)
  await vi.advanceTimersByTimeAsync(BOT_POLL_INTERVAL_MS)

  closing.abort()

  expect(await end).toEqual({ kind: 'stopped' })
  await vi.advanceTimersByTimeAsync(10 * BOT_POLL_INTERVAL_MS)
  expect(asked).toHaveBeenCalledTimes(2)
})
