import { type StaffOrderSummary, SUMMARY_LINES } from '@tsedra/contract/admin-orders'
import type { Language } from '@tsedra/contract/language'
import { kopiykasToDecimal } from '@tsedra/contract/money'
import type { Db } from '@tsedra/database/connection'
import { readOrdersById } from '@tsedra/database/orders'
import { sanitiseLine } from '@tsedra/service/sanitise-text'
import { pickName } from '../orders/price-lines.ts'

/** Returns the first lines and the total of each order. */
export async function readSummaries(
  db: Db,
  ids: readonly string[],
  language: Language,
): Promise<Record<string, StaffOrderSummary>> {
  const orders = await readOrdersById(db, ids)
  return Object.fromEntries(
    orders.map(({ id, lines, total }) => [
      id,
      {
        items: lines.slice(0, SUMMARY_LINES).map(({ names, slug, packageSize, quantity }) => ({
          name: sanitiseLine(pickName(names, slug, language)),
          packageSize,
          quantity,
        })),
        more: Math.max(0, lines.length - SUMMARY_LINES),
        totalAmount: total === null ? null : kopiykasToDecimal(total),
      },
    ]),
  )
}
