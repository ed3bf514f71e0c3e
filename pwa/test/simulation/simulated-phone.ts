import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { type OutboxDatabase, outboxDatabase } from '../../src/outbox/database.ts'
import { flush, type SenderDependencies } from '../../src/outbox/flush.ts'
import { resumeAfterUpdate } from '../../src/outbox/queue.ts'
import { createSender, type Sender } from '../../src/outbox/sender.ts'
import { submit } from '../../src/outbox/submit.ts'
import { fakeLocks, type ReceivedRequest } from '../fake-world.ts'
import type { ServerState, Shopper, ShopperWorld } from '../outbox-invariants.ts'
import { createShopper } from '../outbox-shopper.ts'
import { type Copy, createSend } from './simulated-network.ts'
import type { SimulatedWorld } from './simulated-world.ts'
import type { Host } from './virtual-time.ts'

/** Page builds: the former one sends version 1 of the body, the new one version 2. */
const builds = { b1: 1, b2: 2 } as const
export type Build = keyof typeof builds

/** A page, or the service worker, which has no sender. */
export interface Tab extends Host {
  name: string
  build: Build
  parts: SenderDependencies
  sender?: Sender
}

/** One phone with its database, clock, locks and network; its tabs run the real outbox. */
export class SimulatedPhone {
  readonly name: string
  readonly address: string
  readonly world: SimulatedWorld
  readonly shopper: Shopper
  tabs: Tab[] = []
  readonly received: ReceivedRequest[] = []
  readonly unread = new Set<string>()
  readonly attempted = new Set<string>()
  /** Ids whose requests the network drops, unlike others. */
  readonly blocked = new Map<string, string>()
  readonly session: ShopperWorld['session']
  readonly browser = { isOffline: false }
  /** Copies of requests that arrive long after their sender has given up. */
  readonly delayed = new Set<Copy>()
  /** A page has died, and no sender was nudged since: no other page may have the entries that it has saved. */
  hasLostPage = false
  /** Share of requests that meet a fault. */
  faultRate = 0.4
  readonly clock: { now: number }
  readonly #indexedDB = new IDBFactory()
  readonly #locks: ReturnType<typeof fakeLocks> | undefined
  readonly #lockIds = new WeakMap<Tab, symbol>()
  readonly #databases: OutboxDatabase[] = []
  #opened = 0

  constructor(world: SimulatedWorld, index: number, owner: string) {
    this.world = world
    this.name = `phone ${index}`
    this.address = `203.0.113.${index + 1}`
    this.session = { owner }
    this.#locks = world.chance(0.8) ? fakeLocks() : undefined
    let offsetMs = 0
    this.clock = {
      get now() {
        return world.time.now + offsetMs
      },
      set now(value) {
        offsetMs = value - world.time.now
      },
    }
    this.shopper = createShopper({
      db: this.#openDatabase(),
      clock: this.clock,
      session: this.session,
      browser: this.browser,
      attempted: this.attempted,
      save: (newEntry) => this.#save(newEntry),
      confirm: async (id) => (id ? world.confirm(id) : undefined),
      readServer: () => this.#readServer(),
    })
  }

  get submits(): number {
    return this.shopper.saved.size
  }

  log(text: string): void {
    this.world.log(`${this.name} ${text}`)
  }

  /** Returns a tab that runs; opens one when there is none. */
  async activeTab(): Promise<Tab> {
    const running = this.tabs.filter(({ isFrozen }) => !isFrozen)
    return running.length > 0 ? this.world.random.pick(running) : this.openTab()
  }

  /** Opens the page of either build; it sends what is due, as at each start of the page. */
  async openTab(build: Build = this.world.chance(0.6) ? 'b1' : 'b2'): Promise<Tab> {
    const tab = this.#createTab(build, 'page')
    tab.sender = this.world.time.runIn(tab, () => createSender(tab.parts, () => true))
    this.tabs.push(tab)
    this.log(`opens ${tab.name} of ${build}`)
    await this.run(tab, async () => {
      await resumeAfterUpdate(tab.parts.db, build)
      this.nudge(tab)
    })
    return tab
  }

  /** Starts the service worker, as Background Sync does, for one flush. */
  syncInBackground(): void {
    const worker = this.#createTab('b1', 'sw')
    this.log(`${worker.name} flushes`)
    this.world.time.watch(this.run(worker, () => flush(worker.parts)))
  }

