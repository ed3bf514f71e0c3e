import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProcessRegistry } from './orphan-processes.ts'

type Environment = Record<string, string | undefined>

interface Program {
  name: string
  command: string
  args?: string[]
  cwd?: string
  /** Merged into this process's own environment; undefined removes a variable. */
  env?: Environment
  /** File that gets every line of output. */
  log?: string
  /** Returns the text to print for a log line, or undefined to hide it. */
  filterLine?: (line: string) => string | undefined
  print?: (text: string) => void
  /** Ends the program. */
  signal?: AbortSignal | undefined
}

export interface ServiceOptions extends Program {
  /** Polled every 40 ms after a start until it returns true. */
  isReady?: () => Promise<boolean>
  readyTimeoutMs?: number
  /** Runs before each start, also after a crash. */
  prepare?: () => Promise<void>
  stopSignal?: NodeJS.Signals
  stopTimeoutMs?: number
  /** Starts again by itself after a crash, waiting longer each time. */
  keepAlive?: boolean
  registry?: ProcessRegistry | undefined
}

export interface Service extends AsyncDisposable {
  readonly name: string
  readonly pid: number | undefined
  /** Resolves when the service answers. */
  start(): Promise<void>
  /** Sends the stop signal and kills after the timeout. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** kill -9; it stays down until `start`. */
  kill(): Promise<void>
}

const MAX_BACKOFF_MS = 10_000
/** A service that ran this long has recovered: the backoff of the next crash starts from the beginning. */
const STABLE_MS = 30_000
const MAX_LOG_BYTES = 5_000_000

/** Starts a program and resolves when it is ready; the handle stops, kills and starts it again. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { name, print = () => {} } = options
  let child: ChildProcess | undefined
  let shouldRun = true
  let crashes = 0
  let recovery: Promise<void> | undefined

  async function launch(): Promise<void> {
    await options.prepare?.()
    if (!shouldRun) return
    const started = Date.now()
    const spawned = spawnProgram(options)
    const { pid } = spawned.process
    child = spawned.process
    if (pid) options.registry?.register(name, pid)
    let ready = false
    void spawned.gone.then((exitReason) => {
      if (pid) options.registry?.unregister(pid)
      if (child === spawned.process) child = undefined
      if (ready && shouldRun) handleCrash(exitReason, Date.now() - started)
    })
    await waitUntilReady(spawned, options)
    ready = true
  }

  function handleCrash(exitReason: string, ranMs: number): void {
    if (ranMs > STABLE_MS) crashes = 0
    print(`${name} ended (${exitReason})${options.keepAlive ? ', starting it again' : ''}`)
    if (options.keepAlive) recovery = recover()
  }

  async function recover(): Promise<void> {
    while (shouldRun && !child) {
      await sleep(Math.min(250 * 2 ** crashes++, MAX_BACKOFF_MS))
      if (!shouldRun) return
      try {
        await launch()
        print(`${name} is back`)
      } catch (error) {
        print(getErrorMessage(error))
      }
    }
  }

  async function shutDown(signal: NodeJS.Signals, timeoutMs: number): Promise<void> {
    shouldRun = false
    if (child) await terminate(child, signal, timeoutMs)
    await recovery
    if (child) await terminate(child, signal, timeoutMs)
  }

  const service: Service = {
    name,
    get pid() {
      return child?.pid
    },
    async start() {
      if (child) return
      shouldRun = true
      await launch()
    },
    stop: (signal = options.stopSignal ?? 'SIGTERM') => shutDown(signal, options.stopTimeoutMs ?? 30_000),
    kill: () => shutDown('SIGKILL', 0),
    [Symbol.asyncDispose]: () => service.stop(),
  }
  try {
    await launch()
  } catch (error) {
    await service.kill()
    throw error
  }
  return service
}

/** Runs a program to its end. @throws Error with its last lines when it fails. */
export async function runToCompletion(program: Program): Promise<void> {
  const { gone: exited, lastLines } = spawnProgram(program)
  const exitReason = await exited
  if (exitReason !== 'code 0') throw new Error(`${program.name} failed (${exitReason})\n${lastLines()}`)
}

function spawnProgram({ name, command, args = [], cwd, env = {}, log, filterLine, print, signal }: Program) {
  if (log) rotateLog(log)
  const child = spawn(command, args, {
    ...(cwd && { cwd }),
    ...(signal && { signal }),
    env: buildEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: Ctrl-C in the terminal reaches the supervisor alone, which then stops things in order.
    detached: true,
  })
  const recentLines: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      recentLines.push(line)
      if (recentLines.length > 20) recentLines.shift()
      if (log) appendFileSync(log, `${line}\n`)
      const filtered = filterLine?.(line)
      if (filtered !== undefined) print?.(`${name}: ${filtered}`)
    })
  }
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  let exitReason: string | undefined
  const exited = waitForExit(child).then(({ code, signal }) => {
    exitReason = failure?.message ?? (signal ? `signal ${signal}` : `code ${code}`)
    return exitReason
  })
  return { process: child, gone: exited, exitReason: () => exitReason, lastLines: () => recentLines.join('\n') }
}

async function waitUntilReady(spawned: ReturnType<typeof spawnProgram>, options: ServiceOptions): Promise<void> {
  const { name, isReady = () => Promise.resolve(true), readyTimeoutMs = 30_000 } = options
  const deadline = Date.now() + readyTimeoutMs
  for (;;) {
    const isUp = await isReady()
    if (spawned.exitReason() !== undefined)
      throw new Error(`${name} ended (${spawned.exitReason()})\n${spawned.lastLines()}`)
    if (isUp) return
    if (Date.now() > deadline) {
      await terminate(spawned.process, 'SIGKILL', 0)
      throw new Error(`${name} was not ready within ${readyTimeoutMs / 1000} s\n${spawned.lastLines()}`)
    }
    await sleep(40)
  }
}

interface ExitStatus {
  code: number | null
  signal: NodeJS.Signals | null
}

function waitForExit(child: ChildProcess): Promise<ExitStatus> {
  if (hasExited(child)) return Promise.resolve({ code: child.exitCode, signal: child.signalCode })
  // A program that cannot be started emits `close` and never `exit`.
  return new Promise((resolve) => child.once(child.pid ? 'exit' : 'close', (code, signal) => resolve({ code, signal })))
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function terminate(child: ChildProcess, signal: NodeJS.Signals, timeoutMs: number): Promise<void> {
  const exited = waitForExit(child)
  if (child.pid && signal !== 'SIGKILL') {
    child.kill(signal)
    const timeout = new AbortController()
    await Promise.race([exited, sleep(timeoutMs, undefined, { signal: timeout.signal }).catch(() => {})])
    timeout.abort()
  }
  if (child.pid && !hasExited(child)) killProcessGroup(child.pid)
  await exited
}

function killProcessGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It went by itself in between.
  }
}

/** This process's environment without what npm adds to it. */
function buildEnvironment(overrides: Environment): NodeJS.ProcessEnv {
  const merged: NodeJS.ProcessEnv = { ...process.env, ...overrides }
  for (const [name, value] of Object.entries(merged)) {
    if (value === undefined || name.startsWith('npm_')) delete merged[name]
  }
  return merged
}

/** Makes the folder and puts a log that has grown too long aside. */
function rotateLog(file: string): void {
  mkdirSync(dirname(file), { recursive: true })
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > MAX_LOG_BYTES) renameSync(file, `${file}.1`)
}

export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
