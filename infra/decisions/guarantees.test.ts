import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../local/repository.ts'

/** A title is the text that a call has before a callback or its options, for any function: `test`, `test.each(…)`. */
const titles = /\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1,\s*(?:async\b|function\b|\{|\(|\w+ =>)/g
/** `A-05` and `I8`; F1 to F12 are keys. */
const codes = /(?<![\w-])(?!F\d)[A-Z](?:-\d{2}|\d{1,2})(?![\w-])/g

const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Lines such as `A-05 api/src/accounts/login.test.ts`, one for each code of a file’s titles. */
function inTitles(): string[] {
  const files = globSync('{api,worker,pwa,infra}/**/*.{test,spec,setup,drill}.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name.endsWith('node_modules'),
  })
  return files.flatMap((file) =>
    [...read(file).matchAll(titles)].flatMap(([, , title = '']) =>
      [...title.matchAll(codes)].map(([code]) => `${code} ${file}`),
    ),
  )
}

/** The same lines from the tables of the page. */
function onThePage(): string[] {
  const rows = read('infra/decisions/guarantees.md').matchAll(/^\| ([A-Z][-\d]+) \| .+ \| (.+) \|$/gm)
  return [...rows].flatMap(([, code = '', files = '']) =>
    files.split(', ').map((file) => `${code} ${file.slice(1, -1)}`),
  )
}

test('guarantees.md lists each code of a test title once, with every file that has it', () => {
  const page = onThePage()

  expect(page.length).toBeGreaterThan(100)
  expect(page.toSorted()).toEqual([...new Set(inTitles())].toSorted())
})
