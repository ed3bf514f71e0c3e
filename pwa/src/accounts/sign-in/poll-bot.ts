import { BOT_POLL_INTERVAL_MS, type User, type verificationStatus } from '@tsedra/contract/accounts'
import { ApiError, callApi } from '../../shared/api.ts'

export type PollResult =
  | { kind: 'verified'; user: User }
  /** Nothing will come of it any more. */
  | { kind: 'over' }
  | { kind: 'refused'; error: ApiError }
  | { kind: 'stopped' }

/**
 * Asks every two seconds whether the bot has seen the phone's owner, as long as somebody looks: a hidden page asks again
 * when it is seen. A question that fails is only logged.
 *
 * @param phone as it was typed: it says nothing to the server, whose cookie knows the attempt
 */
export async function pollBot(phone: string, signal: AbortSignal): Promise<PollResult> {
  while (!signal.aborted) {
    await waitUntilVisible(signal)
    try {
      const params = { phone }
      const { verified, user, over } = await callApi<typeof verificationStatus>(
        'GET /api/telegram/verification-status/:phone',
        { params },
        signal,
      )
      if (verified && user) return { kind: 'verified', user }
      if (over) return { kind: 'over' }
    } catch (error) {
      if (signal.aborted) break
      if (error instanceof ApiError && error.code === 'identity_taken') return { kind: 'refused', error }
      // oxlint-disable-next-line no-console -- the next question may be answered: nobody is troubled with it
      console.info('verification poll failed:', error)
    }
    await waitForNextPoll(signal)
  }
  return { kind: 'stopped' }
}

/** Resolves when the page can be seen, or need not be any more. */
function waitUntilVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const checkVisibility = () => {
      // mutation test: polling-stops-when-hidden
      if (document.visibilityState !== 'visible' && !signal.aborted) return
      document.removeEventListener('visibilitychange', checkVisibility)
      signal.removeEventListener('abort', checkVisibility)
      resolve()
    }
    document.addEventListener('visibilitychange', checkVisibility)
    signal.addEventListener('abort', checkVisibility)
    checkVisibility()
  })
}

function waitForNextPoll(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, BOT_POLL_INTERVAL_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
