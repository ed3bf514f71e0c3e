import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Something that a person has to do before we can go on: shown as it is, without a stack. */
export class SetupError extends Error {
  override readonly name = 'NeedsHelp'
}

export const isRoot = process.getuid?.() === 0

const fallbackFolders = ['/usr/local/bin', '/opt/homebrew/bin', '/usr/bin', '/usr/sbin']

/** Where the first of these programs is, or undefined. */
export function findProgram(names: string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...fallbackFolders]
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

interface InstallOptions {
  label: string
  names: string[]
  aptPackages: string[]
  brewPackage?: string
}

/** Finds a program, installing it by the system's own package manager where we may. @throws NeedsHelp where we may not. */
export function findOrInstall(
  { label, names, aptPackages, brewPackage }: InstallOptions,
  print: (text: string) => void,
): string {
  const existing = findProgram(names)
  if (existing) return existing
  const apt = findProgram(['apt-get'])
  const brew = findProgram(['brew'])
  if (apt && isRoot) {
    print(`${label} is not here: installing it with apt-get`)
    aptInstall(apt, aptPackages)
  } else if (brew && brewPackage && !isRoot) {
    print(`${label} is not here: installing it with brew`)
    execFileSync(brew, ['install', brewPackage], { stdio: 'ignore' })
  }
  const installed = findProgram(names)
  if (installed) return installed
  throw new SetupError(`${label} is missing. ${installHint(aptPackages, brewPackage)}, then start again.`)
}

function aptInstall(apt: string, packages: string[]): void {
  // RUNLEVEL keeps a freshly installed service from starting by itself and taking its usual port.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  spawnSync(apt, ['update', '-qq'], { env, stdio: 'ignore' })
  for (const name of packages) {
    const { status } = spawnSync(
      apt,
      ['install', '-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300', name],
      {
        env,
        stdio: 'ignore',
      },
    )
    if (status === 0) return
  }
}

function installHint(aptPackages: string[], brewPackage: string | undefined): string {
  if (process.platform === 'darwin' && brewPackage) return `Install it: brew install ${brewPackage}`
  return `Install it: sudo apt-get install ${aptPackages[0]}`
}
