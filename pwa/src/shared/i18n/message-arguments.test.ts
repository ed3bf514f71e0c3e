import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../..')
const readText = (path: string) => readFileSync(join(source, path), 'utf8')

type Messages = { [key: string]: string | Messages }

/** Returns the texts of a locale file by their full key. */
const listMessages = (messages: Messages, prefix = ''): [key: string, text: string][] =>
  Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}${key}`, value] as const] : listMessages(value, `${prefix}${key}.`),
  ) as [string, string][]

const messages = globSync('shared/i18n/locales/*ua.json', { cwd: source }).flatMap((path) =>
  listMessages(JSON.parse(readText(path)) as Messages),
)

/** Returns the names of a text's arguments and tags. */
const listArguments = (text: string): string[] =>
  [...text.matchAll(/\{\s*(\w+)|<(\w+)>/g)].map(([, argument = '', tag = '']) => argument || tag)

/** A translator call: its literal key, with `*` for each expression, and its argument names. */
interface Call {
  key: string
  names: string[]
}

/** Returns the translator calls that have a literal key and literal arguments. */
function findCalls(path: string, text: string): Call[] {
  const calls: Call[] = []
  new Visitor({
    CallExpression: ({ callee, arguments: [key, values] }) => {
      const name = callee.type === 'MemberExpression' ? callee.object : callee
      if (name.type !== 'Identifier' || !/^t[A-Z]?\w*$/.test(name.name) || values?.type !== 'ObjectExpression') return
      const pattern =
        key?.type === 'Literal' ? key.value : key?.type === 'TemplateLiteral' ? joinQuasis(key.quasis) : undefined
      if (typeof pattern !== 'string') return
      const names = values.properties.flatMap((property) =>
        property.type === 'Property' && property.key.type === 'Identifier' ? [property.key.name] : [],
      )
      calls.push({ key: pattern, names })
    },
  }).visit(parseSync(path, text).program)
  return calls
}

const joinQuasis = (quasis: readonly { value: { raw: string } }[]): string =>
  quasis.map(({ value }) => value.raw).join('*')

/** Returns argument names that no text of this key has: users would see the placeholder. The key may lack its namespace. */
function findUnknownNames({ key, names }: Call): string[] {
  const escaped = key.replaceAll(/[.+?^$()|[\]{}\\]/g, '\\$&').replaceAll('*', '[\\w-]+')
  const keyPattern = new RegExp(`(?:^|\\.)${escaped}$`)
  const known = new Set(
    messages.filter(([messageKey]) => keyPattern.test(messageKey)).flatMap(([, text]) => listArguments(text)),
  )
  return names.filter((name) => !known.has(name))
}

test('the check finds an argument that the text does not have', () => {
  const [call] = findCalls('a.tsx', "t('asOf', { time: 1 })")

  expect(call && findUnknownNames(call)).toEqual(['time'])
  expect(findUnknownNames({ key: 'asOf', names: ['at'] })).toEqual([])
})

test('every argument of a translator call exists in its text', () => {
  const calls = globSync('**/*.{ts,tsx}', { cwd: source })
    .filter((path) => !path.includes('node_modules') && !path.endsWith('.test.ts'))
    .flatMap((path) => findCalls(path, readText(path)).map((call) => ({ path, ...call })))

  expect(calls.length).toBeGreaterThan(60)
  expect(calls.filter((call) => findUnknownNames(call).length > 0)).toEqual([])
})
