import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { createRandom } from './random.ts'
import { isClean, auditOrders, type StaffMessage } from './order-audit.ts'
import { driveOrders, percentile } from './order-driver.ts'

/**
 * Tests the shop that `TRUST_PROXY=2 TRUSTED_PROXIES=172.16.0.0/12 docker compose up --wait` runs on this machine.
 * Orders pass the edge, each with a client address of its own, as if through one more proxy, while each container is
 * killed with -9 in turn, then while api and worker scale to three and two and back. No request may fail. Needs the
 */
const { values } = parseArgs({
  options: { url: { type: 'string', default: 'http://localhost:8080' }, skip: { type: 'string' } },
})
const TELEGRAM = 'http://localhost:8081'
/** The stand-ins are no part of the shop, and their books are in their memory. */
const KILLED_SERVICES = ['edge', 'api', 'worker', 'redis', 'store', 'postgres'] as const
const ORDERS_PER_SECOND = 2
const HEALTHY_TIMEOUT_MS = 120_000
const NOTIFIED_TIMEOUT_MS = 90_000

const runCommand = promisify(execFile)
const compose = async (...args: string[]) => (await runCommand('docker', ['compose', ...args])).stdout.trim()

const { products } = (await (await fetch(`${values.url}/api/products?limit=100`)).json()) as {
  products: { id: string; availablePackages: string[] }[]
}
const idsBefore = new Set(await readStoredIds())
const driver = driveOrders(
  () => values.url,
  products.filter(({ availablePackages }) => availablePackages.includes('50г')).map(({ id }) => id),
  createRandom(6),
  ORDERS_PER_SECOND,
  values.url,
)
let kills = 0
if (values.skip !== 'kill') {
  for (const service of KILLED_SERVICES) {
    await killContainer(service)
    kills += 1
  }
}
const failedReads = values.skip === 'scale' ? [] : await readWhileScaling()
const { accepted, unexpectedResponses, retries, latenciesMs } = await driver.stop()
const audit = await auditWhenSettled()
process.stdout.write(
  `${kills} containers killed; ${accepted.size} orders, ${retries.length} sent again; p50 ${percentile(latenciesMs, 0.5).toFixed(0)} ms, p99 ${percentile(latenciesMs, 0.99).toFixed(0)} ms\n${JSON.stringify(audit)}\n`,
)
for (const failure of new Set([...unexpectedResponses, ...failedReads])) process.stdout.write(`✗ ${failure}\n`)
const isGood = accepted.size > 0 && unexpectedResponses.length === 0 && failedReads.length === 0 && isClean(audit)
process.stdout.write(`containers: ${isGood ? 'clean' : 'FAILED'}\n`)
process.exitCode = isGood ? 0 : 1

/** Kills the first process of a container, as the kernel does when memory is short, and waits until all are well again. */
async function killContainer(service: string): Promise<void> {
  const id = (await compose('ps', '-q', service)).split('\n')[0] ?? ''
  const { stdout } = await runCommand('docker', ['inspect', '--format', '{{.State.Pid}}', id])
  const startedAt = Date.now()
  process.kill(Number(stdout), 'SIGKILL')
  await waitUntil(`${service} to be another process`, async () => {
    const { stdout: pidNow } = await runCommand('docker', ['inspect', '--format', '{{.State.Pid}}', id])
    return Number(pidNow) > 0 && Number(pidNow) !== Number(stdout)
  })
  await waitUntilHealthy()
  process.stdout.write(`${service} killed: all well again after ${((Date.now() - startedAt) / 1_000).toFixed(1)} s\n`)
}

/** Scales to three of api and two of worker and back to one each; reports reads during that time, with failed ones. */
async function readWhileScaling(): Promise<string[]> {
  const failures: string[] = []
  let answeredCount = 0
  const retriesBefore = driver.report.retries.length
  const stopped = new AbortController()
  const reading = (async () => {
    while (!stopped.signal.aborted) {
      const path = `/api/products?limit=${1 + (answeredCount % 90)}`
      await fetch(values.url + path).then(
        async (response) => {
          await response.arrayBuffer()
          if (response.ok) answeredCount += 1
          else failures.push(`GET ${path}: ${response.status}`)
        },
        (error: unknown) => failures.push(`GET ${path}: ${String(error)}`),
      )
      await pause(25)
    }
  })()
  for (const [api, worker] of [
    [3, 2],
    [1, 1],
  ]) {
    await compose('up', '-d', '--no-recreate', '--wait', '--scale', `api=${api}`, '--scale', `worker=${worker}`)
    await waitUntilHealthy()
    await pause(5_000)
  }
  stopped.abort()
  await reading
  const retries = driver.report.retries.slice(retriesBefore)
  process.stdout.write(
    `scaled to 3 and 2, and back: ${answeredCount} reads answered, ${failures.length} failed, ${retries.length} orders sent again\n`,
  )
  for (const reason of retries) process.stdout.write(`  ${reason}\n`)
  return failures
}

async function waitUntilHealthy(): Promise<void> {
  await waitUntil('all to be healthy', async () => {
    const lines = (await compose('ps', '--format', '{{.Service}} {{.Health}}')).split('\n')
    return (
      lines.length >= KILLED_SERVICES.length && lines.every((line) => line.endsWith(' healthy') || line.endsWith(' '))
    )
  })
}

async function waitUntil(description: string, condition: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + HEALTHY_TIMEOUT_MS; Date.now() < deadline; await pause(200)) {
    if (await condition().catch(() => false)) return
  }
  throw new Error(`waited ${HEALTHY_TIMEOUT_MS / 1_000} s for ${description}`)
}

async function readStoredIds(): Promise<string[]> {
  const output = await compose('exec', '-T', 'postgres', 'psql', '-U', 'shop', '-At', '-c', 'SELECT id FROM orders')
  return output.split('\n').filter((line) => line !== '')
}

/** The order ledgers once the worker has sent all notifications, or its time is over. */
async function auditWhenSettled() {
  for (const deadline = Date.now() + NOTIFIED_TIMEOUT_MS; ; await pause(500)) {
    const stored = (await readStoredIds()).filter((id) => !idsBefore.has(id))
    const allMessages = (await (await fetch(`${TELEGRAM}/control/messages`)).json()) as StaffMessage[]
    const messages = allMessages.filter(({ text }) => ![...idsBefore].some((id) => text.includes(id)))
    const audit = auditOrders({ accepted: driver.report.accepted, stored, messages, ambiguous: kills })
    if (isClean(audit) || Date.now() > deadline) return audit
  }
}
