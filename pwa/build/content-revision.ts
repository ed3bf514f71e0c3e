import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the revision of a precached file: the start of its SHA-256, which the service worker can compute too (pwa/src/sw/shell.ts). */
export const contentRevision = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 32)

/**
 * Replaces Workbox's MD5 revisions: no browser computes MD5, so the worker could not check a page that it fetches again. The
 * web manifest keeps its MD5: the plugin adds it after these transforms.
 */
export const withContentRevisions =
  (folder: string) =>
  <Entry extends { url: string; revision?: string | null }>(entry: Entry): Entry => {
    const file = join(folder, entry.url)
    return entry.revision && existsSync(file) ? { ...entry, revision: contentRevision(readFileSync(file)) } : entry
  }
