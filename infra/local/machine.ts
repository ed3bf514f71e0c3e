import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Something that a person has to do before we can go on: shown as it is, without a stack. */
export class NeedsHelp extends Error {
  override readonly name = 'NeedsHelp'
}

export const isRoot = process.getuid?.() === 0

const alsoLookIn = ['/usr/local/bin', '/opt/homebrew/bin', '/usr/bin', '/usr/sbin']

/** Where the first of these programs is, or undefined. */
export function findProgram(names: string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...alsoLookIn]
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return path.includes('/')
  } catch {
    return false
  }
}

interface Wanted {
  what: string
  names: string[]
  aptPackages: string[]
  brewPackage?: string
}

/** Finds a program, installing it by the system's own package manager where we may. @throws NeedsHelp where we may not. */
export function findOrInstall({ what, names, aptPackages, brewPackage }: Wanted, say: (text: string) => void): string {
  const found = findProgram(names)
  if (found) return found
  const apt = findProgram(['apt-get'])
  const brew = findProgram(['brew'])
  if (apt && isRoot) {
    say(`${what} is not here: installing it with apt-get`)
    aptInstall(apt, aptPackages)
  } else if (brew && brewPackage && !isRoot) {
    say(`${what} is not here: installing it with brew`)
    execFileSync(brew, ['install', brewPackage], { stdio: 'ignore' })
  }
  const installed = findProgram(names)
  if (installed) return installed
  throw new NeedsHelp(`${what} is missing. ${adviceFor(aptPackages, brewPackage)}, then start again.`)
}

function aptInstall(apt: string, packages: string[]): void {
  // RUNLEVEL keeps a freshly installed service from starting by itself and taking its usual port.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  spawnSync(apt, ['update', '-qq'], { env, stdio: 'ignore' })
  for (const name of packages) {
    const { status } = spawnSync(apt, ['install', '-y', '-qq', '--no-install-recommends', name], {
      env,
      stdio: 'ignore',
    })
    if (status === 0) return
  }
}

function adviceFor(aptPackages: string[], brewPackage: string | undefined): string {
  if (process.platform === 'darwin' && brewPackage) return `Install it: brew install ${brewPackage}`
  return `Install it: sudo apt-get install ${aptPackages[0]}`
}
