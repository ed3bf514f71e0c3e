import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const readText = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

const { version } = JSON.parse(readText('package.json')) as { version: string }
const sections = readText('CHANGELOG.md').split(/^## /m).slice(1)

test('the version of package.json is the newest release of the changelog, with a date and a text', () => {
  const [unreleased, newest = ''] = sections
  const [heading, ...lines] = newest.split('\n')

  expect(unreleased?.split('\n')[0]).toBe('[Unreleased]')
  expect(heading).toMatch(/^\[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}$/)
  expect(heading).toContain(`[${version}]`)
  expect(lines.filter((line) => line.startsWith('- ')).length).toBeGreaterThan(0)
})

test('the lockfile has the version of package.json', () => {
  const lockfile = JSON.parse(readText('package-lock.json')) as { version: string; packages: { '': object } }

  expect(lockfile).toMatchObject({ version, packages: { '': { version } } })
})
