/** What staff add to the lines of an order: only a discount lowers the total. */
export const adjustmentKinds = ['delivery', 'discount', 'surcharge'] as const
export type AdjustmentKind = (typeof adjustmentKinds)[number]

export const MAX_ADJUSTMENTS = 10

/** Statuses in which staff may change the lines and adjustments of an order. */
export const amendableStatuses: readonly string[] = ['pending', 'confirmed']

interface Adjustment {
  kind: AdjustmentKind
  /** In kopiykas, positive. */
  amount: number
}

/** Returns the amount with its sign, in kopiykas. */
export const signedAmount = ({ kind, amount }: Adjustment): number => (kind === 'discount' ? -amount : amount)

/** Returns the total of an order in kopiykas; negative when the discounts exceed the rest. */
export function adjustedTotal(lineTotals: readonly number[], adjustments: readonly Adjustment[]): number {
  return [...lineTotals, ...adjustments.map(signedAmount)].reduce((total, amount) => total + amount, 0)
}
