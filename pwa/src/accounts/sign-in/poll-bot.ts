import { POLL_MS, type User, type verificationStatus } from '@tsedra/contract/accounts'
import { ApiRefusal, call } from '../../shared/api.ts'

export type PollEnd =
  | { kind: 'verified'; user: User }
  /** Nothing will come of it any more. */
  | { kind: 'over' }
  | { kind: 'refused'; error: ApiRefusal }
  | { kind: 'stopped' }

/**
 * Asks every two seconds whether the bot has seen the phone's owner, as long as somebody looks: a hidden page asks again
 * when it is seen. A question that fails is only logged.
 *
 * @param phone as it was typed: it says nothing to the server, whose cookie knows the attempt
 */
export async function pollBot(phone: string, signal: AbortSignal): Promise<PollEnd> {
  while (!signal.aborted) {
    await seen(signal)
    try {
      const params = { phone }
      const { verified, user, over } = await call<typeof verificationStatus>(
        'GET /api/telegram/verification-status/:phone',
        { params },
        signal,
      )
      if (verified && user) return { kind: 'verified', user }
      if (over) return { kind: 'over' }
    } catch (error) {
      if (signal.aborted) break
      if (error instanceof ApiRefusal && error.code === 'identity_taken') return { kind: 'refused', error }
      // oxlint-disable-next-line no-console -- the next question may be answered: nobody is troubled with it
      console.info('asked the bot in vain:', error)
    }
    await pause(signal)
  }
  return { kind: 'stopped' }
}

/** Resolves when the page can be seen, or need not be any more. */
function seen(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      // mutation test: polling-stops-when-hidden
      if (document.visibilityState !== 'visible' && !signal.aborted) return
      document.removeEventListener('visibilitychange', look)
      signal.removeEventListener('abort', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    signal.addEventListener('abort', look)
    look()
  })
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, POLL_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
