import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Both benchmarks one after the other, each in a process of its own: neither pays for what the other left behind. */
for (const part of ['server.ts', 'offline.ts']) {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, part)], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
