import { beforeEach, expect, test, vi } from 'vitest'
import { buildFormDraft, findDraftConflicts, formatAge } from './draft-changes.ts'
import { readFormDraft, writeFormDraft } from './form-drafts.ts'

const stored: Record<string, string> = {}
beforeEach(() => {
  for (const key of Object.keys(stored)) delete stored[key]
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored[name] ?? null,
    setItem: (name: string, value: string) => (stored[name] = value),
    removeItem: (name: string) => delete stored[name],
  })
})

const base = { product: { price: '95.00', isActive: true }, translations: [{ language: 'en', name: 'Orange' }] }
const typed = { product: { price: '99', isActive: true }, translations: [{ language: 'en', name: 'Bitter orange' }] }

test('a draft has the version, and only the changed fields with their former values', () => {
  expect(buildFormDraft(base, typed, 4)).toMatchObject({
    version: 4,
    changes: [
      { path: 'product.price', before: '95.00', value: '99' },
      { path: 'translations.0.name', before: 'Orange', value: 'Bitter orange' },
    ],
  })
  expect(buildFormDraft(base, structuredClone(base), 4)).toBeUndefined()
})

// catches mutation: draft-conflict-shown
test('a field that a newer version has changed too is a conflict, unless both have the same value', () => {
  const { changes = [] } = buildFormDraft(base, typed, 4) ?? {}
  const conflictsWith = (latest: Record<string, unknown>) => findDraftConflicts(changes, (path) => latest[path])

  expect(conflictsWith({ 'product.price': '95.00', 'translations.0.name': 'Orange' })).toEqual([])
  expect(conflictsWith({ 'product.price': '99', 'translations.0.name': 'Orange' })).toEqual([])
  expect(conflictsWith({ 'product.price': '90.00', 'translations.0.name': 'Orange' })).toEqual(['product.price'])
})

test('drafts are stored per key in one entry, the newest twenty', () => {
  const draftOf = (savedAt: number) => ({ version: 1, savedAt, changes: [] })
  for (let index = 1; index <= 21; index += 1) writeFormDraft(`user.product.${index}`, draftOf(index))

  expect(readFormDraft('user.product.1')).toBeUndefined()
  expect(readFormDraft('user.product.21')).toEqual(draftOf(21))
  writeFormDraft('user.product.21', undefined)
  expect(readFormDraft('user.product.21')).toBeUndefined()
  expect(Object.keys(stored)).toEqual(['tsedra.formDrafts'])
})

test('unreadable drafts are none', () => {
  stored['tsedra.formDrafts'] = '{"user'
  expect(readFormDraft('user.product.1')).toBeUndefined()
})

test.each([
  [0, 'this minute'],
  [5, '5 minutes ago'],
  [59, '59 minutes ago'],
  [90, '2 hours ago'],
  [60 * 24, 'yesterday'],
  [60 * 24 * 3, '3 days ago'],
])('a draft of %i minutes is from “%s”', (minutes, text) => {
  expect(formatAge(1_000_000_000_000 - minutes * 60_000, 1_000_000_000_000, 'en')).toBe(text)
})
