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
  /** Private resident bytes: heap, stacks, buffers. */
  ownBytes: number
  /** Resident bytes that belong to a file, above all Node itself: processes of one program hold them together. */
  fileBytes: number
}

process.on('message', (message) => {
  if (message === 'usage-after-gc') collectGarbage()
  else if (message !== 'usage') return
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuUs: user + system, ...readResidentBytes() } satisfies Usage)
})
// The channel must not keep a process alive that is done.
process.channel?.unref()

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as (options: object) => void
  // `last-resort` also gives empty pages back to the system.
  for (let round = 0; round < 2; round += 1) gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

function readResidentBytes(): Pick<Usage, 'ownBytes' | 'fileBytes'> {
  const rss = process.memoryUsage.rss()
  if (process.platform !== 'linux') return { ownBytes: rss, fileBytes: 0 }
  const ownBytes = Number(/^RssAnon:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
  return { ownBytes, fileBytes: rss - ownBytes }
}
