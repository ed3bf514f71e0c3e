import { randomUuid } from '../../../shared/random-uuid.ts'

/** Messages between tabs about an update. Tabs may run different builds: the meaning of a message must never change. */
type ConsentMessage =
  | { type: 'may-update'; round: string }
  | { type: 'answer'; round: string; busy: boolean }
  /** Sent by a tab that refused and no longer has a half-filled form. */
  | { type: 'free' }

export interface ConsentOptions {
  channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage'>
  /** Whether a reload of this tab would lose input. */
  isBusy: () => boolean
  /** Number of the shop's windows, including this one, as the waiting worker counts them. */
  countWindows: () => Promise<number>
  /** Called once every tab has agreed. */
  takeOver: () => void
  responseTimeoutMs?: number
  busyPollMs?: number
  retryDelayMs?: number
}

export interface Consent {
  /** Takes over if every tab agrees; otherwise retries until they do, without another call. */
  request(): Promise<'taken' | 'later'>
}

/**
 * Creates the consent protocol between tabs for an update (infra/decisions/0017-service-worker.md): each window must
 * respond, and none may have a half-filled form. A frozen tab does not respond, so the update waits.
 */
export function createConsent(options: ConsentOptions): Consent {
  const { channel, isBusy, countWindows, takeOver } = options
  const { responseTimeoutMs = 600, busyPollMs = 1_000, retryDelayMs = 60_000 } = options
  const responses: { round: string; busy: boolean }[] = []
  let isWanted = false
  let isWatching = false
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  const broadcast = (message: ConsentMessage) => channel.postMessage(message)
  channel.onmessage = ({ data }: MessageEvent<ConsentMessage>) => {
    if (data.type === 'answer') responses.push(data)
    if (data.type === 'free' && isWanted) void request()
    if (data.type === 'may-update') {
      const busy = isBusy()
      broadcast({ type: 'answer', round: data.round, busy })
      if (busy) watchUntilFree()
    }
  }
  return { request }

  async function request(): Promise<'taken' | 'later'> {
    isWanted = true
    clearTimeout(retryTimer)
    if (isBusy()) {
      watchUntilFree()
      return 'later'
    }
    const round = randomUuid()
    broadcast({ type: 'may-update', round })
    await new Promise((resolve) => setTimeout(resolve, responseTimeoutMs))
    const roundResponses = responses.filter((response) => response.round === round)
    const otherWindows = (await countWindows()) - 1
    // The user may have typed here while the responses were awaited.
    if (isBusy() || roundResponses.length !== otherWindows || roundResponses.some(({ busy }) => busy)) {
      if (isBusy()) watchUntilFree()
      retryTimer = setTimeout(() => void request(), retryDelayMs)
      return 'later'
    }
    isWanted = false
    takeOver()
    return 'taken'
  }

  function watchUntilFree(): void {
    if (isWatching) return
    isWatching = true
    const timer = setInterval(() => {
      if (isBusy()) return
      clearInterval(timer)
      isWatching = false
      broadcast({ type: 'free' })
      if (isWanted) void request()
    }, busyPollMs)
  }
}
