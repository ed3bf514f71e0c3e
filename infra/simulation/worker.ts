import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openOrderApi, type OrderApi } from '../../api/test/order-api/order-api.ts'
import { root } from '../local/repository.ts'

/** A world to simulate. */
export interface WorldRequest {
  seed: number
  world: number
  submits: number
}

/** See `WorldResult` in pwa/test/simulation/simulated-world.ts. */
export interface WorldReport {
  world: number
  submits: number
  faulted: number
  requests: number
  orders: number
  hash: string
}

export interface WorldFailureReport {
  world: number
  violation: string
  /** The log of all events. */
  lines: readonly string[]
}

export type WorkerMessage =
  | { kind: 'ready' }
  | { kind: 'done'; report: WorldReport }
  | { kind: 'failed'; failure: WorldFailureReport }

/** The simulation belongs to the page's program; this is what it offers. */
interface Simulation {
  simulateWorld: (options: { api: OrderApi; seed: number; submits: number }) => Promise<Omit<WorldReport, 'world'>>
}

interface Fixtures {
  OLENA: string
  TARAS: string
  LEMON: string
  DISCONTINUED: string
}

// Dexie notifies other tabs by it, and here all phones share one process.
Reflect.deleteProperty(globalThis, 'BroadcastChannel')
const { simulateWorld } = await importOfPage<Simulation>('simulation/simulate-world.ts')
const { OLENA, TARAS, LEMON, DISCONTINUED } = await importOfPage<Fixtures>('fake-world.ts')
const api = await openOrderApi({
  url: process.argv[2] ?? '',
  users: [OLENA, TARAS],
  product: LEMON,
  discontinuedProduct: DISCONTINUED,
})

// The main process has ended.
process.once('disconnect', () => process.exit())
process.on('message', (request: WorldRequest) => void simulate(request))
send({ kind: 'ready' })

async function simulate({ seed, world, submits }: WorldRequest): Promise<void> {
  try {
    const report = await simulateWorld({ api, seed: seedOf(seed, world), submits })
    send({ kind: 'done', report: { world, ...report } })
  } catch (error) {
    const { message, cause, lines = [] } = error as Error & { lines?: readonly string[] }
    const violation = cause instanceof Error ? `${cause.message}\n${cause.stack}` : message
    send({ kind: 'failed', failure: { world, violation, lines } })
  }
}

/** Neighbouring numbers are no neighbouring states of the generator. */
function seedOf(seed: number, world: number): number {
  return createHash('sha256').update(`${seed} ${world}`).digest().readInt32BE()
}

async function importOfPage<Module>(path: string): Promise<Module> {
  return (await import(pathToFileURL(join(root, 'pwa/test', path)).href)) as Module
}

function send(message: WorkerMessage): void {
  process.send?.(message)
}
