import { join } from 'node:path'
import { state } from './repository.ts'

/** How API and worker run small (infra/decisions/0016-process-footprint.md). */
export const leanFlags = ['--max-semi-space-size=2'] as const
/** The worker waits most of its time; what it computes may take longer. */
export const workerFlags = [...leanFlags, '--optimize-for-size'] as const

export const leanEnvironment = {
  MALLOC_ARENA_MAX: '2',
  NODE_COMPILE_CACHE: join(state, 'compile-cache'),
} as const
