import { join } from 'node:path'
import { stateDir } from './repository.ts'

/** How API and worker run small (infra/decisions/0016-process-footprint.md). */
export const nodeFlags = ['--max-semi-space-size=2'] as const
/** The worker waits most of its time; what it computes may take longer. */
export const workerFlags = [...nodeFlags, '--optimize-for-size'] as const

export const processEnvironment = {
  MALLOC_ARENA_MAX: '2',
  NODE_COMPILE_CACHE: join(stateDir, 'compile-cache'),
} as const
