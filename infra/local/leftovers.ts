import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

interface Remembered {
  name: string
  pid: number
  /** When the system says that the process began: a process id alone is used again by somebody else. */
  born: string
}

export interface Registry {
  remember(name: string, pid: number): void
  forget(pid: number): void
}

/** Writes down which processes run, so that the next start can end those that a killed supervisor left behind. */
export function openRegistry(file: string): Registry {
  const running = new Map<number, Remembered>()
  function save() {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify([...running.values()]))
  }
  return {
    remember(name, pid) {
      const born = birthOf(pid)
      if (born === undefined) return
      running.set(pid, { name, pid, born })
      save()
    },
    forget(pid) {
      if (running.delete(pid)) save()
    },
  }
}

/** The processes in `file` that still live. */
export function leftovers(file: string): Remembered[] {
  try {
    const written = JSON.parse(readFileSync(file, 'utf8')) as Remembered[]
    return written.filter(({ pid, born }) => birthOf(pid) === born)
  } catch {
    return []
  }
}

/** Ends what a killed supervisor left running and says the names; what others lean on goes last. */
export async function endLeftovers(file: string): Promise<string[]> {
  const found = leftovers(file)
  const leanedOn = ({ name }: Remembered) => name === 'postgres' || name === 'redis'
  await Promise.all(found.filter((one) => !leanedOn(one)).map(end))
  await Promise.all(found.filter(leanedOn).map(end))
  rmSync(file, { force: true })
  return found.map(({ name }) => name)
}

/** SIGINT is the fast stop of Postgres; everybody else of ours takes SIGTERM as a polite request. */
async function end({ name, pid, born }: Remembered): Promise<void> {
  for (const [signal, withinMs] of [
    [name === 'postgres' ? 'SIGINT' : 'SIGTERM', 8_000],
    ['SIGKILL', 2_000],
  ] as const) {
    if (birthOf(pid) !== born) return
    process.kill(pid, signal)
    for (let waited = 0; waited < withinMs && birthOf(pid) === born; waited += 50) await sleep(50)
  }
}

/** When the process began, in the system's own words; undefined when there is no such process. */
export function birthOf(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      // The first thread of a dying process is already a zombie while the others still hold its files and ports.
      const gone = fields[0] === 'Z' && Number(fields[17]) <= 1
      return gone ? undefined : fields[19]
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
  } catch {
    return undefined
  }
}
