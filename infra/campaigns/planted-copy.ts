import { spawn } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { root } from '../local/repository.ts'
import type { Mutant } from './outbox-mutants.ts'

export interface PlantedCopy extends AsyncDisposable {
  readonly directory: string
  /** Runs one of its scripts to the end; answers what it printed. */
  run(script: string, args: readonly string[]): Promise<string>
}

const parts = [
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

/** The whole repository once more, with the bug in it and the same packages. @throws when the bug no longer fits. */
export async function plantedCopy(name: string, { bug, changes }: Mutant): Promise<PlantedCopy> {
  const copy = join(root, '.local', 'mutants', name)
  const leave = () => rm(copy, { recursive: true, force: true })
  await leave()
  await mkdir(copy, { recursive: true })
  const isSource = (path: string) => !/\/(?:node_modules|dist)$/.test(path)
  for (const part of parts) await cp(join(root, part), join(copy, part), { recursive: true, filter: isSource })
  await linkPackages(join(root, 'node_modules'), join(copy, 'node_modules'))
  await plant(copy, { bug, changes })
  return {
    directory: copy,
    run(script, args) {
      const child = spawn(process.execPath, [script, ...args], { cwd: copy, stdio: ['ignore', 'pipe', 'inherit'] })
      return text(child.stdout)
    },
    [Symbol.asyncDispose]: leave,
  }
}

/**
 * Packages from elsewhere are the repository's, its own are the copy's: a bug in one of them must be met. What Vite
 * and Vitest keep names files by where they were found once, and begins anew with each copy.
 */
const ownOfACopy = new Set(['@tsedra', '.vite', '.vitest-cache'])

export async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to)
  for (const name of await readdir(from)) {
    if (!ownOfACopy.has(name)) await symlink(join(from, name), join(to, name))
  }
  await cp(join(from, '@tsedra'), join(to, '@tsedra'), { recursive: true, verbatimSymlinks: true })
}

/** Puts the bug into a copy; answers how to take it out again. @throws when it no longer fits */
export async function plant(copy: string, { bug, changes }: Mutant): Promise<() => Promise<void>> {
  const before = new Map<string, string>()
  for (const { file, find, put } of changes) {
    const path = join(copy, file)
    const text = await readFile(path, 'utf8')
    if (text.split(find).length !== 2) throw new Error(`"${bug}" does not fit ${file} any more: ${find}`)
    if (!before.has(path)) before.set(path, text)
    await writeFile(
      path,
      text.replace(find, () => put),
    )
  }
  return async () => {
    for (const [path, text] of before) await writeFile(path, text)
  }
}
