import { AsyncLocalStorage } from 'node:async_hooks'

/** A tab or a service worker. Its callbacks wait while it is frozen, and never run once it is dead. */
export interface Host {
  isDead: boolean
  isFrozen: boolean
  /** Callbacks that became due while it was frozen, oldest first. */
  deferred: (() => unknown)[]
}

interface Timer {
  time: number
  /** Order of creation, which decides between equal times. */
  order: number
  isCancelled: boolean
  host?: Host | undefined
  run: () => unknown
}

const real = {
  setTimeout,
  clearTimeout,
  setInterval,
  clearInterval,
  setImmediate,
  timeout: AbortSignal.timeout.bind(AbortSignal),
}

/** Several times as many as a world needs. */
const MAX_RUNS = 100_000

/** Start of each simulated world. */
const START = Date.UTC(2026, 10, 21, 12)

/**
 * The only clock and the only scheduler of a simulated world: timers run one after the other, by their time, and time passes
 * only between them. After each timer all work that it caused is completed before the next one runs.
 *
 * While it is installed, the timers that a host creates by the global functions are virtual, and an error that nothing awaits
 * ends `runUntil`.
 */
export class VirtualTime implements Disposable {
  now = START
  readonly #hosts = new AsyncLocalStorage<Host | undefined>()
  readonly #timers: Timer[] = []
  /** Restore the global functions. */
  readonly #restores: (() => unknown)[] = []
  #created = 0
  #runs = 0
  /** Immediates of fake-indexeddb that have not run yet. */
  #immediates = 0
  #serverWork = Promise.resolve()
  #serverCalls = 0
  #failure: { error: unknown } | undefined

