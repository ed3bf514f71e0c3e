import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { birthOf, endLeftovers, leftovers, openRegistry } from './leftovers.ts'
import { freePort, portIsFree } from './ports.ts'
import { runToEnd, startService } from './process.ts'

const server = (port: number) => [
  '-e',
  `require('node:http').createServer((_, res) => res.end('here')).listen(${port}, '127.0.0.1')`,
]

/** Asks as a visitor does: listening on the port oneself for a moment would take it from the server. */
const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`).then(
    ({ ok }) => ok,
    () => false,
  )

async function openService({
  keepAlive = false,
  registry,
}: {
  keepAlive?: boolean
  registry?: ReturnType<typeof openRegistry>
} = {}) {
  const port = await freePort()
  const heard: string[] = []
  const service = await startService({
    name: 'server',
    command: process.execPath,
    args: server(port),
    isReady: () => answers(port),
    keepAlive,
    say: (text) => heard.push(text),
    registry,
  })
  return { service, port, heard, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() }
}

test('a service is up when it answers, down after a stop, and up again after a start', async () => {
  await using shop = await openService()
  const first = shop.service.pid

  await shop.service.stop()
  expect(await portIsFree(shop.port)).toBe(true)
  await shop.service.start()

  expect(await portIsFree(shop.port)).toBe(false)
  expect(shop.service.pid).not.toBe(first)
})

test('what is killed by its handle stays down', async () => {
  await using shop = await openService({ keepAlive: true })
  await using other = await openService({ keepAlive: true })

  await shop.service.kill()
  // Whoever died later is back: so would this one be.
  process.kill(other.service.pid ?? 0, 'SIGKILL')
  await until(() => other.heard.includes('server is back'))

  expect(shop.service.pid).toBeUndefined()
  expect(shop.heard).toEqual([])
})

test('what dies by itself comes back, and that is said', async () => {
  await using shop = await openService({ keepAlive: true })
  const first = shop.service.pid ?? 0

  process.kill(first, 'SIGKILL')
  await until(() => shop.heard.length === 2)

  expect(shop.heard).toEqual(['server ended (signal SIGKILL), starting it again', 'server is back'])
  expect(shop.service.pid).not.toBe(first)
})

test('a program that fails tells its last words', async () => {
  const failing = { name: 'bad', command: process.execPath, args: ['-e', 'console.error("no ink"); process.exit(3)'] }

  await expect(runToEnd(failing)).rejects.toThrow('bad failed (code 3)\nno ink')
  await expect(startService({ ...failing, isReady: () => Promise.resolve(false) })).rejects.toThrow('no ink')
  await expect(runToEnd({ name: 'absent', command: '/no/such/program' })).rejects.toThrow('ENOENT')
})

test('what a killed supervisor left behind is ended, and nobody who got its process id since', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'tsedra-registry-'))
  const file = join(dir, 'running.json')
  await using shop = await openService({ registry: openRegistry(file) })
  const [{ pid, born } = { pid: 0, born: '' }] = leftovers(file)
  expect(pid).toBe(shop.service.pid)

  await writeFile(file, JSON.stringify([{ name: 'server', pid, born: `${born}0` }]))
  expect(await endLeftovers(file)).toEqual([])
  expect(await portIsFree(shop.port)).toBe(false)
  await writeFile(file, JSON.stringify([{ name: 'server', pid, born }]))
  expect(await endLeftovers(file)).toEqual(['server'])

  expect(await portIsFree(shop.port)).toBe(true)
  await rm(dir, { recursive: true })
})

test('a process is gone when its port is free again, not when its first thread has ended', {
  timeout: 120_000,
}, async () => {
  for (let times = 0; times < 30; times++) {
    const port = await freePort()
    const { pid = 0 } = spawn(process.execPath, server(port), { stdio: 'ignore' })
    while (!(await answers(port))) await sleep(5)
    process.kill(pid, 'SIGKILL')
    // At once, and not a turn of the loop later.
    const deadline = Date.now() + 10_000
    while (birthOf(pid) !== undefined && Date.now() < deadline);

    expect(await portIsFree(port)).toBe(true)
  }
})

test('every line goes into the log', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'tsedra-log-'))
  const log = join(dir, 'deep', 'a.log')

  await runToEnd({
    name: 'chatty',
    command: process.execPath,
    args: ['-e', 'console.log("one"); console.error("two")'],
    log,
  })

  expect((await readFile(log, 'utf8')).split('\n').sort()).toEqual(['', 'one', 'two'])
  await rm(dir, { recursive: true })
})

async function until(holds: () => boolean): Promise<void> {
  await expect.poll(holds).toBe(true)
}
