import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Preloaded into a measured process: answers `usage` over IPC with processor time and resident memory, and `settled` with the
 * same after garbage was collected. When garbage is collected depends on how busy the machine is; what is in use does not.
 */
export interface Usage {
  /** Microseconds of processor time, user and system, since the process began. */
  cpuUs: number
  /** Resident bytes that nobody else can have: heap, stacks, buffers. */
  own: number
  /** Resident bytes that belong to a file, above all Node itself: processes of one program hold them together. */
  ofFiles: number
}

process.on('message', (message) => {
  if (message === 'settled') collectGarbage()
  else if (message !== 'usage') return
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuUs: user + system, ...resident() } satisfies Usage)
})
// The channel must not keep a process alive that is done.
process.channel?.unref()

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: object) => void
  // `last-resort` also gives empty pages back to the system.
  for (let times = 0; times < 2; times += 1) collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

function resident(): Pick<Usage, 'own' | 'ofFiles'> {
  const rss = process.memoryUsage.rss()
  if (process.platform !== 'linux') return { own: rss, ofFiles: 0 }
  const own = Number(/^RssAnon:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
  return { own, ofFiles: rss - own }
}
