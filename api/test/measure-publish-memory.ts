import { readFileSync } from 'node:fs'
import { publishPicture } from '../src/images/publish-picture.ts'

/** Runs as its own process: publishes the file named by the first argument, and prints the outcome and its peak memory. */
const file = readFileSync(process.argv[2] ?? '')
const before = kibibytes('VmRSS')
const outcome = await publishPicture({ has: async () => false, put: async () => {} }, file).catch(
  (error: unknown) => (error as Error).message,
)
process.stdout.write(JSON.stringify({ outcome, peakMiB: (kibibytes('VmHWM') - before) / 1024 }))

function kibibytes(name: 'VmRSS' | 'VmHWM'): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
}
