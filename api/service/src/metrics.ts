import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, Gauge, Histogram, type HistogramConfiguration, Registry } from 'prom-client'

/** Metrics of a process in the text format of Prometheus (infra/decisions/0033-operations.md). */
export interface Metrics {
  /** Registers a counter; returns a function that increments it. */
  counter(name: string, help: string): () => void
  /** Registers a counter with a label; every kind is exported from the start. */
  countersBy<Kind extends string>(
    label: string,
    kinds: readonly Kind[],
    name: string,
    help: string,
  ): (kind: Kind) => void
  /** Registers gauges that are read at every scrape; a read that fails or exceeds a second leaves them out. */
  gauges<Name extends string>(
    help: Readonly<Record<Name, string>>,
    read: () => Record<Name, number> | Promise<Record<Name, number>>,
  ): void
  /** Registers a histogram and returns a function that records one value. */
  histogram<Label extends string>(
    options: Pick<HistogramConfiguration<Label>, 'name' | 'help' | 'labelNames' | 'buckets'>,
  ): (labels: Record<Label, string>, value: number) => void
  text(): Promise<string>
}

const READ_TIMEOUT_MS = 1_000

export function createMetrics(): Metrics {
  const registry = new Registry()
  const readers: (() => Promise<void>)[] = []

  return {
    counter(name, help) {
      const counter = new Counter({ name, help, registers: [registry] })
      return () => counter.inc()
    },
    countersBy(label, kinds, name, help) {
      const counter = new Counter({ name, help, labelNames: [label], registers: [registry] })
      for (const kind of kinds) counter.inc({ [label]: kind }, 0)
      return (kind) => counter.inc({ [label]: kind })
    },
    gauges(help, read) {
      const names = Object.keys(help) as (keyof typeof help)[]
      const gauges = names.map((name) => [name, new Gauge({ name, help: help[name], registers: [registry] })] as const)
      let pending: ReturnType<typeof start> | undefined
      const start = async () => read()
      readers.push(async () => {
        // mutation test: metrics-read-once
        pending ??= start().finally(() => (pending = undefined))
        const values = await withTimeout(pending).catch(() => undefined)
        for (const [name, gauge] of gauges) {
          if (values) gauge.set(values[name])
          else gauge.remove()
        }
      })
    },
    histogram(options) {
      const histogram = new Histogram({ ...options, registers: [registry] })
      return (labels, value) => histogram.observe(labels, value)
    },
    async text() {
      await Promise.all(readers.map((read) => read()))
      return registry.metrics()
    },
  }
}

async function withTimeout<T>(result: Promise<T>): Promise<T> {
  const settled = new AbortController()
  const timeout = sleep(READ_TIMEOUT_MS, undefined, { signal: settled.signal }).then(() =>
    Promise.reject(new Error('metrics read timed out')),
  )
  timeout.catch(() => {})
  return Promise.race([result, timeout]).finally(() => settled.abort())
}

/** Milliseconds between samples of the event loop lag. */
const SAMPLE_INTERVAL_MS = 50

/** Collects the metrics of every process: memory, and event loop lag since the last scrape. */
export function collectProcessMetrics(metrics: Metrics): void {
  const delay = monitorEventLoopDelay({ resolution: SAMPLE_INTERVAL_MS })
  delay.enable()
  metrics.gauges(
    {
      tsedra_event_loop_lag_p99_seconds: '99th percentile of the event loop lag since the last scrape.',
      tsedra_event_loop_lag_max_seconds: 'Maximum event loop lag since the last scrape.',
      tsedra_resident_bytes: 'Resident memory of the process.',
    },
    () => {
      // The histogram contains the time between samples.
      const toLagSeconds = (ns: number): number => Math.max(0, ns / 1e9 - SAMPLE_INTERVAL_MS / 1e3)
      const values = {
        tsedra_event_loop_lag_p99_seconds: toLagSeconds(delay.percentile(99)),
        tsedra_event_loop_lag_max_seconds: toLagSeconds(delay.max),
        tsedra_resident_bytes: process.memoryUsage.rss(),
      }
      delay.reset()
      return values
    },
  )
}

interface Backlog {
  open: number
  dead: number
  paused: number
  /** Age of the oldest unsent job, in seconds. */
  oldestS: number
}

/** Collects database metrics. API and worker both export them, so the outage of one hides nothing. */
export function collectDatabaseMetrics(
  metrics: Metrics,
  { readBacklog, countWaitingQueries }: { readBacklog: () => Promise<Backlog>; countWaitingQueries: () => number },
): void {
  metrics.gauges({ tsedra_db_pool_waiting_queries: 'Queries that wait for a connection of this process.' }, () => ({
    tsedra_db_pool_waiting_queries: countWaitingQueries(),
  }))
  metrics.gauges(
    {
      tsedra_notification_oldest_unsent_seconds: 'Age of the oldest notification that is not sent, paused ones apart.',
      tsedra_notifications_unsent: 'Notifications that are not sent.',
      tsedra_notifications_dead: 'Unsent notifications that failed so often that they are tried once a minute.',
      tsedra_notifications_paused: 'Notifications that a restore left paused.',
    },
    async () => {
      const { open, dead, paused, oldestS } = await readBacklog()
      return {
        tsedra_notification_oldest_unsent_seconds: oldestS,
        tsedra_notifications_unsent: open,
        tsedra_notifications_dead: dead,
        tsedra_notifications_paused: paused,
      }
    },
  )
}
