import { expect, test } from 'vitest'
import { shuffleWithDecoys } from './shuffle-with-decoys.ts'

test('the number of the page is one of three, in a uniformly random position', () => {
  const counts = [0, 0, 0]
  for (let draw = 0; draw < 30_000; draw += 1) {
    const shown = shuffleWithDecoys(42)
    if (new Set(shown).size !== 3) throw new Error(shown.join())
    const position = shown.indexOf(42)
    counts[position] = (counts[position] ?? 0) + 1
  }

  // A third is 10,000; a difference of a thousand is twelve standard deviations.
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(1_000)
})
