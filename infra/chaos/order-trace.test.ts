import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { orderNumber } from '@tsedra/contract/order-number'
import { expect, test } from 'vitest'
import { findCaddy, startCaddy } from '../local/caddy.ts'
import { type ChaosStack, openChaosStack, ORIGIN } from './chaos-stack.ts'

type Line = Record<string, string | number | undefined>

const personal = {
  customerName: 'Соломія Тихенька',
  customerPhone: '+380671112233',
  customerComment: 'дзвонити після обіду',
}

/** Caddy in front of the API where it is installed, else the API itself. */
async function openEdge(stack: ChaosStack) {
  const program = findCaddy()
  if (!program) return { url: stack.url, logFile: undefined, async [Symbol.asyncDispose]() {} }
  const directory = await mkdtemp(join(tmpdir(), 'tsedra-trace-'))
  const logFile = join(directory, 'caddy.log')
  const caddy = await startCaddy({
    program,
    log: logFile,
    env: {
      API_ADDRESS: new URL(stack.url).host,
      API_HEALTH_PORT: new URL(stack.apiReadyUrl).port,
      PAGE_ROOT: directory,
      KEPT: directory,
      TRUSTED_PROXIES: '127.0.0.1',
    },
  })
  return {
    url: `http://127.0.0.1:${caddy.port}`,
    logFile,
    async [Symbol.asyncDispose]() {
      await caddy[Symbol.asyncDispose]()
      await rm(directory, { recursive: true })
    },
  }
}

const readLines = async (file: string): Promise<Line[]> =>
  (await readFile(file, 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)

// catches mutation: job-names-request, job-lines-name-request, dispatch-logged, response-names-order
test('the logs of edge, API and worker have every step of an order under its number, with the request id and nothing personal', {
  timeout: 120_000,
}, async () => {
  await using stack = await openChaosStack()
  await using edge = await openEdge(stack)
  const id = randomUUID()
  const send = async (path: string, body: object) => {
    const response = await fetch(edge.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: ORIGIN, 'X-Forwarded-For': '203.0.113.9' },
      body: JSON.stringify(body),
    })
    return { status: response.status, requestId: response.headers.get('x-request-id') ?? '' }
  }
  const readTrace = async (file = stack.logFile) => {
    const number = new RegExp(orderNumber(id), 'i')
    return (await readLines(file)).filter((line) => number.test(JSON.stringify(line)))
  }
  const waitForJobs = (count: number) =>
    expect
      .poll(async () => (await readTrace()).filter(({ msg }) => msg === 'job: done').length, { timeout: 30_000 })
      .toBe(count)

  const placed = await send('/api/orders', { id, filledInMs: 9_000, ...personal })
  await waitForJobs(1)
  const cancelled = await send(`/api/orders/${id}/cancel`, {})
  await waitForJobs(3)

  expect([placed.status, cancelled.status]).toEqual([201, 200])
  const trace = (await readTrace()).map(({ app, msg, requestId, order, level, job }) =>
    [level, app, msg, job, requestId, order].filter((part) => part !== undefined).join(' '),
  )
  const expectSteps = (requestId: string, event: string, jobs: string[]) => {
    expect(trace).toContain(`30 api ${event} ${requestId} ${id}`)
    for (const job of jobs) {
      const steps = trace.filter((line) => line.includes(' worker ') && line.includes(` ${job} `))
      expect(steps).toEqual(
        ['job: dispatched', 'job: message sent', 'job: done'].map(
          (msg) => `30 worker ${msg} ${job} ${requestId} ${id}`,
        ),
      )
    }
  }
  expectSteps(placed.requestId, 'order-placed', ['order-placed'])
  expectSteps(cancelled.requestId, 'order-cancelled', ['order-cancelled', 'order-shown'])
  const written = await readFile(stack.logFile, 'utf8')
  if (edge.logFile) {
    const { logFile } = edge
    await expect.poll(() => readTrace(logFile)).toHaveLength(2)
    expect(await readTrace(logFile)).toEqual(
      [placed, cancelled].map(({ requestId, status }) =>
        expect.objectContaining({ request_id: requestId, order: id, status }),
      ),
    )
    expect(await readFile(logFile, 'utf8')).not.toMatch(/Соломія|67111|обіду|203\.0\.113/)
  }
  expect(written).not.toMatch(/Соломія|Тихенька|67111|обіду|203\.0\.113/)
})
