import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../..')
const read = (pattern: string) =>
  globSync(pattern, { cwd: source })
    .map((path) => readFileSync(join(source, path), 'utf8'))
    .join('\n')
const matchNames = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name]) => name))

test('whatever a style asks for is there, and every token is asked for', () => {
  const all = read('**/*.{css,tsx,ts}')
  const asked = matchNames(all, /var\((--[\w-]+)/g)
  // In a style sheet, or from the code: `'--fill': …`, `setProperty('--fill', …`.
  const given = matchNames(all, /(--[\w-]+)['"`]?\]?\s*[:,]/g)
  const tokens = matchNames(read('shared/styles/tokens.css'), /(--[\w-]+):/g)

  expect([...asked].filter((name) => !given.has(name))).toEqual([])
  expect([...tokens].filter((name) => !asked.has(name))).toEqual([])
})
