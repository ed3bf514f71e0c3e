import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

const repositoryRoot = join(import.meta.dirname, '../../..')

/** Class locators that stay, by file and string, each with its reason: they test the style itself. */
const allowedLocators = new Map([
  ['pwa/e2e/screens.spec.ts .gallery__item .photo', 'this style dims photos and leaves cut-outs as they are'],
  ['pwa/e2e/fixtures.ts .plate', 'the box at which this style cuts pictures off is measured'],
  ['pwa/e2e/fixtures.ts dialog[open], dialog[open] .dialog__body', 'the box that this style lets scroll is measured'],
])

/** Every class that a style sheet or a component of the page names. */
function listPageClasses(): Set<string> {
  const inStyles = readSources('pwa/src/**/*.css').flatMap(({ text }) =>
    [...text.replaceAll(/\/\*.*?\*\/|@import[^;]*|url\([^)]*\)/gs, '').matchAll(/\.(-?[_a-z][\w-]*)/gi)].map(
      ([, name = '']) => name,
    ),
  )
  const inComponents = readSources('pwa/src/**/*.tsx').flatMap(({ text }) =>
    [...text.matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})/g)].flatMap(([, plain = '', template = '']) =>
      `${plain} ${template.replaceAll(/\$\{[^}]*\}/g, ' ')}`.split(/\s+/),
    ),
  )
  return new Set([...inStyles, ...inComponents])
}

function readSources(pattern: string): { path: string; text: string }[] {
  return globSync(pattern, { cwd: repositoryRoot })
    .filter((path) => !path.includes('node_modules'))
    .map((path) => ({ path, text: readFileSync(join(repositoryRoot, path), 'utf8') }))
}

/** Strings of a source file that select by one of these classes. */
function findClassLocators(path: string, text: string, classes: ReadonlySet<string>): string[] {
  const locators: string[] = []
  const check = (string: string): void => {
    const names = [...string.matchAll(/(?:^|[\s>+~,()[\]*\w-])\.(-?[_a-z][\w-]*)/gi)].map(([, name = '']) => name)
    // A statement of SQL has dots too.
    if (string.includes('\n')) return
    if (names.some((name) => classes.has(name)) || string.includes('[class')) locators.push(string)
  }
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') check(value)
    },
    TemplateElement: ({ value }) => check(value.raw),
  }).visit(parseSync(path, text).program)
  return locators
}

test('a string that selects by a class of the page is a class locator, any other string is none', () => {
  const classes = new Set(['card', 'card__name', 'top'])
  const locators = [
    "'.card'",
    "'main .card__name a'",
    "'a.card'",
    '`.card[href="${url}"]`',
    "'div > :is(.x, .top)'",
    "'[class*=x]'",
  ]
  for (const locator of locators)
    expect(findClassLocators('a.ts', `page.locator(${locator})`, classes), locator).toHaveLength(1)
  for (const locator of ["'main h1'", "'text/card'", "'.css'", "'a sentence. card'"])
    expect(findClassLocators('a.ts', `page.locator(${locator})`, classes), locator).toEqual([])
})

test('tests, benchmarks and campaigns find parts of the page by role, label, text or test id, not by class', () => {
  const classes = listPageClasses()
  expect(classes.size).toBeGreaterThan(200)
  const classLocatorsInUse = readSources('{pwa/e2e,infra}/**/*.ts')
    .filter(
      ({ path, text }) => path.startsWith('pwa/') || /from '(?:[^']*e2e\/harness\/|@?playwright|puppeteer)/.test(text),
    )
    .filter(({ path }) => path !== 'pwa/e2e/harness/class-locators.test.ts')
    .flatMap(({ path, text }) => findClassLocators(path, text, classes).map((string) => `${path} ${string}`))
  expect(classLocatorsInUse.toSorted(), 'see allowed above').toEqual([...allowedLocators.keys()].toSorted())
})
