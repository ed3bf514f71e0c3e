import type { StaffProductRow } from '@tsedra/contract/admin-catalogue'
import { changePrice, kopiykasToDecimal, MAX_PRICE, parseMoney } from '@tsedra/contract/money'

export type PriceDirection = 'raise' | 'lower'

export interface PriceChange {
  row: StaffProductRow
  /** In kopiykas. */
  before: number
  after: number
  /** Whether the shop can have the new price. */
  isValid: boolean
}

/** Parses a percentage with at most one digit after the point or comma into tenths; undefined outside 0.1 to 999.9. */
export function parsePercent(text: string): number | undefined {
  const parts = /^(\d{1,3})(?:[.,](\d))?$/.exec(text.trim())
  const tenths = parts ? Number(parts[1]) * 10 + Number(parts[2] ?? 0) : 0
  return tenths > 0 ? tenths : undefined
}

/** Returns the old and the new price of each product. */
export function listPriceChanges(
  rows: readonly StaffProductRow[],
  percentTenths: number,
  direction: PriceDirection,
): PriceChange[] {
  return rows.map((row) => {
    const before = parseMoney(row.price) ?? 0
    const after = changePrice(before, direction === 'raise' ? percentTenths : -percentTenths)
    return { row, before, after, isValid: after > 0 && after <= MAX_PRICE }
  })
}

/** Returns the request that saves these prices; unchanged ones are left out. */
export const toPrices = (changes: readonly PriceChange[]) =>
  changes
    .filter(({ before, after }) => before !== after)
    .map(({ row: { id, version }, after }) => ({ id, version, price: kopiykasToDecimal(after) }))
