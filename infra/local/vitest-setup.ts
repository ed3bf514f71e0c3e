import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@tsedra/database/migrate'
import type { TestProject } from 'vitest/node'
import { findObjectStore, startObjectStore } from './object-store.ts'
import { startPostgres } from './postgres.ts'
import { startRedis } from './redis.ts'

declare module 'vitest' {
  // What api/test/database.ts reads.
  interface ProvidedContext {
    postgresUrl: string
    template: string
    redisUrl: string
    objectStore: { endpoint: string; accessKey: string; secretKey: string } | undefined
  }
}

/** One Postgres with a migrated template database, one Redis and, where the machine has it, one S3 server for the whole run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), 'tsedra-test-'))
  const program = findObjectStore()
  const [postgres, redis, objectStore] = await Promise.all([
    startPostgres({ dir: join(dir, 'postgres'), database: 'shop_template', withoutFsync: true }),
    startRedis({ dir: join(dir, 'redis') }),
    program && startObjectStore(program, join(dir, 'store')),
  ])
  await migrate(postgres.url)
  project.provide('postgresUrl', postgres.adminUrl)
  project.provide('template', 'shop_template')
  project.provide('redisUrl', redis.url)
  project.provide(
    'objectStore',
    objectStore
      ? { endpoint: objectStore.endpoint, accessKey: objectStore.accessKey, secretKey: objectStore.secretKey }
      : undefined,
  )

  return async () => {
    if (objectStore) await objectStore.stop('SIGKILL')
    await redis.stop()
    await postgres.stop('immediate')
    await rm(dir, { recursive: true, force: true })
  }
}
