import { createHash } from 'node:crypto'
import type { OrderApi, OrderVersions, PhoneRequest, StoredOrders } from '../../../api/test/order-api/order-api.ts'
import { createRandom, type Random } from '../../../infra/chaos/random.ts'
import { GUEST } from '../../src/outbox/entry.ts'
import type { ReceivedRequest } from '../fake-world.ts'
import { checkStoredOrders } from './check-stored-orders.ts'
import { VirtualTime } from './virtual-time.ts'

/** What one world reports at its end. */
export interface WorldResult {
  submits: number
  /** Submits of which at least one request, or its response, met a fault. */
  faulted: number
  requests: number
  orders: number
  /** SHA-256 of the log of all events. */
  hash: string
}

/** One of the API processes behind the edge. */
interface ApiProcess {
  isUp: boolean
  versions: OrderVersions
}

/** A response on its way to a phone; undefined when it is lost. */
export type Answer = { status: number; headers: Record<string, string>; text: string } | undefined

/** Releases of the API: before, while and after phones change to a new version of the body. */
const releases: readonly OrderVersions[] = [
  { oldest: 1, latest: 1 },
  { oldest: 1, latest: 1 },
  { oldest: 1, latest: 2 },
  { oldest: 1, latest: 2 },
  { oldest: 2, latest: 2 },
]
const PROCESS_COUNT = 2
/** Probability that a process is killed by one request. */
const CRASH_RATE = 0.015

const badGateway: Answer = { status: 502, headers: { 'content-type': 'text/html' }, text: '<html>Bad Gateway</html>' }

/** The clock, the randomness, the log and the shop that all phones of one world share. */
export class SimulatedWorld implements Disposable {
  readonly random: Random
  readonly time: VirtualTime
  readonly api: OrderApi
  readonly processes: ApiProcess[] = []
  /** Ids that a phone has reported as saved, with the body that it has stored. */
  readonly bodies = new Map<string, string>()
  /** Ids that met a fault. */
  readonly faulted = new Set<string>()
  /** Ids whose request a process of the API has answered with 2xx. */
  readonly accepted = new Set<string>()
  readonly lines: string[] = []
  hasFaults = true
  requests = 0
  readonly #hash = createHash('sha256')
  #stored: StoredOrders | undefined

  constructor(api: OrderApi, seed: number) {
    this.api = api
    this.random = createRandom(seed)
    this.time = new VirtualTime(() => this.#createUuid())
    for (let index = 0; index < PROCESS_COUNT; index += 1) {
      this.processes.push({ isUp: true, versions: { oldest: 1, latest: 1 } })
      this.deploy(index)
    }
  }

  chance(probability: number): boolean {
    return this.random.next() < probability
  }

  /** Milliseconds: mostly near `ms`, sometimes many times as long. */
  delay(ms: number): number {
    return Math.round(-Math.log(1 - this.random.next()) * ms)
  }

  log(text: string): void {
    const line = `${this.time.elapsedMs} ${text}`
    this.lines.push(line)
    this.#hash.update(`${line}\n`)
  }

  /** Replaces a process by one of a random release, or of the same one. */
  deploy(index: number, versions: OrderVersions = this.random.pick(releases)): void {
    const process = this.#processAt(index)
    Object.assign(process, { isUp: true, versions })
    this.api.start(index, versions)
    this.log(`api ${index} accepts ${versions.oldest}-${versions.latest}`)
  }

  /** Ends all faults: both processes run, and accept the body of each build that is not too old. */
  recover(): void {
    this.hasFaults = false
    for (const [index, { versions }] of this.processes.entries()) this.deploy(index, { ...versions, latest: 2 })
  }

  /** Handles a request in a random process, which may be killed by it. */
  async handle(request: ReceivedRequest, phoneRequest: PhoneRequest): Promise<Answer> {
    const index = this.random.below(PROCESS_COUNT)
    const process = this.#processAt(index)
    if (!process.isUp) return badGateway
    const crash =
      this.hasFaults && this.chance(CRASH_RATE)
        ? { statement: 1 + this.random.below(6), isExecuted: this.chance(0.5) }
        : undefined
    const answer = await this.callApi(() => this.api.handle(index, phoneRequest, crash))
    if (answer) return this.#receive(request, answer)
    this.log(`api ${index} killed at statement ${crash?.statement} ${crash?.isExecuted ? 'executed' : 'lost'}`)
    process.isUp = false
    checkStoredOrders(await this.readStored(), this.bodies)
    this.time.schedule(500 + this.delay(3_000), () => this.deploy(index, process.versions))
    return this.chance(0.5) ? badGateway : undefined
  }

  /** Handles requests about one id concurrently, statement by statement, also with staff who confirm it; returns the first answer. */
  async race(requests: readonly (readonly [ReceivedRequest, PhoneRequest])[], confirmedId?: string): Promise<Answer> {
    const index = this.random.below(PROCESS_COUNT)
    if (!this.#processAt(index).isUp) return badGateway
    const pick = (count: number): number => this.random.below(count)
    const answers = await this.callApi(() =>
      this.api.race(
        index,
        requests.map(([, phoneRequest]) => phoneRequest),
        pick,
        confirmedId,
      ),
    )
    for (const [position, [request]] of requests.entries()) this.#receive(request, answers[position])
    return answers[0]
  }

  async confirm(id: string): Promise<void> {
    await this.callApi(() => this.api.confirm(id))
  }

  callApi<T>(work: () => Promise<T>): Promise<T> {
    this.#stored = undefined
    return this.time.callServer(work)
  }

  async readStored(): Promise<StoredOrders> {
    return (this.#stored ??= await this.time.callServer(() => this.api.read()))
  }

  result(orders: number): WorldResult {
    const faulted = [...this.faulted].filter((id) => this.bodies.has(id)).length
    return { submits: this.bodies.size, faulted, requests: this.requests, orders, hash: this.#hash.digest('hex') }
  }

  [Symbol.dispose](): void {
    this.time[Symbol.dispose]()
  }

  #receive({ id, kind }: ReceivedRequest, answer: Answer): Answer {
    if (!answer) return undefined
    const { code = '', message } = JSON.parse(answer.text) as { code?: string; message?: string }
    this.log(`api ${kind} ${id} ${answer.status === 201 ? 200 : answer.status} ${code}`)
    // A timeout of a slow machine would make another run differ: it is no fault of a phone.
    if (answer.status >= 500 && message !== 'The shop is being updated.')
      throw new Error(`the API failed: ${answer.text}`)
    if (kind === 'order' && answer.status < 300) this.accepted.add(id)
    return answer
  }

  #processAt(index: number): ApiProcess {
    const process = this.processes[index]
    if (!process) throw new Error(`there is no process ${index}`)
    return process
  }

  #createUuid(): ReturnType<typeof crypto.randomUUID> {
    const hex = (digits: number): string =>
      Math.floor(this.random.next() * 16 ** digits)
        .toString(16)
        .padStart(digits, '0')
    return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(6)}${hex(6)}`
  }
}

/** The account whose session a request carries; null without one. */
export const accountOf = ({ session }: ReceivedRequest): string | null => (session === GUEST ? null : session)
