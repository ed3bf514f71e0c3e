import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../local/repository.ts'
import { exceptions } from './exceptions.ts'
import { findPrivateWords } from './find-private-words.ts'
import { privateWords } from './words.ts'

/**
 * `node infra/lint/private-words.ts` fails when names, comments, test titles, log texts or pages use a private word
 * (words.ts).
 */
const searchedFiles = [
  '*.{md,ts,yml}',
  '{api,worker,pwa,infra}/**/*.{ts,tsx,mjs,css,md,yml,yaml,sh,env,example,Dockerfile}',
  'infra/docker/Caddyfile',
]
/** Build results, texts that users read, and the words themselves. */
const skippedFiles = /(?:^|\/)(?:node_modules|dist|\.\w+)\/|^pwa\/src\/shared\/i18n\/locales\/|^infra\/lint\//

const paths = searchedFiles
  .flatMap((pattern) => globSync(pattern, { cwd: root, exclude: (name) => /^(?:node_modules|dist|\..+)$/.test(name) }))
  .filter((path) => !skippedFiles.test(path))
const files = new Map(paths.toSorted().map((path) => [path, readFileSync(join(root, path), 'utf8')]))
const { findings, unusedExceptions } = findPrivateWords(files, exceptions)

const failures = findings.length + unusedExceptions.length
for (const { text, reason } of unusedExceptions) console.log(`✗ this exception matches nothing: ${text} (${reason})`)
for (const { file, line, kind, word, text } of findings) {
  console.log(`✗ ${file}:${line} ${kind} "${word}" (use: ${privateWords[word]}): ${text.trim().slice(0, 120)}`)
}
console.log(`${files.size} files, ${failures} failures`)
process.exit(failures > 0 ? 1 : 0)
