import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../..')
const read = (pattern: string) =>
  globSync(pattern, { cwd: source })
    .map((path) => readFileSync(join(source, path), 'utf8'))
    .join('\n')
const matchNames = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name]) => name))

test('every used custom property is defined, and every token is used', () => {
  const all = read('**/*.{css,tsx,ts}')
  const used = matchNames(all, /var\((--[\w-]+)/g)
  // In a style sheet, or in code: `'--fill': …`, `setProperty('--fill', …`.
  const defined = matchNames(all, /(--[\w-]+)['"`]?\]?\s*[:,]/g)
  const tokens = matchNames(read('shared/styles/tokens.css'), /(--[\w-]+):/g)

  expect([...used].filter((name) => !defined.has(name))).toEqual([])
  expect([...tokens].filter((name) => !used.has(name))).toEqual([])
})
