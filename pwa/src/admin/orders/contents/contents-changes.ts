import { parseMoney } from '@tsedra/contract/money'
import { type AdjustmentKind, signedAmount } from '@tsedra/contract/order-adjustments'
import type { OrderVersion } from '@tsedra/contract/orders'

export type OrderContents = Pick<OrderVersion, 'items' | 'adjustments' | 'totalAmount'>

/** A line with its number of packages before and after; 0 where it is absent. */
export interface LineChange {
  name: string
  packageSize: OrderVersion['items'][number]['packageSize']
  from: number
  to: number
}

/** An adjustment with its signed amount before and after, in kopiykas; 0 where it is absent. */
export interface AdjustmentChange {
  kind: AdjustmentKind
  reason: string
  from: number
  to: number
}

export interface ContentsDifference {
  lines: LineChange[]
  adjustments: AdjustmentChange[]
  /** Totals in kopiykas. */
  total: { from: number; to: number }
}

/** Compares two versions of an order. Lines of one product and package count together. */
export function compareContents(before: OrderContents, after: OrderContents): ContentsDifference {
  const lines = new Map<string, LineChange>()
  for (const [side, { items }] of [['from', before] as const, ['to', after] as const]) {
    for (const { slug, name, packageSize, quantity } of items) {
      const key = `${slug ?? name} ${packageSize}`
      const line = lines.get(key) ?? { name, packageSize, from: 0, to: 0 }
      lines.set(key, { ...line, [side]: line[side] + quantity })
    }
  }
  const adjustments = new Map<string, AdjustmentChange>()
  for (const [side, contents] of [['from', before] as const, ['to', after] as const]) {
    for (const { kind, reason, amount } of contents.adjustments) {
      const key = `${kind} ${reason}`
      const adjustment = adjustments.get(key) ?? { kind, reason, from: 0, to: 0 }
      const signed = signedAmount({ kind, amount: parseMoney(amount) ?? 0 })
      adjustments.set(key, { ...adjustment, [side]: adjustment[side] + signed })
    }
  }
  const hasChanged = ({ from, to }: { from: number; to: number }) => from !== to
  return {
    lines: [...lines.values()].filter(hasChanged),
    adjustments: [...adjustments.values()].filter(hasChanged),
    total: { from: parseMoney(before.totalAmount ?? '0') ?? 0, to: parseMoney(after.totalAmount ?? '0') ?? 0 },
  }
}
