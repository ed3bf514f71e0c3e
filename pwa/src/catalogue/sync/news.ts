import type { Snapshot } from '@tsedra/contract/catalogue'

/** What of a newer catalogue matters to somebody who orders: prices, else what there is; likes and words do not. */
export type News = 'prices' | 'range'

type Kept = Pick<Snapshot, 'products'>

export function newsOf(before: Kept, now: Kept): News | undefined {
  const prices = new Map(before.products.map(({ id, price }) => [id, price]))
  if (now.products.some(({ id, price }) => (prices.get(id) ?? price) !== price)) return 'prices'
  return rangeOf(before) === rangeOf(now) ? undefined : 'range'
}

/** In any order: staff may have moved something. */
const rangeOf = ({ products }: Kept): string =>
  products
    .map(({ id, availablePackages }) => `${id} ${availablePackages.join()}`)
    .toSorted()
    .join()
