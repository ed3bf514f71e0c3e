import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { percentile } from './order-driver.ts'

interface Memory {
  /** Resident MB. */
  residentMb: number
  /** The part of it that belongs to files, above all Node itself: processes of one program share it. */
  fileMb: number
}

/** Figures of one minute of a campaign. */
export interface Minute {
  /** Highest resident memory of each process in MB. */
  residentMb: Record<string, number>
  /** API and worker together in MB, the pages of Node that they share counted once: mean of the minute. */
  shopMb: number
  /** Honest orders that were accepted, and their latency. */
  accepted: number
  p99Ms: number
  load: number
}

interface Samples {
  memory: Record<string, Memory>[]
  latenciesMs: number[]
  load: number
}

const SAMPLE_MS = 500

/** Samples memory until it is stopped; `pids` are getters because a process may start again. */
export function recordMinutes(pids: Readonly<Record<string, () => number | undefined>>) {
  const startedAt = performance.now()
  const minutes: Samples[] = []
  const getCurrent = () =>
    (minutes[Math.floor((performance.now() - startedAt) / 60_000)] ??= { memory: [], latenciesMs: [], load: 0 })
  const timer = setInterval(() => {
    const current = getCurrent()
    current.memory.push(Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, readMemory(pid())])))
    current.load = loadavg()[0] ?? 0
  }, SAMPLE_MS)
  return {
    addLatency: (ms: number) => getCurrent().latenciesMs.push(ms),
    stop(): Minute[] {
      clearInterval(timer)
      return minutes.filter(({ memory }) => memory.length > 0).map(summarise)
    },
  }
}

/** Memory once caches are full: the highest minute of the second half. */
export function findPlateauMb(minutes: readonly Minute[]): number {
  return Math.max(0, ...minutes.slice(Math.floor(minutes.length / 2)).map(({ shopMb }) => shopMb))
}

function summarise({ memory, latenciesMs, load }: Samples): Minute {
  const names = Object.keys(memory[0] ?? {})
  const shopMb = memory.map(({ api, worker }) => countShopMb(api ?? noMemory, worker ?? noMemory))
  return {
    residentMb: Object.fromEntries(
      names.map((name) => [name, Math.max(...memory.map((sample) => sample[name]?.residentMb ?? 0))]),
    ),
    shopMb: Math.round(shopMb.reduce((sum, mb) => sum + mb, 0) / shopMb.length),
    accepted: latenciesMs.length,
    p99Ms: Math.round(percentile(latenciesMs, 0.99)),
    load,
  }
}

const noMemory: Memory = { residentMb: 0, fileMb: 0 }

function countShopMb(api: Memory, worker: Memory): number {
  return api.residentMb + worker.residentMb - Math.min(api.fileMb, worker.fileMb)
}

function readMemory(pid: number | undefined): Memory {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const read = (name: string) => Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024)
    return { residentMb: read('VmRSS'), fileMb: read('RssFile') }
  } catch {
    return noMemory
  }
}
