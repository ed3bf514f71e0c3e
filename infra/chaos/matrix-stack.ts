import { readFile } from 'node:fs/promises'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Db } from '@tsedra/database/connection'
import { openTcpProxy, type TcpProxy } from '../fakes/tcp-proxy.ts'
import { findOrBuildObjectStore, type ObjectStore, startObjectStore } from '../local/object-store.ts'
import { type Postgres, startPostgres } from '../local/postgres.ts'
import { root } from '../local/repository.ts'
import { type Shop, startShop } from '../local/shop.ts'

/** Everything the shop depends on, each with a way to stop it: real servers, and fakes of Telegram, mail, Google and Apple. */
export interface MatrixStack extends AsyncDisposable {
  shop: Shop
  postgres: Postgres
  /** Between the shop's processes and Postgres. */
  databaseProxy: TcpProxy
  /** Undefined on a machine that has no S3 server and cannot build one. */
  objectStore: ObjectStore | undefined
  /** Past the wire. */
  db: Db
  /** What the processes wrote. */
  readLog(name: 'api' | 'worker'): Promise<string>
}

export async function openMatrixStack(print: (text: string) => void): Promise<MatrixStack> {
  await using disposables = new AsyncDisposableStack()
  const dir = await mkdtemp(join(tmpdir(), 'tsedra-matrix-'))
  disposables.defer(() => rm(dir, { recursive: true, force: true }))
  const program = await findOrBuildObjectStore(print)
  const objectStore = program ? disposables.use(await startObjectStore(program, join(dir, 'store'))) : undefined
  const postgres = await startPostgres({ dir: join(dir, 'postgres') })
  disposables.defer(() => postgres.stop('immediate'))
  const databaseProxy = disposables.use(await openTcpProxy(postgres.url))
  const shop = disposables.use(
    await startShop({
      dir,
      env: {
        NODE_ENV: 'test',
        DATABASE_URL: databaseProxy.url,
        PAGE_DIR: join(root, 'api', 'test', 'page'),
        // What a hash costs is measured elsewhere.
        PASSWORD_MEMORY_KIB: '64',
        PASSWORD_PASSES: '1',
        ...(objectStore && {
          S3_ENDPOINT: objectStore.endpoint,
          S3_ACCESS_KEY: objectStore.accessKey,
          S3_SECRET_KEY: objectStore.secretKey,
        }),
      },
    }),
  )
  const db = connect({ url: postgres.url, max: 2 })
  disposables.defer(() => db.destroy())
  const resources = disposables.move()
  return {
    shop,
    postgres,
    databaseProxy,
    objectStore,
    db,
    readLog: (name) => readFile(join(dir, 'logs', `${name}.log`), 'utf8'),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