  /** Runs code of a tab. */
  run<T>(tab: Tab, work: () => Promise<T>): Promise<T> {
    return this.world.time.runIn(tab, work)
  }

  /** Starts a run of the sender, which continues in the background. */
  nudge(tab: Tab): void {
    this.hasLostPage = false
    this.world.time.watch(this.run(tab, async () => tab.sender?.nudge()))
  }

  /** Kills a tab: the browser releases its lock, and its requests continue without it. */
  kill(tab: Tab): void {
    if (tab.isDead) return
    this.log(`${tab.name} dies`)
    tab.isDead = true
    if (tab.sender) this.hasLostPage = true
    tab.sender?.stop()
    this.tabs = this.tabs.filter((other) => other !== tab)
    const lockId = this.#lockIds.get(tab)
    if (lockId) this.#locks?.free(lockId)
  }

  freeze(tab: Tab, ms: number): void {
    if (tab.isDead || tab.isFrozen) return
    this.log(`${tab.name} freezes for ${ms}`)
    tab.isFrozen = true
    this.world.time.schedule(ms, () => this.thaw(tab))
  }

  async thaw(tab: Tab): Promise<void> {
    if (tab.isDead || !tab.isFrozen) return
    this.log(`${tab.name} resumes`)
    await this.world.time.thaw(tab)
  }

  /** Ends all faults of this phone; a page is open afterwards. */
  async recover(): Promise<void> {
    this.browser.isOffline = false
    for (const tab of this.tabs) await this.thaw(tab)
    await this.activeTab()
  }

  /** Whether no page waits to send, and none need: see `hasLostPage`. The shopper must return to one (`focus`). */
  get isAbandoned(): boolean {
    return this.hasLostPage && !this.tabs.some((tab) => this.world.time.hasTimer(tab))
  }

  #createTab(build: Build, sentBy: SenderDependencies['sentBy']): Tab {
    const { world, clock, browser } = this
    const tab: Host & { name: string; build: Build } = {
      name: `${sentBy} ${this.#opened++}`,
      build,
      isDead: false,
      isFrozen: false,
      deferred: [],
    }
    const lockId = Symbol(tab.name)
    const opened: Tab = Object.assign(tab, {
      parts: {
        db: this.#openDatabase(),
        send: createSend(this, tab),
        locks: this.#locks?.of(lockId),
        now: () => clock.now,
        random: () => world.random.next(),
        build,
        sentBy,
        isOffline: () => browser.isOffline,
      },
    })
    this.#lockIds.set(opened, lockId)
    return opened
  }

  #openDatabase(): OutboxDatabase {
    const db = outboxDatabase({ indexedDB: this.#indexedDB, IDBKeyRange })
    this.#databases.push(db)
    return db
  }

  /** Closes all connections, which Dexie would keep. */
  close(): void {
    for (const db of this.#databases) db.close()
  }

  /** Saves a request by the code of the order form; the new build stores its own version with it. */
  async #save(newEntry: Parameters<typeof submit>[1]): Promise<void> {
    const tab = this.world.time.host as Tab // steps run in a tab
    const result = await submit(tab.parts, newEntry)
    if (result.kind !== 'kept' || result.duplicate === 'another')
      throw new Error(`not saved: ${JSON.stringify(result)}`)
    const { id, bodyJson } = result.entry
    if (!this.world.bodies.has(id)) this.world.bodies.set(id, bodyJson ?? '')
    if (builds[tab.build] !== result.entry.v) await tab.parts.db.outbox.update(id, { v: builds[tab.build] })
  }

  async #readServer(): Promise<ServerState> {
    const { orders, outcomes } = await this.world.readStored()
    const { saved } = this.shopper
    const idsWith = (wanted: string) =>
      new Set(outcomes.filter(({ id, outcome }) => outcome === wanted && saved.has(id)).map(({ id }) => id))
    return {
      orders: orders.filter(({ id }) => saved.has(id)),
      refused: idsWith('refused'),
      cancelled: idsWith('cancelled'),
      unread: this.unread,
      received: this.received,
    }
  }

  /** Removes and returns at most so many of the delayed copies of an id. */
  takeDelayed(id: string, count: number): Copy[] {
    const copies = [...this.delayed].filter(([request]) => request.id === id).slice(0, count)
    for (const copy of copies) this.delayed.delete(copy)
    return copies
  }
}