  constructor(randomUuid: typeof crypto.randomUUID) {
    this.#replace(globalThis, 'setTimeout', (run: (...values: unknown[]) => unknown, ms = 0, ...values: unknown[]) => {
      const host = this.host
      return host ? this.schedule(ms, () => run(...values), host) : real.setTimeout(run, ms, ...values)
    })
    this.#replace(globalThis, 'setInterval', (run: () => unknown, ms = 0) => {
      const host = this.host
      return host ? this.#repeat(ms, run, host) : real.setInterval(run, ms)
    })
    for (const name of ['clearTimeout', 'clearInterval'] as const) {
      this.#replace(globalThis, name, (timer: NodeJS.Timeout) => {
        if (!this.cancel(timer)) real[name](timer)
      })
    }
    this.#replace(globalThis, 'setImmediate', (run: (...values: unknown[]) => unknown, ...values: unknown[]) => {
      this.#immediates += 1
      return real.setImmediate(() => {
        this.#immediates -= 1
        run(...values)
      })
    })
    this.#replace(AbortSignal, 'timeout', (ms: number): AbortSignal => {
      const host = this.host
      if (!host) return real.timeout(ms)
      const controller = new AbortController()
      this.schedule(ms, () => controller.abort(new DOMException('The operation timed out.', 'TimeoutError')), host)
      return controller.signal
    })
    this.#replace(crypto, 'randomUUID', randomUuid)
    process.on('unhandledRejection', this.#fail)
    this.#restores.push(() => process.off('unhandledRejection', this.#fail))
  }

  /** The host whose code runs now. */
  get host(): Host | undefined {
    return this.#hosts.getStore()
  }

  /** Milliseconds since the start of the world. */
  get elapsedMs(): number {
    return this.now - START
  }

  runIn<T>(host: Host | undefined, work: () => T): T {
    return this.#hosts.run(host, work)
  }

  /** Runs `run` after a delay, in a host unless it is frozen or dead then. */
  schedule(delayMs: number, run: () => unknown, host?: Host): Timer {
    const timer: Timer = {
      time: this.now + Math.max(0, Math.round(delayMs)),
      order: this.#created++,
      isCancelled: false,
      host,
      // A frozen host may cancel a timer that is due before it runs.
      run: () => this.#deliver(host, () => (timer.isCancelled ? undefined : run())),
    }
    push(this.#timers, timer)
    return timer
  }

  /** Returns false for a timer that is not virtual. */
  cancel(timer: unknown): boolean {
    if (typeof timer !== 'object' || timer === null || !('order' in timer)) return false
    ;(timer as Timer).isCancelled = true
    return true
  }

  hasTimer(host: Host): boolean {
    return this.#timers.some((timer) => timer.host === host && !timer.isCancelled)
  }

  /** Runs the callbacks that a frozen host has missed. */
  async thaw(host: Host): Promise<void> {
    host.isFrozen = false
    for (const run of host.deferred.splice(0)) {
      await this.#deliver(host, run)
      await this.settle()
    }
  }

  /** Runs work that takes real time, such as that of Postgres, when all hosts are idle, and one after the other. */
  callServer<T>(work: () => Promise<T>): Promise<T> {
    this.#serverCalls += 1
    const result = this.#serverWork.then(async () => {
      while (this.#immediates > 0) await this.#nextTurn()
      return this.runIn(undefined, work)
    })
    this.#serverWork = result.then(
      () => void (this.#serverCalls -= 1),
      () => void (this.#serverCalls -= 1),
    )
    return result
  }

  /** Waits until the work of all hosts is complete, or waits for a timer. */
  async settle(): Promise<void> {
    do {
      await this.#nextTurn()
    } while (this.#immediates > 0 || this.#serverCalls > 0)
  }

  /** Runs work in the background; its failure ends `runUntil`. */
  watch(work: Promise<unknown>): void {
    work.catch(this.#fail)
  }

  /** Lets time pass until the condition is met. @throws what watched work has thrown */
  async runUntil(isDone: () => boolean): Promise<void> {
    while (!isDone()) {
      if (++this.#runs > MAX_RUNS) throw new Error(`more than ${MAX_RUNS} timers: a sender does not wait`)
      const timer = pop(this.#timers)
      if (!timer) throw new Error('no timer is left')
      this.now = Math.max(this.now, timer.time)
      await timer.run()
      await this.settle()
      if (this.#failure) throw this.#failure.error
    }
  }

  [Symbol.dispose](): void {
    for (const restore of this.#restores) restore()
  }

  readonly #fail = (error: unknown): void => {
    this.#failure ??= { error }
  }

  #replace(target: object, name: string, value: unknown): void {
    const original = Object.getOwnPropertyDescriptor(target, name)
    this.#restores.push(() =>
      original ? Object.defineProperty(target, name, original) : Reflect.deleteProperty(target, name),
    )
    Object.defineProperty(target, name, { value, writable: true, configurable: true })
  }

  #deliver(host: Host | undefined, run: () => unknown): unknown {
    if (!host) return run()
    if (host.isDead) return undefined
    if (!host.isFrozen) return this.runIn(host, run)
    host.deferred.push(run)
    return undefined
  }

  #repeat(ms: number, run: () => unknown, host: Host): Timer {
    const interval: Timer = { time: 0, order: -1, isCancelled: false, run }
    const scheduleNext = (): void => {
      const repeat = () => {
        if (interval.isCancelled) return
        run()
        scheduleNext()
      }
      this.schedule(ms, repeat, host)
    }
    scheduleNext()
    return interval
  }

  #nextTurn(): Promise<void> {
    return new Promise((resolve) => void real.setImmediate(resolve))
  }
}

const isBefore = (one: Timer, other: Timer): boolean =>
  one.time < other.time || (one.time === other.time && one.order < other.order)

/** Adds a timer to a binary heap. */
function push(heap: Timer[], timer: Timer): void {
  let index = heap.length
  heap.push(timer)
  while (index > 0) {
    const parentIndex = (index - 1) >> 1
    const parent = heap[parentIndex] as Timer
    if (!isBefore(timer, parent)) break
    heap[index] = parent
    index = parentIndex
  }
  heap[index] = timer
}

/** Removes and returns the first timer of the heap. */
function pop(heap: Timer[]): Timer | undefined {
  const first = heap[0]
  const last = heap.pop()
  if (!first || !last || first === last) return first
  let index = 0
  for (;;) {
    const left = 2 * index + 1
    const leftTimer = heap[left]
    if (!leftTimer) break
    const rightTimer = heap[left + 1]
    const child = rightTimer && isBefore(rightTimer, leftTimer) ? left + 1 : left
    const childTimer = heap[child] as Timer
    if (!isBefore(childTimer, last)) break
    heap[index] = childTimer
    index = child
  }
  heap[index] = last
  return first
}
