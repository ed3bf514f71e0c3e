import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runToEnd } from './process.ts'
import { hashOf, root } from './repository.ts'

export const builtPage = join(root, 'pwa', 'dist')

/** What the page is made of. */
const sources = ['pwa', 'api/contract', 'infra/edge/headers.ts', 'package-lock.json']
/** Lies in the built page, so that a build by other means takes it away. */
const mark = join(builtPage, '.sources')

/** Builds the page unless the one that is there was made of the very same files. */
export async function buildPage(log?: string, signal?: AbortSignal): Promise<'built' | 'kept'> {
  const hash = hashOf(sources)
  if (existsSync(mark) && readFileSync(mark, 'utf8') === hash) return 'kept'
  await runToEnd({
    name: 'page build',
    command: process.execPath,
    args: [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build'],
    cwd: join(root, 'pwa'),
    ...(log && { log }),
    signal,
  })
  writeFileSync(mark, hash)
  return 'built'
}
