import { join } from 'node:path'
import { state } from './repository.ts'

/** How API and worker run small (infra/decisions/0016-lean-processes.md); infra/docker/app.Dockerfile says the same. */
export const leanFlags = ['--max-semi-space-size=1', '--optimize-for-size'] as const

export const leanEnvironment = {
  MALLOC_ARENA_MAX: '2',
  NODE_COMPILE_CACHE: join(state, 'compile-cache'),
} as const
