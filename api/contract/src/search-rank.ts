import { ABOUT_SCORE } from './search-index.ts'
import type { Scores } from './search-scores.ts'
import type { Unit } from './search-units.ts'

/** Products below this part of the best score are not results: they share a side remark with the query. */
const CUT = 0.64
/** The part of the query's weight that a product must match when none matches all of it. */
const MIN_SHARE = 0.4
const BEST_SHARE = 0.9

/** Returns the products that match every unit. A description alone counts only if it contains several units. */
export function matchAll(units: readonly Unit[]): Scores {
  const total: Scores = new Map()
  if (units.length === 0) return total
  const needsGoods = units.some(({ kind }) => kind === 'goods')
  const [rarest] = units.toSorted((a, b) => candidates(a) - candidates(b))
  for (const position of new Set([...(rarest?.scores.keys() ?? []), ...(rarest?.weak?.keys() ?? [])])) {
    let sum = 0
    let isStrong = false
    for (const { scores, weak, weight, kind } of units) {
      const score = scores.get(position)
      if (score !== undefined && (!needsGoods || kind === 'goods')) isStrong = true
      const part = score ?? weak?.get(position)
      if (part === undefined) {
        sum = -1
        break
      }
      sum += part * weight
    }
    if (sum >= 0 && isStrong) total.set(position, sum)
  }
  // A drink finds everything that staff assigned to it.
  const assigned = units.length === 1 ? units[0]?.drink : undefined
  return cut(total, CUT, assigned)
}

const candidates = ({ scores, weak }: Unit): number => scores.size + (weak?.size ?? 0)

/** Returns the products that match most of the query, if that is enough of it. */
export function matchBest(units: readonly Unit[]): Scores {
  const goods = units.filter(({ isGoods }) => isGoods)
  const required = goods.length > 0 ? goods : units
  // Unknown words count once: `i am looking everywhere for lemon` is a conversation.
  const unknown = required.find(({ isUnknown }) => isUnknown)
  const all = required.reduce((sum, unit) => (unit.isUnknown ? sum : sum + unit.weight), unknown?.weight ?? 0)
  const matched = new Map<number, { weight: number; sum: number }>()
  for (const unit of units)
    for (const [position, score] of unit.scores) {
      if (score <= ABOUT_SCORE) continue
      const part = matched.get(position) ?? { weight: 0, sum: 0 }
      matched.set(position, {
        weight: part.weight + (required.includes(unit) ? unit.weight : 0),
        sum: part.sum + score * unit.weight,
      })
    }
  const total: Scores = new Map()
  if (required.every(({ isGoods, isKind, scores }) => isGoods && !isKind && scores.size > 0)) {
    // Several goods of the shop, which no product has together: the best of each.
    for (const { scores } of required)
      for (const position of cut(scores, BEST_SHARE).keys()) {
        const { sum } = matched.get(position) ?? {}
        if (sum !== undefined) total.set(position, sum)
      }
    return total
  }
  for (const [position, { weight, sum }] of matched) if (weight >= all * MIN_SHARE) total.set(position, sum)
  return cut(total, BEST_SHARE)
}

function cut(scores: Scores, share: number, kept?: ReadonlyMap<number, number>): Scores {
  const best = Math.max(...scores.values())
  return new Map([...scores].filter(([position, score]) => score >= best * share || kept?.has(position)))
}
