import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))
/** Everything that a local run keeps; git does not see it. */
export const state = join(root, '.local')

/** A hash over the names and contents of all files below these folders. */
export function hashOf(folders: readonly string[]): string {
  const hash = createHash('sha256')
  for (const folder of folders) {
    const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !/\/(?:node_modules|dist|e2e)\/|\.test\.tsx?$/.test(path))
    for (const path of files.sort()) hash.update(path.slice(root.length)).update(readFileSync(path))
  }
  return hash.digest('hex')
}
