import { createHmac, timingSafeEqual } from 'node:crypto'
import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MAX_PICTURE_BYTES } from '@tsedra/contract/uploads'
import { type ImageStore, UPLOAD_S } from './image-store.ts'

export interface DiskStore extends ImageStore {
  /** Whether this address was given out by `incoming.address` and is not over yet. */
  admits(id: string, query: { expires?: unknown; signature?: unknown }): boolean
  /** Takes what was sent to it. */
  take(id: string, bytes: Buffer): Promise<void>
}

/**
 * Pictures as files: published ones in a directory that the edge serves under /media/, incoming ones in another beside
 * it that nobody serves.
 */
export function diskStore({ directory, secret }: { directory: string; secret: string }): DiskStore {
  const arrived = `${directory}.incoming`
  const signatureOf = (id: string, expires: number) =>
    createHmac('sha256', secret).update(`incoming ${id} ${expires}`).digest()

  return {
    has: (name) => exists(join(directory, name)),
    put: (name, bytes) => write(directory, name, bytes),
    get: (name) => readIfThere(join(directory, name)),
    remove: (name) => rm(join(directory, name), { force: true }),
    names: async () => (await list(directory)).filter((name) => !name.startsWith('.')),
    incoming: {
      async address(id) {
        const expires = Math.floor(Date.now() / 1_000) + UPLOAD_S
        return `/incoming/${id}?expires=${expires}&signature=${signatureOf(id, expires).toString('hex')}`
      },
      async read(id) {
        const path = join(arrived, id)
        if (!(await exists(path))) return 'missing'
        return (await stat(path)).size > MAX_PICTURE_BYTES ? 'too_large' : readFile(path)
      },
      remove: (id) => rm(join(arrived, id), { force: true }),
      async before(moment) {
        const ids = await list(arrived)
        const times = await Promise.all(ids.map(async (id) => (await stat(join(arrived, id))).mtime))
        return ids.filter((_, place) => (times[place] ?? moment) < moment)
      },
    },
    admits(id, { expires, signature }) {
      const until = Number(expires)
      const given = Buffer.from(typeof signature === 'string' ? signature : '', 'hex')
      const right = signatureOf(id, until)
      // mutation test: disk-url-expires, disk-url-signed
      return given.length === right.length && timingSafeEqual(given, right) && until * 1_000 > Date.now()
    },
    take: (id, bytes) => write(arrived, id, bytes),
  }
}

/** A reader never sees half a file: rename is atomic. */
async function write(directory: string, name: string, bytes: Buffer): Promise<void> {
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

async function readIfThere(path: string): Promise<Buffer | undefined> {
  return (await exists(path)) ? readFile(path) : undefined
}

async function list(directory: string): Promise<string[]> {
  return (await exists(directory)) ? readdir(directory) : []
}
