import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))
/** Everything that a local run keeps; git does not see it. */
export const stateDir = join(root, '.local')

const ignoredFiles = /(?:^|\/)(?:node_modules|dist|e2e|test-results)\/|\.test\.tsx?$/

/** A hash over the names and contents of these files and of all files below these folders. */
export function hashFiles(paths: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(listFiles).sort()) hash.update(path).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

function listFiles(path: string): string[] {
  if (statSync(join(root, path)).isFile()) return [path]
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .filter((path) => !ignoredFiles.test(path))
}
