import { expect, test } from 'vitest'
import { findPrivateWords } from './find-private-words.ts'
import { privateWords } from './words.ts'

const find = (file: string, content: string) =>
  findPrivateWords(new Map([[file, content]]), []).findings.map(({ kind, word, line }) => `${line} ${kind} ${word}`)

test.each([
  ['a name', 'api/a.ts', 'const isShelfEmpty = true', ['1 name shelf']],
  ['a type', 'api/a.ts', 'interface KeeperOptions { port: number }', ['1 name keeper']],
  ['a file name', 'pwa/bottom-dock.ts', 'export const a = 1', ['1 name dock']],
  ['a comment', 'pwa/a.tsx', 'const a = <p>b</p>\n/**\n * Hears of it.\n */', ['3 comment hears']],
  ['a comment of a style sheet', 'pwa/a.css', '.a {}\n/* The dock. */', ['2 comment dock']],
  ['a comment of a manifest', 'infra/a.yaml', 'a: 1 # whoever', ['1 comment whoever']],
  ['a test title', 'api/a.test.ts', "test.each([1])('it hears %s', () => {})", ['1 title hears']],
  ['a log text', 'worker/a.ts', "log.warn({ job }, 'nobody answers')", ['1 log nobody']],
  ['an error message', 'worker/a.ts', 'throw new TypeError(`${a} says no`)', ['1 log says']],
  ['a decision page', 'infra/decisions/0001-a.md', '# A\n\nThe page tells it.', ['3 page tells']],
])('finds a private word in %s', (_, file, content, expected) => {
  expect(find(file, content)).toEqual(expected)
})

test.each([
  ['a stored field', 'api/a.ts', 'const { wish: pendingCancel } = entry'],
  ['a wire value', 'api/a.ts', "const state = 'away'"],
  ['a URL in a string', 'api/a.ts', "open('https://shelf.example//nobody')"],
  ['a quoted name', 'infra/decisions/0001-a.md', 'The table `throttles` stays.'],
  ['a longer word', 'api/a.ts', 'const newsletter = 1'],
])('accepts %s', (_, file, content) => {
  expect(find(file, content)).toEqual([])
})

test('an exception covers its text in its files only', () => {
  const exception = { text: /dead letters?/, path: /^worker\//, reason: 'term of the queue' }
  const content = '// A dead letter.\n// A letter.'
  const { findings, unusedExceptions } = findPrivateWords(
    new Map([
      ['worker/a.ts', content],
      ['api/a.ts', content],
    ]),
    [exception],
  )

  expect(findings.map(({ file, line }) => `${file}:${line}`)).toEqual(['worker/a.ts:2', 'api/a.ts:1', 'api/a.ts:2'])
  expect(unusedExceptions).toEqual([])
})

test('an exception that covers no private word is reported', () => {
  const exception = { text: /dead job/, reason: 'none' }

  expect(findPrivateWords(new Map([['api/a.ts', '// A dead job.']]), [exception]).unusedExceptions).toEqual([exception])
})

test('the list has sixty words, each with a term to use instead', () => {
  expect(Object.keys(privateWords)).toHaveLength(60)
  expect(Object.values(privateWords).filter((term) => term.trim() === '')).toEqual([])
})
