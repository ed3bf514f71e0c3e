import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { diceOf } from './dice.ts'
import { isClean, judge, type Sent } from './ledger.ts'
import { driveOrders, percentile } from './order-driver.ts'

/**
 * The shop as `TRUST_PROXY=2 TRUSTED_PROXIES=172.16.0.0/12 docker compose up --wait` runs it on this machine, with its
 * stand-ins; each order says that it comes from an address of its own, as if through one more proxy. Orders go through the edge while each container is killed
 * with -9 in its turn, then while api and worker become three and two and fewer again, which nobody may notice. Needs the
 * rights to kill what the engine runs. `--skip kill` or `--skip scale` leaves one half out.
 */
const { values } = parseArgs({
  options: { url: { type: 'string', default: 'http://localhost:8080' }, skip: { type: 'string' } },
})
const TELEGRAM = 'http://localhost:8081'
/** The stand-ins are no part of the shop, and their books are in their memory. */
const KILLED = ['edge', 'api', 'worker', 'redis', 'store', 'postgres'] as const
const ORDERS_PER_SECOND = 2
const HEALTHY_WITHIN_MS = 120_000
const TOLD_WITHIN_MS = 90_000

const run = promisify(execFile)
const compose = async (...args: string[]) => (await run('docker', ['compose', ...args])).stdout.trim()

const { products } = (await (await fetch(`${values.url}/api/products?limit=100`)).json()) as {
  products: { id: string; availablePackages: string[] }[]
}
const before = new Set(await storedIds())
const driver = driveOrders(
  () => values.url,
  products.filter(({ availablePackages }) => availablePackages.includes('50г')).map(({ id }) => id),
  diceOf(6),
  ORDERS_PER_SECOND,
  values.url,
)
let kills = 0
if (values.skip !== 'kill') {
  for (const service of KILLED) {
    await killed(service)
    kills += 1
  }
}
const failedReads = values.skip === 'scale' ? [] : await whileScaled()
const { accepted, surprises, again, latenciesMs } = await driver.stop()
const verdict = await settled()
process.stdout.write(
  `${kills} containers killed; ${accepted.size} orders, ${again.length} sent again; p50 ${percentile(latenciesMs, 0.5).toFixed(0)} ms, p99 ${percentile(latenciesMs, 0.99).toFixed(0)} ms\n${JSON.stringify(verdict)}\n`,
)
for (const surprise of new Set([...surprises, ...failedReads])) process.stdout.write(`✗ ${surprise}\n`)
const isGood = accepted.size > 0 && surprises.length === 0 && failedReads.length === 0 && isClean(verdict)
process.stdout.write(`containers: ${isGood ? 'clean' : 'NOT CLEAN'}\n`)
process.exitCode = isGood ? 0 : 1

/** Kills the first process of a container, as the kernel does when memory is short, and waits until all are well again. */
async function killed(service: string): Promise<void> {
  const id = (await compose('ps', '-q', service)).split('\n')[0] ?? ''
  const { stdout } = await run('docker', ['inspect', '--format', '{{.State.Pid}}', id])
  const startedAt = Date.now()
  process.kill(Number(stdout), 'SIGKILL')
  await until(`${service} to be another process`, async () => {
    const { stdout: now } = await run('docker', ['inspect', '--format', '{{.State.Pid}}', id])
    return Number(now) > 0 && Number(now) !== Number(stdout)
  })
  await allWell()
  process.stdout.write(`${service} killed: all well again after ${((Date.now() - startedAt) / 1_000).toFixed(1)} s\n`)
}

/** Three of api and two of worker, and one of each again; what people read meanwhile and could not. */
async function whileScaled(): Promise<string[]> {
  const failed: string[] = []
  let answered = 0
  const before = driver.report.again.length
  const over = new AbortController()
  const reading = (async () => {
    while (!over.signal.aborted) {
      const path = `/api/products?limit=${1 + (answered % 90)}`
      await fetch(values.url + path).then(
        async (response) => {
          await response.arrayBuffer()
          if (response.ok) answered += 1
          else failed.push(`GET ${path}: ${response.status}`)
        },
        (error: unknown) => failed.push(`GET ${path}: ${String(error)}`),
      )
      await pause(25)
    }
  })()
  for (const [api, worker] of [
    [3, 2],
    [1, 1],
  ]) {
    await compose('up', '-d', '--no-recreate', '--wait', '--scale', `api=${api}`, '--scale', `worker=${worker}`)
    await allWell()
    await pause(5_000)
  }
  over.abort()
  await reading
  const again = driver.report.again.slice(before)
  process.stdout.write(
    `scaled to 3 and 2, and back: ${answered} reads answered, ${failed.length} failed, ${again.length} orders sent again\n`,
  )
  for (const reason of again) process.stdout.write(`  ${reason}\n`)
  return failed
}

async function allWell(): Promise<void> {
  await until('all to be healthy', async () => {
    const lines = (await compose('ps', '--format', '{{.Service}} {{.Health}}')).split('\n')
    return lines.length >= KILLED.length && lines.every((line) => line.endsWith(' healthy') || line.endsWith(' '))
  })
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + HEALTHY_WITHIN_MS; Date.now() < deadline; await pause(200)) {
    if (await isSo().catch(() => false)) return
  }
  throw new Error(`waited ${HEALTHY_WITHIN_MS / 1_000} s for ${what}`)
}

async function storedIds(): Promise<string[]> {
  const said = await compose('exec', '-T', 'postgres', 'psql', '-U', 'shop', '-At', '-c', 'SELECT id FROM orders')
  return said.split('\n').filter((line) => line !== '')
}

/** The books once the worker has nothing left to tell, or its time is over. */
async function settled() {
  for (const deadline = Date.now() + TOLD_WITHIN_MS; ; await pause(500)) {
    const stored = (await storedIds()).filter((id) => !before.has(id))
    const all = (await (await fetch(`${TELEGRAM}/control/messages`)).json()) as Sent[]
    const messages = all.filter(({ text }) => ![...before].some((id) => text.includes(id)))
    const verdict = judge({ accepted: driver.report.accepted, stored, messages, ambiguous: kills })
    if (isClean(verdict) || Date.now() > deadline) return verdict
  }
}
