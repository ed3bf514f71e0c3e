import { randomBytes, randomUUID } from 'node:crypto'
import { type Check, CheckFailure } from '@tsedra/service/checks'
import type { ImageStore } from '../images/image-store.ts'

/** Stores, reads and deletes one object among the published pictures, where the shop's account has these rights. */
export function checkStore(openStore: () => Promise<Pick<ImageStore, 'put' | 'get' | 'remove'>>): Check {
  return {
    name: 'picture store',
    fix: 'Run `docker compose up -d store prepare`: prepare creates the bucket and the account of S3_ACCESS_KEY. At another S3 service, compare S3_ENDPOINT, S3_BUCKET and the keys.',
    async run() {
      const store = await openStore()
      const [name, bytes] = [`doctor-${randomUUID()}.webp`, randomBytes(64)]
      await store.put(name, bytes)
      const stored = await readOnce(store, name)
      if (!stored?.equals(bytes)) {
        throw new CheckFailure('it does not return what was stored', 'Check the disk of the store, and its logs.')
      }
      return 'stores, reads and deletes'
    },
  }
}

/** Deletes the object also when it cannot be read. */
async function readOnce(store: Pick<ImageStore, 'get' | 'remove'>, name: string): Promise<Buffer | undefined> {
  try {
    return await store.get(name)
  } finally {
    await store.remove(name)
  }
}
