import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../..')

/** Returns the words in the values of class attributes, properties and variables: `className={…}`, `itemClass = '…'`. */
function findClassWords(code: string): Set<string> {
  const words = new Set<string>()
  for (const { 0: name, index } of code.matchAll(/class\w*\??\s*[=:]\s*|classList\.\w+\(/gi)) {
    const value = readValue(code.slice(index + name.length))
    for (const word of value.split(/[\s'"`{}()[\],;?$]+/)) words.add(word)
  }
  return words
}

/** Returns the string, the braces or the line that the text starts with. */
function readValue(text: string): string {
  const [first = ''] = text
  if (first === '"' || first === "'") return text.slice(1, text.indexOf(first, 1))
  if (first !== '{') return /^.*/.exec(text)?.[0] ?? ''
  let depth = 0
  const end = [...text].findIndex((character) => {
    if (character === '{') depth++
    if (character === '}') depth--
    return depth === 0
  })
  return text.slice(0, end)
}

test('the classes of strings, conditions, templates and variables are found', () => {
  const code = `<b className="a b" hidden={isHidden} /><b className={\`c \${x ? 'd' : 'e'}\`} />
    const itemClass = y ? 'f' : 'g'
    root.classList.add('h')`
  const words = findClassWords(code)
  expect([...'abcdefgh'].filter((name) => !words.has(name))).toEqual([])
  expect(words.has('hidden')).toBe(false)
})

test('no element has a class whose Tailwind utility is excluded, unless a style sheet defines that class', () => {
  const read = (pattern: string) =>
    globSync(pattern, { cwd: source, exclude: ['**/*.test.ts'] }).map((file) =>
      readFileSync(join(source, file), 'utf8'),
    )
  const styles = read('**/*.css').join('\n')
  const excluded = /@source not inline\("([^"]+)"\)/.exec(styles)?.[1]?.split(' ') ?? []
  const words = new Set(read('**/*.{ts,tsx}').flatMap((code) => [...findClassWords(code)]))
  const isDefined = (name: string) => new RegExp(`\\.${name}(?![\\w-])`).test(styles)

  expect(excluded.length).toBeGreaterThan(0)
  expect(words.has('invisible')).toBe(true)
  expect(excluded.filter((name) => words.has(name) && !isDefined(name))).toEqual([])
})
