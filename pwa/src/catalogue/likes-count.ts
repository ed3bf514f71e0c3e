import { createStore } from '../shared/store.ts'
import type { Product } from './queries.ts'

/** A count that is newer than the catalogue's, by product, with the one it takes the place of. */
const newer = createStore<Readonly<Record<string, { count: number; instead: number }>>>({})

type Counted = Pick<Product, 'id' | 'likesCount'>

/** How many like it: what the catalogue says, unless something newer was heard since. */
export const useLikesCount = (product: Counted): number => newest(newer.use(), product)
export const likesCountOf = (product: Counted): number => newest(newer.get(), product)

export function setLikesCount({ id, likesCount }: Counted, count: number): void {
  newer.set({ ...newer.get(), [id]: { count, instead: likesCount } })
}

function newest(all: ReturnType<typeof newer.get>, { id, likesCount }: Counted): number {
  const heard = all[id]
  return heard?.instead === likesCount ? heard.count : likesCount
}
