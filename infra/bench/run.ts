import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Every benchmark, one after the other, each in a process of its own: none pays for what another left behind. */
for (const part of ['server.ts', 'attack.ts', 'admin.ts', 'edge.ts', 'offline.ts', 'first-visit-bytes.ts']) {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, part)], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
