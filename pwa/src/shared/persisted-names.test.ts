import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '..')
const decision = readFileSync(join(source, '../../infra/decisions/0040-persisted-names.md'), 'utf8')
const files = globSync('**/*.{ts,tsx}', { cwd: source, exclude: ['**/*.test.ts', 'shared/local-storage.ts'] })

/** Matches the first argument of the storage helpers: a string, a template, a constant or a call of a function. */
const storageCall =
  /(?:(?:read|write)Local|(local|session)Storage\.(?:get|set|remove)Item)\(\s*('[^']*'|`[^`]*`|[\w]+)/g

/** Returns the key as the decision writes it, up to its variable part: `tsedra.snapshot.`. */
function resolveKey(argument: string, code: string, allCode: string): string {
  const declaration = new RegExp(`const ${argument} = (?:\\([^)]*\\) => )?('[^']*'|\`[^\`]*\`)`)
  const literal = /^['`]/.test(argument) ? argument : (declaration.exec(code) ?? declaration.exec(allCode))?.[1]
  if (!literal) throw new Error(`The storage key ${argument} is not declared as a string.`)
  return /^[^$]*/.exec(literal.slice(1, -1))?.[0] ?? ''
}

test('every key in web storage is named in decision 0040', () => {
  const codes = files.map((file) => readFileSync(join(source, file), 'utf8'))
  const allCode = codes.join('\n')
  const keys = { local: new Set<string>(), session: new Set<string>() }
  for (const code of codes) {
    for (const [, storage, argument = ''] of code.matchAll(storageCall)) {
      const key = resolveKey(argument, code, allCode)
      keys[storage === 'session' ? 'session' : 'local'].add(storage ? key : `tsedra.${key}`)
    }
  }
  const rows = decision.split('\n').filter((row) => row.startsWith('|'))
  const isSessionRow = (row: string) => row.includes('`sessionStorage`')
  const findUnnamed = (storageKeys: Set<string>, text: string) =>
    [...storageKeys].filter((key) => {
      // A key with a variable part goes on with `<…>`, any other one ends there.
      const end = key.endsWith('.') ? '<' : '`'
      return ![key, key.replace('tsedra.', '')].some((name) => text.includes(`\`${name}${end}`))
    })

  expect(keys.local.size).toBeGreaterThan(20)
  expect(keys.local).toContain('tsedra.snapshot.')
  expect(findUnnamed(keys.local, rows.filter((row) => !isSessionRow(row)).join('\n'))).toEqual([])
  expect(findUnnamed(keys.session, rows.filter(isSessionRow).join('\n'))).toEqual([])
})
