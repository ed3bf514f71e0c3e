import { randomInt } from 'node:crypto'

/** A number and two others, in any order. */
export function inAnyPlace(number: number): number[] {
  const others = new Set<number>()
  while (others.size < 2) {
    const other = randomInt(10, 100)
    if (other !== number) others.add(other)
  }
  return [...others].toSpliced(randomInt(3), 0, number)
}
