import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { findProgram } from './find-program.ts'
import { getErrorMessage } from './process.ts'

/** Holds built programs, outside the repository, so that a new checkout does not build them again. */
export const buildCache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'tsedra')

const BUILD_TIMEOUT_MS = 1_200_000

export const findGo = (): string | undefined => findProgram(['go', '../go/bin/go'])

interface GoBuild {
  go: string
  /** `module@version`, as `go install` takes it. */
  module: string
  /** Name of the program that `go install` writes. */
  program: string
  /** Where the program is moved when it is complete. */
  target: string
  flags: readonly string[]
}

/** Builds one program with `go install`; returns the reason when that fails. */
export async function buildWithGo({ go, module, program, target, flags }: GoBuild): Promise<string | undefined> {
  const directory = join(buildCache, `building-${program}-${process.pid}`)
  mkdirSync(directory, { recursive: true })
  const child = spawn(go, ['install', ...flags, module], {
    env: { ...process.env, GOBIN: directory },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: BUILD_TIMEOUT_MS,
  })
  const stop = () => child.kill()
  process.once('exit', stop)
  try {
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
    if (code !== 0) return `Go could not build it: ${stderr.slice(-2_000)}`
    renameSync(join(directory, program), target)
    return undefined
  } catch (error) {
    return getErrorMessage(error)
  } finally {
    process.off('exit', stop)
    rmSync(directory, { recursive: true, force: true })
  }
}
