import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const pages = join(import.meta.dirname, '../..')
/** Matches a class with its states only, without an ancestor that would make two rules distinct. */
const simpleSelector = /^\.([\w-]+)(?::{1,2}[\w-]+(?:\([^)]*\))?)*$/
/** Returns the style sheet of a file; the files of the first load count as one. */
const getSheet = (file: string) => (file.startsWith('shared/styles/') ? 'styles' : file)

test('a class is styled in one file, so lazy-loaded styles change nothing on the screen', () => {
  const filesByClass = new Map<string, Set<string>>()
  for (const file of globSync('**/*.css', { cwd: pages, exclude: ['**/node_modules/**'] })) {
    const rules = readFileSync(join(pages, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')
    for (const [, selectors = ''] of rules.matchAll(/(?:^|[{};])\s*([^{}@;]+)\{/g)) {
      for (const selector of selectors.split(',')) {
        const [, name] = simpleSelector.exec(selector.trim()) ?? []
        if (name) filesByClass.set(name, (filesByClass.get(name) ?? new Set()).add(getSheet(file)))
      }
    }
  }

  expect(filesByClass.size).toBeGreaterThan(300)
  expect([...filesByClass].filter(([, files]) => files.size > 1).map(([name, files]) => [name, ...files])).toEqual([])
})
