import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const pages = join(import.meta.dirname, '../..')
/** A class and its states, without anything around it that would tell two of a name apart. */
const simpleSelector = /^\.([\w-]+)(?::{1,2}[\w-]+(?:\([^)]*\))?)*$/
/** What every page begins with is one place. */
const getSheet = (file: string) => (file.startsWith('shared/styles/') ? 'styles' : file)

test('a class is styled in one file: parts that are loaded later change nothing that is shown', () => {
  const places = new Map<string, Set<string>>()
  for (const file of globSync('**/*.css', { cwd: pages, exclude: ['**/node_modules/**'] })) {
    const rules = readFileSync(join(pages, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')
    for (const [, selectors = ''] of rules.matchAll(/(?:^|[{};])\s*([^{}@;]+)\{/g)) {
      for (const selector of selectors.split(',')) {
        const [, name] = simpleSelector.exec(selector.trim()) ?? []
        if (name) places.set(name, (places.get(name) ?? new Set()).add(getSheet(file)))
      }
    }
  }

  expect(places.size).toBeGreaterThan(300)
  expect([...places].filter(([, files]) => files.size > 1).map(([name, files]) => [name, ...files])).toEqual([])
})
