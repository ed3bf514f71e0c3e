import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { buildCache } from '../local/go-build.ts'
import { builtPrograms } from './control-plane.ts'

const drillProgram = join(import.meta.dirname, 'drill.ts')

const etcd = `
  const { port } = new URL(process.argv.find((arg) => arg.startsWith('--listen-client-urls=')).split('=')[1])
  require('node:http').createServer((_, response) => response.end()).listen(port, '127.0.0.1')`
const neverReady = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1_000)`

test('an API server that does not start leaves no process and no keys behind', async () => {
  using drill = startDrill(`process.exit(1)`)

  const [code] = await once(drill.child, 'exit')

  expect(code).toBe(1)
  expect(drill.findOrphans()).toEqual([])
})

test.for(['SIGINT', 'SIGTERM'] as const)(
  'a drill that receives %s leaves no process and no keys behind',
  async (signal) => {
    using drill = startDrill(neverReady)
    await expect.poll(() => drill.readPids()).toHaveLength(2)

    drill.child.kill(signal)
    const [code] = await once(drill.child, 'exit')

    expect(code).toBe(1)
    expect(drill.findOrphans()).toEqual([])
  },
)

interface Drill extends Disposable {
  child: ChildProcess
  /** Process ids of etcd and of the API server. */
  readPids(): number[]
  /** Their processes that still run, and temporary files. */
  findOrphans(): (string | number)[]
}

/** Starts the drill with doubles of etcd and of the API server. */
function startDrill(apiServer: string): Drill {
  const directory = mkdtempSync(join(tmpdir(), 'tsedra-drill-test-'))
  const [cache, temporary, pids] = [join(directory, 'cache'), join(directory, 'tmp'), join(directory, 'pids')]
  const programs = join(cache, 'tsedra', relative(buildCache, builtPrograms))
  for (const path of [programs, temporary]) mkdirSync(path, { recursive: true })
  writeFileSync(pids, '')
  for (const [name, code] of Object.entries({ server: etcd, 'kube-apiserver': apiServer })) {
    const savePid = `require('node:fs').appendFileSync(${JSON.stringify(pids)}, process.pid + ' ')`
    writeFileSync(join(programs, name), `#!${process.execPath}\n${savePid}\n${code}\n`, { mode: 0o700 })
  }
  const env = { ...process.env, XDG_CACHE_HOME: cache, TMPDIR: temporary }
  const child = spawn(process.execPath, [drillProgram], { env, stdio: 'ignore' })
  const readPids = () => readFileSync(pids, 'utf8').split(' ').filter(Boolean).map(Number)
  return {
    child,
    readPids,
    findOrphans: () => [...readPids().filter((pid) => signalProcess(pid, 0)), ...readdirSync(temporary)],
    [Symbol.dispose]() {
      child.kill('SIGKILL')
      for (const pid of readPids()) signalProcess(pid, 'SIGKILL')
      rmSync(directory, { recursive: true })
    },
  }
}

/** Returns whether the process runs. */
function signalProcess(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
