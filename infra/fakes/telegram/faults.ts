/** What can go wrong between a sender and Telegram. */
export type Fault =
  | { kind: 'retry_after'; seconds?: number }
  | { kind: 'error'; code?: number; description?: string; parameters?: Record<string, unknown> }
  /** The message is taken, the reply never comes: the connection is cut. */
  | { kind: 'cut' }
  /** No reply for so long; with `accepted` the message was taken all the same. */
  | { kind: 'hang'; ms?: number; accepted?: boolean }
  /** Cuts the connection before the message is read. */
  | { kind: 'refuse' }

export interface FaultPlan {
  /** Each is used once, before any rate. */
  queue?: Fault[]
  /** Share of calls, 0 to 1, for each kind. */
  rates?: Partial<Record<Fault['kind'], number>>
  /** The same seed gives the same faults. */
  seed?: number
  /** Methods that can fail; sendMessage alone when absent. */
  methods?: string[]
}

export type FaultInjector = ReturnType<typeof createFaultInjector>

export function createFaultInjector() {
  let plan: FaultPlan = {}
  let random = createRandom(1)
  const injected: { at: string; method: string; kind: Fault['kind'] }[] = []
  return {
    happened: injected,
    get plan() {
      return plan
    },
    set(next: FaultPlan) {
      plan = { ...next, queue: [...(next.queue ?? [])] }
      random = createRandom(next.seed ?? 1)
    },
    /** The fault of this call, if it has one. */
    next(method: string): Fault | undefined {
      if (!(plan.methods ?? ['sendMessage']).includes(method)) return undefined
      const fault = plan.queue?.shift() ?? pickRandomFault(plan.rates ?? {}, random())
      if (fault) injected.push({ at: new Date().toISOString(), method, kind: fault.kind })
      return fault
    },
  }
}

function pickRandomFault(rates: NonNullable<FaultPlan['rates']>, roll: number): Fault | undefined {
  let sum = 0
  for (const [kind, share] of Object.entries(rates)) {
    sum += share
    if (roll < sum) return { kind: kind as Fault['kind'] }
  }
  return undefined
}

/** mulberry32: small, seeded and good enough for dice. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
