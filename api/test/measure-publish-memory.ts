import { readFileSync } from 'node:fs'
import { publishPicture } from '../src/images/publish-picture.ts'

/** Run as a process of its own: publishes the file named first, and prints what became of it and how much memory it took. */
const file = readFileSync(process.argv[2] ?? '')
const before = kibibytes('VmRSS')
const outcome = await publishPicture({ has: async () => false, put: async () => {} }, file).catch(
  (error: unknown) => (error as Error).message,
)
process.stdout.write(JSON.stringify({ outcome, peakMiB: (kibibytes('VmHWM') - before) / 1024 }))

function kibibytes(name: 'VmRSS' | 'VmHWM'): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
}
