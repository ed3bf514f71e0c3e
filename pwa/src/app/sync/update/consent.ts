import { randomUuid } from '../../../shared/random-uuid.ts'

/** What tabs say to one another about an update. Builds differ between tabs: nothing here ever changes its meaning. */
type ConsentMessage =
  | { type: 'may-update'; round: string }
  | { type: 'answer'; round: string; busy: boolean }
  /** A tab that said no has nothing half-filled any more. */
  | { type: 'free' }

export interface ConsentOptions {
  channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage'>
  /** Whether this tab would lose something. */
  isBusy: () => boolean
  /** Windows of the shop, this one included, as the waiting worker counts them. */
  countWindows: () => Promise<number>
  /** Everybody has agreed. */
  takeOver: () => void
  responseTimeoutMs?: number
  busyPollMs?: number
  retryDelayMs?: number
}

export interface Consent {
  /** Takes over if every tab agrees; otherwise as soon as they do, without being asked again. */
  request(): Promise<'taken' | 'later'>
}

/**
 * Everybody's consent to an update (infra/decisions/0017-service-worker.md): each window must answer, and none may hold a
 * half-filled form. A frozen tab does not answer, so the update waits.
 */
export function createConsent(options: ConsentOptions): Consent {
  const { channel, isBusy, countWindows, takeOver } = options
  const { responseTimeoutMs = 600, busyPollMs = 1_000, retryDelayMs = 60_000 } = options
  const answers: { round: string; busy: boolean }[] = []
  let isWanted = false
  let isWatching = false
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  const broadcast = (message: ConsentMessage) => channel.postMessage(message)
  channel.onmessage = ({ data }: MessageEvent<ConsentMessage>) => {
    if (data.type === 'answer') answers.push(data)
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
    const roundAnswers = answers.filter((answer) => answer.round === round)
    const otherWindows = (await countWindows()) - 1
    // Something may have been typed here meanwhile.
    if (isBusy() || roundAnswers.length !== otherWindows || roundAnswers.some(({ busy }) => busy)) {
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
