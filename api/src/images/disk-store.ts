import { createHmac, timingSafeEqual } from 'node:crypto'
import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MAX_PICTURE_BYTES } from '@tsedra/contract/uploads'
import { type ImageStore, UPLOAD_TTL_S } from './image-store.ts'

export interface DiskStore extends ImageStore {
  /** Returns whether `incoming.uploadPath` signed this URL and it has not expired. */
  isValidUpload(id: string, query: { expires?: unknown; signature?: unknown }): boolean
  /** Stores an uploaded file. */
  storeUpload(id: string, bytes: Buffer): Promise<void>
}

/**
 * Stores pictures as files: published ones in a directory that the edge serves under /media/, incoming ones in a second
 * directory that is not served.
 */
export function createDiskStore({ directory, secret }: { directory: string; secret: string }): DiskStore {
  const incomingDirectory = `${directory}.incoming`
  const sign = (id: string, expires: number) =>
    createHmac('sha256', secret).update(`incoming ${id} ${expires}`).digest()

  return {
    has: (name) => exists(join(directory, name)),
    put: (name, bytes) => writeAtomically(directory, name, bytes),
    get: (name) => readIfExists(join(directory, name)),
    remove: (name) => rm(join(directory, name), { force: true }),
    names: async () => (await listDirectory(directory)).filter((name) => !name.startsWith('.')),
    incoming: {
      async uploadPath(id) {
        const expires = Math.floor(Date.now() / 1_000) + UPLOAD_TTL_S
        return `/incoming/${id}?expires=${expires}&signature=${sign(id, expires).toString('hex')}`
      },
      async read(id) {
        const path = join(incomingDirectory, id)
        if (!(await exists(path))) return 'missing'
        return (await stat(path)).size > MAX_PICTURE_BYTES ? 'too_large' : readFile(path)
      },
      remove: (id) => rm(join(incomingDirectory, id), { force: true }),
      async listOlderThan(moment) {
        const ids = await listDirectory(incomingDirectory)
        const times = await Promise.all(ids.map(async (id) => (await stat(join(incomingDirectory, id))).mtime))
        return ids.filter((_, index) => (times[index] ?? moment) < moment)
      },
    },
    isValidUpload(id, { expires, signature }) {
      const until = Number(expires)
      const actual = Buffer.from(typeof signature === 'string' ? signature : '', 'hex')
      const expected = sign(id, until)
      // mutation test: disk-url-expires, disk-url-signed
      return actual.length === expected.length && timingSafeEqual(actual, expected) && until * 1_000 > Date.now()
    },
    storeUpload: (id, bytes) => writeAtomically(incomingDirectory, id, bytes),
  }
}

/** Writes to a temporary file and renames it, so that readers never get a partial file. */
async function writeAtomically(directory: string, name: string, bytes: Buffer): Promise<void> {
  await mkdir(directory, { recursive: true })
  const unfinished = join(directory, `.${name}.${process.pid}`)
  await writeFile(unfinished, bytes)
  await rename(unfinished, join(directory, name))
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

async function readIfExists(path: string): Promise<Buffer | undefined> {
  return (await exists(path)) ? readFile(path) : undefined
}

async function listDirectory(directory: string): Promise<string[]> {
  return (await exists(directory)) ? readdir(directory) : []
}
