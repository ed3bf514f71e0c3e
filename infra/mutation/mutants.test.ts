import { expect, test } from 'vitest'
import { root } from '../local/repository.ts'
import { modelMutants, mutants, testMutants } from './all-mutants.ts'
import { findSourceMarkers, findTestMarkers } from './markers.ts'
import { applyMutant } from './mutate.ts'
import { mutant, remove } from './mutant.ts'
import { findCatchingTests } from './catching-tests.ts'

const foundInSource = findSourceMarkers(root)
const foundInTests = findTestMarkers(root)
const uniqueSlugs = (items: readonly { slug: string }[]) => [...new Set(items.map(({ slug }) => slug))].sort()

// Running them takes an hour and is a step of its own; that each finds its place is checked here.
test.each(mutants)('$slug: fits its markers, and the mutated files parse', (testedMutant) => {
  expect([...applyMutant(root, testedMutant, foundInSource).values()]).not.toHaveLength(0)
})

test('a mutant without a marker is reported', () => {
  expect(() => applyMutant(root, mutant('not-marked', '', remove()), foundInSource)).toThrow(
    'mutation test: not-marked',
  )
})

test('each marker in the source belongs to a mutant', () => {
  expect(uniqueSlugs(foundInSource)).toEqual(uniqueSlugs(mutants))
})

test('each slug names one mutant', () => {
  expect(uniqueSlugs(mutants)).toHaveLength(mutants.length)
})

test('each mutant that tests catch has a test, and the outbox model finds the others', () => {
  const tested = uniqueSlugs(foundInTests)
  expect(uniqueSlugs(mutants)).toEqual(expect.arrayContaining(tested))
  expect(tested).toEqual(expect.arrayContaining(uniqueSlugs(testMutants)))
  expect(uniqueSlugs([...testMutants, ...modelMutants])).toEqual(uniqueSlugs(mutants))
})

test.each(uniqueSlugs(foundInTests))('%s: its tests have titles to run them by', (slug) => {
  expect(findCatchingTests(root, slug, foundInTests)).not.toHaveLength(0)
})
