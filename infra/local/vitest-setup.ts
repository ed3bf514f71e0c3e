import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@tsedra/database/migrate'
import type { TestProject } from 'vitest/node'
import { findObjectStore } from './object-store.ts'
import { startPostgres } from './postgres.ts'
import { startRedis } from './redis.ts'

declare module 'vitest' {
  // What api/test/database.ts reads.
  interface ProvidedContext {
    postgresUrl: string
    template: string
    redisUrl: string
    objectStore: string | undefined
  }
}

/** One Postgres with a migrated template database and one Redis for the whole run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), 'tsedra-test-'))
  const postgres = await startPostgres({ dir: join(dir, 'postgres'), database: 'shop_template', careless: true })
  const redis = await startRedis({ dir: join(dir, 'redis') })
  await migrate(postgres.url)
  project.provide('postgresUrl', postgres.adminUrl)
  project.provide('template', 'shop_template')
  project.provide('redisUrl', redis.url)
  project.provide('objectStore', findObjectStore())

  return async () => {
    await redis.stop()
    await postgres.stop('immediate')
    await rm(dir, { recursive: true, force: true })
  }
}
