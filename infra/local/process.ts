import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Registry } from './leftovers.ts'

type Environment = Record<string, string | undefined>

interface Program {
  name: string
  command: string
  args?: string[]
  cwd?: string
  /** Laid over this process's own environment; undefined takes a variable away. */
  env?: Environment
  /** File that gets every line of output. */
  log?: string
  /** Picks the lines worth showing to whoever watches the supervisor, and how. */
  shows?: (line: string) => string | undefined
  say?: (text: string) => void
  /** Ends the program. */
  signal?: AbortSignal | undefined
}

export interface ServiceOptions extends Program {
  /** Asked every 40 ms after a start until it says yes. */
  isReady?: () => Promise<boolean>
  readyWithinMs?: number
  /** Runs before each start, also after a crash. */
  prepare?: () => Promise<void>
  stopSignal?: NodeJS.Signals
  stopWithinMs?: number
  /** Starts again by itself after a crash, waiting longer each time. */
  keepAlive?: boolean
  registry?: Registry | undefined
}

export interface Service extends AsyncDisposable {
  readonly name: string
  readonly pid: number | undefined
  /** Resolves when the service answers. */
  start(): Promise<void>
  /** Asks politely, kills when the time is up. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** kill -9; it stays down until `start`. */
  kill(): Promise<void>
}

const LONGEST_PAUSE_MS = 10_000
/** A service that ran this long has recovered: the next crash starts counting anew. */
const STEADY_MS = 30_000
const LOG_BYTES = 5_000_000

/** Starts a program and resolves when it is ready; the handle stops, kills and starts it again. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { name, say = () => {} } = options
  let child: ChildProcess | undefined
  let wanted = true
  let crashes = 0
  let recovery: Promise<void> | undefined

  async function launch(): Promise<void> {
    await options.prepare?.()
    if (!wanted) return
    const started = Date.now()
    const running = run(options)
    const { pid } = running.process
    child = running.process
    if (pid) options.registry?.remember(name, pid)
    let ready = false
    void running.gone.then((how) => {
      if (pid) options.registry?.forget(pid)
      if (child === running.process) child = undefined
      if (ready && wanted) crashed(how, Date.now() - started)
    })
    await untilReady(running, options)
    ready = true
  }

  function crashed(how: string, ranMs: number): void {
    if (ranMs > STEADY_MS) crashes = 0
    say(`${name} ended (${how})${options.keepAlive ? ', starting it again' : ''}`)
    if (options.keepAlive) recovery = recover()
  }

  async function recover(): Promise<void> {
    while (wanted && !child) {
      await sleep(Math.min(250 * 2 ** crashes++, LONGEST_PAUSE_MS))
      if (!wanted) return
      try {
        await launch()
        say(`${name} is back`)
      } catch (error) {
        say(messageOf(error))
      }
    }
  }

  async function down(signal: NodeJS.Signals, withinMs: number): Promise<void> {
    wanted = false
    if (child) await end(child, signal, withinMs)
    await recovery
    if (child) await end(child, signal, withinMs)
  }

  const service: Service = {
    name,
    get pid() {
      return child?.pid
    },
    async start() {
      if (child) return
      wanted = true
      await launch()
    },
    stop: (signal = options.stopSignal ?? 'SIGTERM') => down(signal, options.stopWithinMs ?? 30_000),
    kill: () => down('SIGKILL', 0),
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
export async function runToEnd(program: Program): Promise<void> {
  const { gone, lastLines } = run(program)
  const how = await gone
  if (how !== 'code 0') throw new Error(`${program.name} failed (${how})\n${lastLines()}`)
}

function run({ name, command, args = [], cwd, env = {}, log, shows, say, signal }: Program) {
  if (log) openLog(log)
  const child = spawn(command, args, {
    ...(cwd && { cwd }),
    ...(signal && { signal }),
    env: environmentOf(env),
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: Ctrl-C in the terminal reaches the supervisor alone, which then stops things in order.
    detached: true,
  })
  const last: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      last.push(line)
      if (last.length > 20) last.shift()
      if (log) appendFileSync(log, `${line}\n`)
      const shown = shows?.(line)
      if (shown !== undefined) say?.(`${name}: ${shown}`)
    })
  }
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  let ended: string | undefined
  const gone = goneOf(child).then(({ code, signal }) => {
    ended = failure?.message ?? (signal ? `signal ${signal}` : `code ${code}`)
    return ended
  })
  return { process: child, gone, ended: () => ended, lastLines: () => last.join('\n') }
}

async function untilReady(running: ReturnType<typeof run>, options: ServiceOptions): Promise<void> {
  const { name, isReady = () => Promise.resolve(true), readyWithinMs = 30_000 } = options
  const deadline = Date.now() + readyWithinMs
  for (;;) {
    const ready = await isReady()
    if (running.ended() !== undefined) throw new Error(`${name} ended (${running.ended()})\n${running.lastLines()}`)
    if (ready) return
    if (Date.now() > deadline) {
      await end(running.process, 'SIGKILL', 0)
      throw new Error(`${name} was not ready within ${readyWithinMs / 1000} s\n${running.lastLines()}`)
    }
    await sleep(40)
  }
}

interface Gone {
  code: number | null
  signal: NodeJS.Signals | null
}

function goneOf(child: ChildProcess): Promise<Gone> {
  if (isGone(child)) return Promise.resolve({ code: child.exitCode, signal: child.signalCode })
  // A program that cannot be started at all says `close` and never `exit`.
  return new Promise((resolve) => child.once(child.pid ? 'exit' : 'close', (code, signal) => resolve({ code, signal })))
}

function isGone(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function end(child: ChildProcess, signal: NodeJS.Signals, withinMs: number): Promise<void> {
  const gone = goneOf(child)
  if (child.pid && signal !== 'SIGKILL') {
    child.kill(signal)
    const patience = new AbortController()
    await Promise.race([gone, sleep(withinMs, undefined, { signal: patience.signal }).catch(() => {})])
    patience.abort()
  }
  if (child.pid && !isGone(child)) killGroup(child.pid)
  await gone
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It went by itself in between.
  }
}

/** This process's environment without what npm adds to it. */
function environmentOf(own: Environment): NodeJS.ProcessEnv {
  const merged: NodeJS.ProcessEnv = { ...process.env, ...own }
  for (const [name, value] of Object.entries(merged)) {
    if (value === undefined || name.startsWith('npm_')) delete merged[name]
  }
  return merged
}

/** Makes the folder and puts a log that has grown too long aside. */
function openLog(file: string): void {
  mkdirSync(dirname(file), { recursive: true })
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > LOG_BYTES) renameSync(file, `${file}.1`)
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
