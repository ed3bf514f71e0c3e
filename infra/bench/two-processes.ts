import cluster, { type Worker as ApiProcess } from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '@tsedra/database/connection'
import { migrate } from '@tsedra/database/migrate'
import autocannon from 'autocannon'
import { getFreePort } from '../local/ports.ts'
import { startPostgres } from '../local/postgres.ts'
import { nodeFlags, processEnvironment } from '../local/process-flags.ts'
import { addProducts } from './add-products.ts'

/**
 * How reads scale from one API process to two on one port (`node:cluster`), where processors are free. Run by hand,
 * `node infra/bench/two-processes.ts`: it fails below 1.8 times the reads.
 *
 * Two processes and the load need more processors than most machines have free, so calls per second say little. The busiest
 * process limits what both together can read: the scale is the processor time of a call in one process, divided by the part
 * of the calls that the busier of two serves and by the processor time of a call there.
 */
const CALLS = Number(process.env['BENCH_CALLS'] ?? 20_000)
const ROUNDS = 3
const CONNECTIONS = 40
const MIN_SCALE = 1.8

interface Cost {
  callsPerSecond: number
  /** Processor time of a call in the process that was busiest, of all calls, in microseconds. */
  busiestUs: number
}

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
const processes = [await startApi()]
const one = await measureAll(processes)
processes.push(await startApi())
const two = await measureAll(processes)
process.stdout.write(`${availableParallelism()} processors\n${''.padEnd(14)}calls/s of one      of two       scale\n`)
for (const [index, name] of Object.keys(paths).entries()) {
  const [first, second] = [one[index], two[index]]
  if (!first || !second) throw new Error('a path was not measured')
  const scale = first.busiestUs / second.busiestUs
  const cells = [first.callsPerSecond.toFixed(0), second.callsPerSecond.toFixed(0), scale.toFixed(2)]
  process.stdout.write(`${name.padEnd(16)}${cells.map((cell) => cell.padStart(12)).join('')}\n`)
  if (scale < MIN_SCALE) process.exitCode = 1
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

/** Returns the round in the middle for each path. */
async function measureAll(apis: readonly ApiProcess[]): Promise<Cost[]> {
  const costs: Cost[] = []
  for (const path of Object.values(paths)) {
    // Every process has compiled and cached what is measured.
    await runLoad(path)
    const rounds: Cost[] = []
    while (rounds.length < ROUNDS) rounds.push(await measureCost(apis, path))
    costs.push(...rounds.toSorted((a, b) => a.busiestUs - b.busiestUs).slice(Math.floor(ROUNDS / 2), -1))
  }
  return costs
}

async function measureCost(apis: readonly ApiProcess[], path: string): Promise<Cost> {
  const before = apis.map(readCpuUs)
  const callsPerSecond = await runLoad(path)
  const usedUs = apis.map((api, index) => readCpuUs(api) - (before[index] ?? 0))
  return { callsPerSecond, busiestUs: Math.max(...usedUs) / CALLS }
}

async function runLoad(path: string): Promise<number> {
  const startedAt = performance.now()
  const { errors, non2xx } = await autocannon({
    url: url + path,
    connections: CONNECTIONS,
    amount: CALLS,
    headers: { 'accept-encoding': 'br' },
  })
  if (errors + non2xx > 0) throw new Error(`${path}: ${errors} errors, ${non2xx} refusals`)
  return (CALLS * 1_000) / (performance.now() - startedAt)
}

/** Returns the processor time of a process in microseconds (Linux). */
function readCpuUs({ process: { pid } }: ApiProcess): number {
  const TICK_US = 10_000
  // After the name, which may contain spaces: state, parent, …; the twelfth and thirteenth are user and system time.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_US
}
