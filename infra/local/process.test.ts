import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { getStartTime, endOrphanProcesses, findOrphanProcesses, openProcessRegistry } from './orphan-processes.ts'
import { getFreePort, isPortFree } from './ports.ts'
import { runToCompletion, startService } from './process.ts'

const serverArgs = (port: number) => [
  '-e',
  `require('node:http').createServer((_, res) => res.end('here')).listen(${port}, '127.0.0.1')`,
]

/** Connects as a client does: listening on the port oneself for a moment would take it from the server. */
const isAnswering = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`).then(
    ({ ok }) => ok,
    () => false,
  )

async function openService({
  keepAlive = false,
  registry,
}: {
  keepAlive?: boolean
  registry?: ReturnType<typeof openProcessRegistry>
} = {}) {
  const port = await getFreePort()
  const printed: string[] = []
  const service = await startService({
    name: 'server',
    command: process.execPath,
    args: serverArgs(port),
    isReady: () => isAnswering(port),
    keepAlive,
    print: (text) => printed.push(text),
    registry,
  })
  return { service, port, heard: printed, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() }
}

test('a service is up when it answers, down after a stop, and up again after a start', async () => {
  await using running = await openService()
  const firstPid = running.service.pid

  await running.service.stop()
  expect(await isPortFree(running.port)).toBe(true)
  await running.service.start()

  expect(await isPortFree(running.port)).toBe(false)
  expect(running.service.pid).not.toBe(firstPid)
})

test('what is killed by its handle stays down', async () => {
  await using running = await openService({ keepAlive: true })
  await using other = await openService({ keepAlive: true })

  await running.service.kill()
  // A process that died later has restarted: so would this one.
  process.kill(other.service.pid ?? 0, 'SIGKILL')
  await waitUntil(() => other.heard.includes('server is back'))

  expect(running.service.pid).toBeUndefined()
  expect(running.heard).toEqual([])
})

test('a crashed service restarts and prints a message', async () => {
  await using running = await openService({ keepAlive: true })
  const firstPid = running.service.pid ?? 0

  process.kill(firstPid, 'SIGKILL')
  await waitUntil(() => running.heard.length === 2)

  expect(running.heard).toEqual(['server ended (signal SIGKILL), starting it again', 'server is back'])
  expect(running.service.pid).not.toBe(firstPid)
})

test('a failing program reports its last output', async () => {
  const failingProgram = {
    name: 'bad',
    command: process.execPath,
    args: ['-e', 'console.error("no ink"); process.exit(3)'],
  }

  await expect(runToCompletion(failingProgram)).rejects.toThrow('bad failed (code 3)\nno ink')
  await expect(startService({ ...failingProgram, isReady: () => Promise.resolve(false) })).rejects.toThrow('no ink')
  await expect(runToCompletion({ name: 'absent', command: '/no/such/program' })).rejects.toThrow('ENOENT')
})

test('orphan processes of a killed supervisor are ended, but not a process that reuses an id', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'tsedra-registry-'))
  const file = join(dir, 'running.json')
  await using running = await openService({ registry: openProcessRegistry(file) })
  const [{ pid, born } = { pid: 0, born: '' }] = findOrphanProcesses(file)
  expect(pid).toBe(running.service.pid)

  await writeFile(file, JSON.stringify([{ name: 'server', pid, born: `${born}0` }]))
  expect(await endOrphanProcesses(file)).toEqual([])
  expect(await isPortFree(running.port)).toBe(false)
  await writeFile(file, JSON.stringify([{ name: 'server', pid, born }]))
  expect(await endOrphanProcesses(file)).toEqual(['server'])

  expect(await isPortFree(running.port)).toBe(true)
  await rm(dir, { recursive: true })
})

test('a process is gone when its port is free again, not when its first thread has ended', {
  timeout: 120_000,
}, async () => {
  for (let round = 0; round < 30; round++) {
    const port = await getFreePort()
    const { pid = 0 } = spawn(process.execPath, serverArgs(port), { stdio: 'ignore' })
    while (!(await isAnswering(port))) await sleep(5)
    process.kill(pid, 'SIGKILL')
    // At once, and not a turn of the loop later.
    const deadline = Date.now() + 10_000
    while (getStartTime(pid) !== undefined && Date.now() < deadline);

    expect(await isPortFree(port)).toBe(true)
  }
})

test('every line goes into the log', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'tsedra-log-'))
  const log = join(dir, 'deep', 'a.log')

  await runToCompletion({
    name: 'chatty',
    command: process.execPath,
    args: ['-e', 'console.log("one"); console.error("two")'],
    log,
  })

  expect((await readFile(log, 'utf8')).split('\n').sort()).toEqual(['', 'one', 'two'])
  await rm(dir, { recursive: true })
})

async function waitUntil(condition: () => boolean): Promise<void> {
  await expect.poll(condition).toBe(true)
}
