import { expect, test } from 'vitest'
import { root } from '../local/repository.ts'
import { modelMutants, mutants, testMutants } from './all-mutants.ts'
import { sourceMarkers, testMarkers } from './markers.ts'
import { mutated } from './mutate.ts'
import { mutant, remove } from './mutant.ts'
import { testsCatching } from './catching-tests.ts'

const inSource = sourceMarkers(root)
const inTests = testMarkers(root)
const slugsOf = (all: readonly { slug: string }[]) => [...new Set(all.map(({ slug }) => slug))].sort()

// Running them takes an hour and is a step of its own; that each finds its place is checked here.
test.each(mutants)('$slug: fits its markers, and the mutated files parse', (each) => {
  expect([...mutated(root, each, inSource).values()]).not.toHaveLength(0)
})

test('a mutant without a marker is reported', () => {
  expect(() => mutated(root, mutant('not-marked', '', remove()), inSource)).toThrow('mutation test: not-marked')
})

test('each marker in the source belongs to a mutant', () => {
  expect(slugsOf(inSource)).toEqual(slugsOf(mutants))
})

test('each slug names one mutant', () => {
  expect(slugsOf(mutants)).toHaveLength(mutants.length)
})

test('each mutant that tests catch has a test, and the outbox model finds the others', () => {
  expect(slugsOf(inTests)).toEqual(slugsOf(testMutants))
  expect(slugsOf([...testMutants, ...modelMutants])).toEqual(slugsOf(mutants))
})

test.each(slugsOf(inTests))('%s: its tests have titles to run them by', (slug) => {
  expect(testsCatching(root, slug, inTests)).not.toHaveLength(0)
})
