import { join } from 'node:path'
import { filterLogLine } from './log-filter.ts'
import { nodeFlags, processEnvironment } from './process-flags.ts'
import { runToCompletion, type Service, startService } from './process.ts'
import { root } from './repository.ts'
import type { ShopSettings } from './shop-environment.ts'
import type { Environment, ShopOptions } from './shop-options.ts'

const READY_TIMEOUT_MS = 60_000

interface Program {
  script: string
  readyUrl: string
  env: Environment
  watch?: boolean
  flags?: readonly string[]
}

export type StartProgram = (name: string, program: Program) => Promise<Service>

export const getLogFile = (dir: string, name: string): string => join(dir, 'logs', `${name}.log`)

/** Returns the options that all services of a shop share. */
export const getServiceDefaults = ({ keepAlive = false, print = () => {}, registry }: ShopOptions) => ({
  keepAlive,
  print,
  registry,
})

/** Returns a function that starts a Node program of the shop and resolves when its readiness check passes. */
export function createProgramStarter(options: ShopOptions, { mode, env }: ShopSettings): StartProgram {
  return (name, { script, readyUrl, env: programEnv, watch = false, flags = nodeFlags }) =>
    startService({
      ...getServiceDefaults(options),
      name,
      command: process.execPath,
      args: [...flags, ...(watch ? ['--watch', '--watch-preserve-output'] : []), script],
      cwd: root,
      env: { ...env, ...processEnvironment, NODE_ENV: mode, ...programEnv },
      log: getLogFile(options.dir, name),
      isReady: createReadinessCheck(readyUrl),
      readyTimeoutMs: READY_TIMEOUT_MS,
      filterLine: filterLogLine,
    })
}

const createReadinessCheck = (url: string) => () =>
  fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
    (res) => res.ok,
    () => false,
  )

/** Creates the bucket or folder of the pictures, and the demo catalogue of an empty shop. */
export function prepareShop(options: ShopOptions, env: Environment): Promise<void> {
  return runToCompletion({
    name: 'demo catalogue',
    command: process.execPath,
    args: ['api/src/prepare.ts'],
    cwd: root,
    env: { ...options.env, ...env },
    log: getLogFile(options.dir, 'prepare'),
    signal: options.signal,
  })
}

/** Awaits all promises even when one rejects, so that all services can be stopped afterwards. */
export async function awaitAll<T extends readonly unknown[]>(...work: T): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  for (const outcome of await Promise.allSettled(work)) if (outcome.status === 'rejected') throw outcome.reason
  return (await Promise.all(work)) as { [K in keyof T]: Awaited<T[K]> }
}
