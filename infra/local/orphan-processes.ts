import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

interface RegisteredProcess {
  name: string
  pid: number
  /** Start time of the process by the operating system: process ids are reused. */
  born: string
}

export interface ProcessRegistry {
  register(name: string, pid: number): void
  unregister(pid: number): void
}

/** Writes down which processes run, so that the next start can end those that a killed supervisor left behind. */
export function openProcessRegistry(file: string): ProcessRegistry {
  const running = new Map<number, RegisteredProcess>()
  function save() {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify([...running.values()]))
  }
  return {
    register(name, pid) {
      const born = getStartTime(pid)
      if (born === undefined) return
      running.set(pid, { name, pid, born })
      save()
    },
    unregister(pid) {
      if (running.delete(pid)) save()
    },
  }
}

/** The processes in `file` that still live. */
export function findOrphanProcesses(file: string): RegisteredProcess[] {
  try {
    const registered = JSON.parse(readFileSync(file, 'utf8')) as RegisteredProcess[]
    return registered.filter(({ pid, born }) => getStartTime(pid) === born)
  } catch {
    return []
  }
}

/** Ends the orphan processes of a killed supervisor and returns their names; dependencies end last. */
export async function endOrphanProcesses(file: string): Promise<string[]> {
  const orphans = findOrphanProcesses(file)
  const isDependency = ({ name }: RegisteredProcess) => name === 'postgres' || name === 'redis'
  await Promise.all(orphans.filter((orphan) => !isDependency(orphan)).map(endProcess))
  await Promise.all(orphans.filter(isDependency).map(endProcess))
  rmSync(file, { force: true })
  return orphans.map(({ name }) => name)
}

/** SIGINT is the fast shutdown of Postgres; the other programs shut down on SIGTERM. */
async function endProcess({ name, pid, born }: RegisteredProcess): Promise<void> {
  for (const [signal, timeoutMs] of [
    [name === 'postgres' ? 'SIGINT' : 'SIGTERM', 8_000],
    ['SIGKILL', 2_000],
  ] as const) {
    if (getStartTime(pid) !== born) return
    process.kill(pid, signal)
    for (let waitedMs = 0; waitedMs < timeoutMs && getStartTime(pid) === born; waitedMs += 50) await sleep(50)
  }
}

/** When the process began, in the system's own words; undefined when there is no such process. */
export function getStartTime(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      // The first thread of a dying process is already a zombie while the others still hold its files and ports.
      const isZombie = fields[0] === 'Z' && Number(fields[17]) <= 1
      return isZombie ? undefined : fields[19]
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
  } catch {
    return undefined
  }
}
