import { spawn } from 'node:child_process'
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { root } from '../local/repository.ts'
import type { Mutant } from './outbox-mutants.ts'

export interface PlantedCopy extends AsyncDisposable {
  /** Runs one of its scripts to the end; answers what it printed. */
  run(script: string, args: readonly string[]): Promise<string>
}

const parts = ['api', 'worker', 'infra', 'pwa', 'package.json', 'package-lock.json', 'tsconfig.json']

/** The whole repository once more, with the bug in it and the same packages. @throws when the bug no longer fits. */
export async function plantedCopy(name: string, { bug, changes }: Mutant): Promise<PlantedCopy> {
  const copy = join(root, '.local', 'mutants', name)
  const leave = () => rm(copy, { recursive: true, force: true })
  await leave()
  await mkdir(copy, { recursive: true })
  const isSource = (path: string) => !/\/(?:node_modules|dist)$/.test(path)
  for (const part of parts) await cp(join(root, part), join(copy, part), { recursive: true, filter: isSource })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const { file, find, put } of changes) {
    const text = await readFile(join(copy, file), 'utf8')
    if (text.split(find).length !== 2) throw new Error(`"${bug}" does not fit ${file} any more: ${find}`)
    await writeFile(
      join(copy, file),
      text.replace(find, () => put),
    )
  }
  return {
    run(script, args) {
      const child = spawn(process.execPath, [script, ...args], { cwd: copy, stdio: ['ignore', 'pipe', 'inherit'] })
      return text(child.stdout)
    },
    [Symbol.asyncDispose]: leave,
  }
}
