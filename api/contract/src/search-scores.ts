/** Score per position of a product: the best of the fields that contain the stem. */
export type Scores = Map<number, number>

export function addScore(terms: Map<string, Scores>, stem: string, position: number, score: number): void {
  let scores = terms.get(stem)
  if (!scores) terms.set(stem, (scores = new Map()))
  const former = scores.get(position)
  if (former === undefined || former < score) scores.set(position, score)
}
