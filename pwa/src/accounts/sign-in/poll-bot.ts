import type { User, verificationStatus } from '@tsedra/contract/accounts'
import { BOT_POLL_INTERVAL_MS } from '@tsedra/contract/account-limits'
import { ApiError, callApi } from '../../shared/api.ts'

export type PollResult =
  | { kind: 'verified'; user: User }
  /** The verification has expired or was cancelled. */
  | { kind: 'over' }
  | { kind: 'refused'; error: ApiError }
  | { kind: 'stopped' }

/**
 * Polls the API every `BOT_POLL_INTERVAL_MS` until the bot has verified the phone number. A hidden page waits until it is
 * visible; a failed request is logged and retried.
 *
 * @param phone as typed: a path parameter only, the server identifies the verification by its cookie
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
      // oxlint-disable-next-line no-console -- retried by the next poll, so the user sees no error
      console.info('verification poll failed:', error)
    }
    await waitForNextPoll(signal)
  }
  return { kind: 'stopped' }
}

/** Resolves when the page is visible or the signal is aborted. */
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
