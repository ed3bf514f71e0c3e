import { randomInt } from 'node:crypto'

/** A number and two others, in any order. */
export function shuffleWithDecoys(number: number): number[] {
  const decoys = new Set<number>()
  while (decoys.size < 2) {
    const decoy = randomInt(10, 100)
    if (decoy !== number) decoys.add(decoy)
  }
  return [...decoys].toSpliced(randomInt(3), 0, number)
}
