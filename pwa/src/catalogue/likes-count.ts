import { createStore } from '../shared/store.ts'
import type { Product } from './queries.ts'

/** A count that is newer than the catalogue's, by product, with the one it takes the place of. */
const newerCounts = createStore<Readonly<Record<string, { count: number; catalogueCount: number }>>>({})

type LikedProduct = Pick<Product, 'id' | 'likesCount'>

/** How many like it: what the catalogue says, unless something newer was heard since. */
export const useLikesCount = (product: LikedProduct): number => resolveCount(newerCounts.use(), product)
export const getLikesCount = (product: LikedProduct): number => resolveCount(newerCounts.get(), product)

export function setLikesCount({ id, likesCount }: LikedProduct, count: number): void {
  newerCounts.set({ ...newerCounts.get(), [id]: { count, catalogueCount: likesCount } })
}

function resolveCount(counts: ReturnType<typeof newerCounts.get>, { id, likesCount }: LikedProduct): number {
  const newerCount = counts[id]
  return newerCount?.catalogueCount === likesCount ? newerCount.count : likesCount
}
