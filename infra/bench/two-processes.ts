import cluster, { type Worker as ApiProcess } from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { mkdtempDisposable } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { connect } from '@tsedra/database/connection'
import { migrate } from '@tsedra/database/migrate'
import autocannon from 'autocannon'
import { getFreePort } from '../local/ports.ts'
import { startPostgres } from '../local/postgres.ts'
import { nodeFlags, processEnvironment } from '../local/process-flags.ts'
import { addProducts } from '../chaos/add-products.ts'

/**
 * Reads per second of one API process and of two on one port (`node:cluster`). Run by hand,
 * `node infra/bench/two-processes.ts`: it fails below 1.8 times the reads.
 *
 * Two processes and the load need more processors than most machines have free. So each process runs for ON_MS of every
 * PERIOD_MS only, and none beside another: the figure is what free processors give.
 */
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 6)
const ROUNDS = 3
const CONNECTIONS = 40
const ON_MS = 25
const PERIOD_MS = 125
const MIN_RATIO = 1.8

await using directory = await mkdtempDisposable(join(tmpdir(), 'tsedra-two-'))
await using postgres = await startPostgres({ dir: join(directory.path, 'postgres') })
await migrate(postgres.url)
const db = connect({ url: postgres.url, max: 2 })
await addProducts(db, { count: 500 })
await db.destroy()
const port = await getFreePort()
const url = `http://127.0.0.1:${port}`
const sharedEnvironment = {
  ...processEnvironment,
  NODE_ENV: 'test',
  LOG_LEVEL: 'warn',
  DATABASE_URL: postgres.url,
  PUBLIC_ORIGIN: 'http://localhost:8080',
  PORT: `${port}`,
  MEDIA_DIR: directory.path,
  ADDRESS_SECRET: randomUUID(),
  CODE_SECRET: randomUUID(),
  SESSION_SECRETS: `1:${randomUUID()}`,
}
cluster.setupPrimary({
  exec: fileURLToPath(new URL('../../api/src/main.ts', import.meta.url)),
  execArgv: [...nodeFlags],
})

const paths = { 'list of 24': '/api/products?lang=ua&limit=24', 'one product': '/api/products/product-7?lang=ua' }
process.stdout.write(
  `${availableParallelism()} processors; each process runs ${(100 * ON_MS) / PERIOD_MS} % of the time\n${''.padEnd(16)}calls/s of one      of two       ratio\n`,
)
const processes = [await startApi()]
const one = await measureAll(processes)
processes.push(await startApi())
const two = await measureAll(processes)
for (const name of Object.keys(paths)) {
  const [first, second] = [one.get(name) ?? 0, two.get(name) ?? 0]
  const cells = [first.toFixed(0), second.toFixed(0), (second / first).toFixed(2)]
  process.stdout.write(`${name.padEnd(16)}${cells.map((cell) => cell.padStart(12)).join('')}\n`)
  if (second < MIN_RATIO * first) process.exitCode = 1
}
for (const { process: api } of processes) api.kill('SIGKILL')

async function startApi(): Promise<ApiProcess> {
  const healthPort = await getFreePort()
  const api = cluster.fork({ ...sharedEnvironment, HEALTH_PORT: `${healthPort}` })
  const isReady = () =>
    fetch(`http://127.0.0.1:${healthPort}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) await pause(50)
  return api
}

/** Returns the median calls per second of each path. */
async function measureAll(apis: readonly ApiProcess[]): Promise<Map<string, number>> {
  const medians = new Map<string, number>()
  for (const [name, path] of Object.entries(paths)) {
    // Every process has compiled and cached what is measured.
    await runLoad(path)
    const throttle = throttleProcesses(apis)
    const rates: number[] = []
    while (rates.length < ROUNDS) rates.push(await runLoad(path))
    await throttle.stop()
    medians.set(name, rates.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0)
  }
  return medians
}

async function runLoad(path: string): Promise<number> {
  const { requests, errors, non2xx } = await autocannon({
    url: url + path,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { 'accept-encoding': 'br' },
  })
  if (errors + non2xx > 0) throw new Error(`${path}: ${errors} errors, ${non2xx} refusals`)
  return requests.total / SECONDS
}

/** Lets each process run in turn, none beside another, from a thread of its own: the load must not delay it. */
function throttleProcesses(apis: readonly ApiProcess[]): { stop: () => Promise<void> } {
  const pids = apis.flatMap(({ process: { pid } }) => pid ?? [])
  const isStopped = new Int32Array(new SharedArrayBuffer(4))
  const thread = new Worker(
    `const { workerData: { pids, isStopped, onMs, periodMs } } = require('node:worker_threads')
     for (const pid of pids) process.kill(pid, 'SIGSTOP')
     while (Atomics.load(isStopped, 0) === 0) {
       for (const pid of pids) {
         process.kill(pid, 'SIGCONT')
         Atomics.wait(isStopped, 0, 0, onMs)
         process.kill(pid, 'SIGSTOP')
       }
       Atomics.wait(isStopped, 0, 0, periodMs - pids.length * onMs)
     }
     for (const pid of pids) process.kill(pid, 'SIGCONT')`,
    { eval: true, workerData: { pids, isStopped, onMs: ON_MS, periodMs: PERIOD_MS } },
  )
  return {
    async stop() {
      const exited = new Promise((resolve) => thread.once('exit', resolve))
      Atomics.store(isStopped, 0, 1)
      await exited
    },
  }
}
