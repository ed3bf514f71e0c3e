import { spawn } from 'node:child_process'
import { cp, mkdir, readdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { root } from '../local/repository.ts'
import type { Mutant } from './mutant.ts'
import { plantMutant } from './mutate.ts'

export interface MutatedCopy extends AsyncDisposable {
  readonly directory: string
  /** Runs one of its scripts to the end; returns what it printed. */
  run(script: string, args: readonly string[]): Promise<string>
}

const copiedPaths = [
  'api',
  'worker',
  'infra',
  'pwa',
  'docker-compose.yml',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vitest.config.ts',
]

/** Copies the repository, links its packages and plants the bug, if one is given. @throws when the bug fits no marker */
export async function createMutatedCopy(name: string, mutant?: Mutant): Promise<MutatedCopy> {
  const copy = join(root, '.local', 'mutants', name)
  const removeCopy = () => rm(copy, { recursive: true, force: true })
  await removeCopy()
  await mkdir(copy, { recursive: true })
  const isSource = (path: string) => !/\/(?:node_modules|dist)$/.test(path)
  for (const path of copiedPaths) await cp(join(root, path), join(copy, path), { recursive: true, filter: isSource })
  await linkPackages(join(root, 'node_modules'), join(copy, 'node_modules'))
  if (mutant) await plantMutant(copy, mutant)
  return {
    directory: copy,
    run(script, args) {
      const child = spawn(process.execPath, [script, ...args], { cwd: copy, stdio: ['ignore', 'pipe', 'inherit'] })
      return text(child.stdout)
    },
    [Symbol.asyncDispose]: removeCopy,
  }
}

/**
 * External packages are linked from the repository, its own packages from the copy, so that a mutation in one takes
 * effect. Vite's and Vitest's caches contain absolute paths, and start empty in each copy.
 */
const copiedPackages = new Set(['@tsedra', '.vite', '.vitest-cache'])

export async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to)
  for (const name of await readdir(from)) {
    if (!copiedPackages.has(name)) await symlink(join(from, name), join(to, name))
  }
  await cp(join(from, '@tsedra'), join(to, '@tsedra'), { recursive: true, verbatimSymlinks: true })
}
