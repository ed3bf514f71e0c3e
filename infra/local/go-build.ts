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

const BUILD_TIMEOUT_MS = 2_400_000

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
  return buildInScratch(program, async (directory) => {
    await runGo(go, ['install', ...flags, module], { env: { GOBIN: directory } })
    renameSync(join(directory, program), target)
  })
}

/** Gives `build` an empty directory in the cache; returns the reason when it throws. */
export async function buildInScratch(
  name: string,
  build: (directory: string) => Promise<void>,
): Promise<string | undefined> {
  const directory = join(buildCache, `building-${name}-${process.pid}`)
  mkdirSync(directory, { recursive: true })
  try {
    await build(directory)
    return undefined
  } catch (error) {
    return getErrorMessage(error)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Runs the `go` command and returns what it prints. @throws Error with the end of its messages when it fails. */
export async function runGo(
  go: string,
  args: readonly string[],
  { env, cwd }: { env?: Record<string, string>; cwd?: string } = {},
): Promise<string> {
  const child = spawn(go, args, {
    ...(cwd && { cwd }),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: BUILD_TIMEOUT_MS,
  })
  const stop = () => child.kill()
  process.once('exit', stop)
  try {
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    if (code !== 0) throw new Error(`go ${args[0]} failed (${code ?? 'timeout'}): ${stderr.slice(-2_000)}`)
    return stdout
  } finally {
    process.off('exit', stop)
  }
}
