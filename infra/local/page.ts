import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runToCompletion } from './process.ts'
import { hashFiles, root } from './repository.ts'

export const builtPage = join(root, 'pwa', 'dist')

/** What the page is made of. */
const sources = ['pwa', 'api/contract', 'infra/edge/headers.ts', 'package-lock.json']
/** A file in the built page; a build by other means deletes it. */
const hashFile = join(builtPage, '.sources')

/** Builds the page unless the one that is there was made of the very same files. */
export async function buildPage(log?: string, signal?: AbortSignal): Promise<'built' | 'cached'> {
  const sourceHash = hashFiles(sources)
  if (existsSync(hashFile) && readFileSync(hashFile, 'utf8') === sourceHash) return 'cached'
  await runToCompletion({
    name: 'page build',
    command: process.execPath,
    args: [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build'],
    cwd: join(root, 'pwa'),
    ...(log && { log }),
    signal,
  })
  writeFileSync(hashFile, sourceHash)
  return 'built'
}
