import { randomUuid } from '../../../shared/uuid.ts'

/** What tabs say to one another about an update. Builds differ between tabs: nothing here ever changes its meaning. */
type Said =
  | { type: 'may-update'; round: string }
  | { type: 'answer'; round: string; busy: boolean }
  /** A tab that said no has nothing half-filled any more. */
  | { type: 'free' }

export interface ConsentParts {
  channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage'>
  /** Whether this tab would lose something. */
  isBusy: () => boolean
  /** Windows of the shop, this one included, as the waiting worker counts them. */
  countWindows: () => Promise<number>
  /** Everybody has agreed. */
  takeOver: () => void
  answerWithinMs?: number
  lookAgainMs?: number
  askAgainMs?: number
}

export interface Consent {
  /** Takes over if every tab agrees; otherwise as soon as they do, without being asked again. */
  ask(): Promise<'taken' | 'later'>
}

/**
 * Everybody's consent to an update (infra/decisions/0017-service-worker.md): each window must answer, and none may hold a
 * half-filled form. A frozen tab does not answer, so the update waits.
 */
export function createConsent(parts: ConsentParts): Consent {
  const { channel, isBusy, countWindows, takeOver } = parts
  const { answerWithinMs = 600, lookAgainMs = 1_000, askAgainMs = 60_000 } = parts
  const answers: { round: string; busy: boolean }[] = []
  let wanted = false
  let watching = false
  let next: ReturnType<typeof setTimeout> | undefined

  const say = (said: Said) => channel.postMessage(said)
  channel.onmessage = ({ data }: MessageEvent<Said>) => {
    if (data.type === 'answer') answers.push(data)
    if (data.type === 'free' && wanted) void ask()
    if (data.type === 'may-update') {
      const busy = isBusy()
      say({ type: 'answer', round: data.round, busy })
      if (busy) watchUntilFree()
    }
  }
  return { ask }

  async function ask(): Promise<'taken' | 'later'> {
    wanted = true
    clearTimeout(next)
    if (isBusy()) {
      watchUntilFree()
      return 'later'
    }
    const round = randomUuid()
    say({ type: 'may-update', round })
    await new Promise((resolve) => setTimeout(resolve, answerWithinMs))
    const given = answers.filter((answer) => answer.round === round)
    const others = (await countWindows()) - 1
    // Something may have been typed here meanwhile.
    if (isBusy() || given.length !== others || given.some(({ busy }) => busy)) {
      if (isBusy()) watchUntilFree()
      next = setTimeout(() => void ask(), askAgainMs)
      return 'later'
    }
    wanted = false
    takeOver()
    return 'taken'
  }

  function watchUntilFree(): void {
    if (watching) return
    watching = true
    const timer = setInterval(() => {
      if (isBusy()) return
      clearInterval(timer)
      watching = false
      say({ type: 'free' })
      if (wanted) void ask()
    }, lookAgainMs)
  }
}
