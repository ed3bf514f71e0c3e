import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** Class locators that stay, by file and string, each with its reason: they test the style itself. */
const allowed = new Map([
  ['pwa/e2e/screens.spec.ts .cat__photo.photo', 'this style dims photos and leaves cut-outs as they are'],
  ['pwa/e2e/shopper.ts dialog[open], dialog[open] .dialog__body', 'the box that this style lets scroll is measured'],
])

/** Every class that a style sheet or a component of the page names. */
function knownClasses(): Set<string> {
  const inStyles = sources('pwa/src/**/*.css').flatMap(({ text }) =>
    [...text.replaceAll(/\/\*.*?\*\/|@import[^;]*|url\([^)]*\)/gs, '').matchAll(/\.(-?[_a-z][\w-]*)/gi)].map(
      ([, name = '']) => name,
    ),
  )
  const inComponents = sources('pwa/src/**/*.tsx').flatMap(({ text }) =>
    [...text.matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})/g)].flatMap(([, plain = '', template = '']) =>
      `${plain} ${template.replaceAll(/\$\{[^}]*\}/g, ' ')}`.split(/\s+/),
    ),
  )
  return new Set([...inStyles, ...inComponents])
}

function sources(pattern: string): { path: string; text: string }[] {
  return globSync(pattern, { cwd: root })
    .filter((path) => !path.includes('node_modules'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** Strings of a source file that select by one of these classes. */
function classLocators(path: string, text: string, classes: ReadonlySet<string>): string[] {
  const found: string[] = []
  const look = (string: string): void => {
    const names = [...string.matchAll(/(?:^|[\s>+~,()[\]*\w-])\.(-?[_a-z][\w-]*)/gi)].map(([, name = '']) => name)
    // A statement of SQL has dots too.
    if (string.includes('\n')) return
    if (names.some((name) => classes.has(name)) || string.includes('[class')) found.push(string)
  }
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') look(value)
    },
    TemplateElement: ({ value }) => look(value.raw),
  }).visit(parseSync(path, text).program)
  return found
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
  for (const each of locators) expect(classLocators('a.ts', `page.locator(${each})`, classes), each).toHaveLength(1)
  for (const each of ["'main h1'", "'text/card'", "'.css'", "'a sentence. card'"])
    expect(classLocators('a.ts', `page.locator(${each})`, classes), each).toEqual([])
})

test('tests, benchmarks and campaigns find parts of the page by role, label, text or test id, not by class', () => {
  const classes = knownClasses()
  expect(classes.size).toBeGreaterThan(200)
  const found = sources('{pwa/e2e,infra}/**/*.ts')
    .filter(
      ({ path, text }) => path.startsWith('pwa/') || /from '(?:[^']*e2e\/harness\/|@?playwright|puppeteer)/.test(text),
    )
    .filter(({ path }) => path !== 'pwa/e2e/harness/class-locators.test.ts')
    .flatMap(({ path, text }) => classLocators(path, text, classes).map((string) => `${path} ${string}`))
  expect(found.toSorted(), 'see allowed above').toEqual([...allowed.keys()].toSorted())
})
