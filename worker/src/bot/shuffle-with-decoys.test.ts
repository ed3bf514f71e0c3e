import { expect, test } from 'vitest'
import { shuffleWithDecoys } from './shuffle-with-decoys.ts'

test('the number of the page is one of three, and in each place as often as in the others', () => {
  const times = [0, 0, 0]
  for (let draw = 0; draw < 30_000; draw += 1) {
    const shown = shuffleWithDecoys(42)
    if (new Set(shown).size !== 3) throw new Error(shown.join())
    const stack = shown.indexOf(42)
    times[stack] = (times[stack] ?? 0) + 1
  }

  // A third is 10,000; a thousand more or less is twelve deviations away.
  for (const often of times) expect(Math.abs(often - 10_000)).toBeLessThan(1_000)
})
