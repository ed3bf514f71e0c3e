import { access, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageStore } from './image-store.ts'

/** Pictures as files in one directory, which the edge serves under /media/. */
export function diskStore(directory: string): ImageStore {
  return {
    async has(name) {
      return access(join(directory, name)).then(
        () => true,
        () => false,
      )
    },
    async put(name, bytes) {
      await mkdir(directory, { recursive: true })
      // A reader never sees half a picture: rename is atomic.
      const unfinished = join(directory, `.${name}.${process.pid}`)
      await writeFile(unfinished, bytes)
      await rename(unfinished, join(directory, name))
    },
  }
}
