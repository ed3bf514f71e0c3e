import { randomInt } from 'node:crypto'

/** Returns a number and two random others from 10 to 99, in random order. */
export function shuffleWithDecoys(number: number): number[] {
  const decoys = new Set<number>()
  while (decoys.size < 2) {
    const decoy = randomInt(10, 100)
    if (decoy !== number) decoys.add(decoy)
  }
  return [...decoys].toSpliced(randomInt(3), 0, number)
}
