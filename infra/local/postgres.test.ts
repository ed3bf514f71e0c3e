import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runSql, startPostgres } from './postgres.ts'

async function openTestPostgres() {
  // Closed to other users, as a clone under /root is.
  const dir = await mkdtemp(join(tmpdir(), 'tsedra-postgres-'))
  const postgres = await startPostgres({ dir: join(dir, 'data') })
  return {
    dir,
    postgres,
    async [Symbol.asyncDispose]() {
      await postgres.stop('immediate')
      await rm(dir, { recursive: true, force: true })
    },
  }
}

test('rows survive kill -9 and a power cut, also with a pid file that names another process', async () => {
  await using stack = await openTestPostgres()
  const { postgres } = stack
  await runSql(postgres.url, 'CREATE TABLE kept (n int)')
  await runSql(postgres.url, 'INSERT INTO kept VALUES (1)')

  await postgres.kill()
  await postgres.start()
  await postgres.stop('immediate')
  await writeFile(join(stack.dir, 'data', 'postmaster.pid'), `${process.pid}\n`)
  await postgres.start()

  expect(await runSql(postgres.url, 'SELECT n FROM kept')).toEqual([{ n: 1 }])
})

test('texts compare by code point, the same on every machine', async () => {
  await using stack = await openTestPostgres()

  const [row] = await runSql(
    stack.postgres.url,
    `SELECT datlocprovider, datlocale, lower('ҐРЕЙПФРУТ') AS low FROM pg_database WHERE datname = current_database()`,
  )

  expect(row).toEqual({ datlocprovider: 'b', datlocale: 'C.UTF-8', low: 'ґрейпфрут' })
})
