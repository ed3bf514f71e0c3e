import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runToEnd } from './process.ts'
import { hashOf, root, state } from './repository.ts'

export const builtPage = join(root, 'pwa', 'dist')

/** What the page is made of. */
const sources = ['pwa', 'api/contract']

/** Builds the page unless the one that is there was made of the very same files. */
export async function buildPage(): Promise<'built' | 'kept'> {
  const mark = join(state, 'page.hash')
  const hash = hashOf(sources)
  const isThere = existsSync(join(builtPage, 'index.html'))
  if (isThere && existsSync(mark) && readFileSync(mark, 'utf8') === hash) return 'kept'
  await runToEnd({
    name: 'page build',
    command: process.execPath,
    args: [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build'],
    cwd: join(root, 'pwa'),
  })
  mkdirSync(dirname(mark), { recursive: true })
  writeFileSync(mark, hash)
  return 'built'
}
