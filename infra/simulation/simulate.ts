import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { migrate } from '@tsedra/database/migrate'
import { InterruptibleStack } from '../local/interruptible-stack.ts'
import { runSql, startPostgres } from '../local/postgres.ts'
import { root } from '../local/repository.ts'
import type { WorkerMessage, WorldFailureReport, WorldReport, WorldRequest } from './worker.ts'

/**
 * Simulates phones with the real outbox against the real order routes and Postgres (infra/decisions/0052-deterministic-simulation.md).
 *
 * The same `--seed` repeats the same events; `--world 17` repeats one world of them, and needs the same `--submits`.
 * `--databases` are migrated, empty databases, one for each process; by default it starts a Postgres of its own.
 */
const { values } = parseArgs({
  options: {
    submits: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
    world: { type: 'string' },
    minutes: { type: 'string', default: '1440' },
    databases: { type: 'string', default: '' },
  },
})
const seed = Number(values.seed)
const submits = Number(values.submits)
const deadline = Date.now() + Number(values.minutes) * 60_000
const SUBMITS_PER_WORLD = 120
const PROGRESS_INTERVAL_MS = 30_000

const startedAt = Date.now()
await using stack = new InterruptibleStack()
const urls = values.databases ? values.databases.split(',') : await startDatabases(stack)
const worlds = listWorlds().filter(({ world }) => values.world === undefined || world === Number(values.world))
const total = worlds.length
if (total === 0) throw new Error(`a run of ${submits} submits has no world ${values.world}`)
const reports: WorldReport[] = []
const failures: WorldFailureReport[] = []
const progress = setInterval(() => print(describeProgress()), PROGRESS_INTERVAL_MS)
try {
  await Promise.all(urls.map(runWorker))
} finally {
  clearInterval(progress)
  reportResult()
}

function listWorlds(): WorldRequest[] {
  const count = Math.ceil(submits / SUBMITS_PER_WORLD)
  return Array.from({ length: count }, (_, world) => ({
    seed,
    world,
    submits: Math.min(SUBMITS_PER_WORLD, submits - world * SUBMITS_PER_WORLD),
  }))
}

/** Runs worlds in a process of its own until none is left, or one fails. */
function runWorker(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('worker.ts', import.meta.url)), [url])
    stack.defer(() => void child.kill())
    let current: WorldRequest | undefined
    child.on('message', (message: WorkerMessage) => {
      if (message.kind === 'done') reports.push(message.report)
      if (message.kind === 'failed') failures.push(message.failure)
      current = sendNext(child)
    })
    child.once('exit', (code, signal) => {
      const violation = `a process of the simulation ended with ${code ?? signal}`
      const isStopped = signal === 'SIGTERM' || signal === 'SIGINT'
      if (current && !isStopped) failures.push({ world: current.world, violation, lines: [] })
      if (current || isStopped) resolve()
      else reject(new Error(violation))
    })
  })
}

/** Returns the world that the process simulates next; ends the process when there is none. */
function sendNext(child: ChildProcess): WorldRequest | undefined {
  const next = failures.length === 0 && Date.now() < deadline ? worlds.shift() : undefined
  if (next) child.send(next)
  else child.kill('SIGTERM')
  return next
}

function reportResult(): void {
  for (const { world, violation, lines } of failures) {
    // The log of a process that was killed is lost with it.
    const log = lines.length > 0 ? writeLog(world, lines) : 'no log'
    print(
      `${violation}\n\nworld ${world} of seed ${seed}: ${log}\n` +
        `repeat it: npm run simulate -- --submits ${submits} --seed ${seed} --world ${world}`,
    )
  }
  reports.sort((one, other) => one.world - other.world)
  const hash = createHash('sha256')
    .update(reports.map((report) => report.hash).join('\n'))
    .digest('hex')
  print(describeProgress())
  if (failures.length > 0) print(`simulation: FAILED (seed ${seed})`)
  else if (reports.length < total) print(`simulation: INCOMPLETE, ${reports.length} of ${total} worlds (seed ${seed})`)
  else print(`simulation: nothing lost, doubled or changed (seed ${seed}, hash ${hash.slice(0, 16)})`)
  process.exitCode = failures.length === 0 && reports.length === total ? 0 : 1
}

function describeProgress(): string {
  const sum = (field: 'submits' | 'faulted' | 'requests' | 'orders') =>
    reports.reduce((result, report) => result + report[field], 0)
  const seconds = (Date.now() - startedAt) / 1_000
  const share = ((100 * sum('faulted')) / Math.max(1, sum('submits'))).toFixed(0)
  return (
    `${reports.length} of ${total} worlds: ${sum('submits')} submits, ${share} % faulted, ${sum('requests')} requests, ` +
    `${sum('orders')} orders, ${seconds.toFixed(0)} s, ${(sum('submits') / seconds).toFixed(1)} submits/s`
  )
}

function writeLog(world: number, lines: readonly string[]): string {
  const folder = join(root, '.local', 'simulation')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `seed-${seed}-world-${world}.log`)
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}

/** Starts a Postgres with one migrated database for each process; returns their addresses. */
async function startDatabases(disposables: AsyncDisposableStack): Promise<string[]> {
  const dir = await mkdtemp(join(tmpdir(), 'tsedra-simulation-'))
  disposables.defer(() => rm(dir, { recursive: true, force: true }))
  const postgres = await startPostgres({ dir: join(dir, 'postgres'), database: 'template', withoutFsync: true })
  disposables.defer(() => postgres.stop('immediate'))
  await migrate(postgres.url)
  const names = Array.from({ length: availableParallelism() }, (_, index) => `simulation_${index}`)
  for (const name of names) await runSql(postgres.adminUrl, `CREATE DATABASE ${name} TEMPLATE template`)
  return names.map((name) => postgres.adminUrl.replace(/postgres$/, name))
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
