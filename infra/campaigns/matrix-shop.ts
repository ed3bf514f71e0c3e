import { readFile } from 'node:fs/promises'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Db } from '@tsedra/database/connection'
import { openWire, type Wire } from '../fakes/wire.ts'
import { findOrBuildObjectStore, type ObjectStore, startObjectStore } from '../local/object-store.ts'
import { type Postgres, startPostgres } from '../local/postgres.ts'
import { root } from '../local/repository.ts'
import { type Shop, startShop } from '../local/shop.ts'

/** Everything the shop leans on, each to be taken away: real servers, and stand-ins for Telegram, mail and third parties. */
export interface MatrixShop extends AsyncDisposable {
  shop: Shop
  postgres: Postgres
  /** Between the shop's processes and Postgres. */
  wire: Wire
  /** Undefined on a machine that has no S3 server and cannot build one. */
  store: ObjectStore | undefined
  /** Past the wire. */
  db: Db
  /** What the processes wrote. */
  log(name: 'api' | 'worker'): Promise<string>
}

export async function openMatrixShop(say: (text: string) => void): Promise<MatrixShop> {
  await using parts = new AsyncDisposableStack()
  const dir = await mkdtemp(join(tmpdir(), 'tsedra-matrix-'))
  parts.defer(() => rm(dir, { recursive: true, force: true }))
  const program = await findOrBuildObjectStore(say)
  const store = program ? parts.use(await startObjectStore(program, join(dir, 'store'))) : undefined
  const postgres = await startPostgres({ dir: join(dir, 'postgres') })
  parts.defer(() => postgres.stop('immediate'))
  const wire = parts.use(await openWire(postgres.url))
  const shop = parts.use(
    await startShop({
      dir,
      env: {
        NODE_ENV: 'test',
        DATABASE_URL: wire.url,
        PAGE_DIR: join(root, 'api', 'test', 'page'),
        // What a hash costs is measured elsewhere.
        PASSWORD_MEMORY_KIB: '64',
        PASSWORD_PASSES: '1',
        ...(store && {
          S3_ENDPOINT: store.endpoint,
          S3_ACCESS_KEY: store.accessKey,
          S3_SECRET_KEY: store.secretKey,
        }),
      },
    }),
  )
  const db = connect({ url: postgres.url, max: 2 })
  parts.defer(() => db.destroy())
  const owned = parts.move()
  return {
    shop,
    postgres,
    wire,
    store,
    db,
    log: (name) => readFile(join(dir, 'logs', `${name}.log`), 'utf8'),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
