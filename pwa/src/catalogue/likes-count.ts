import { createStore } from '../shared/store.ts'
import type { Product } from './queries.ts'

/** Counts by product that are newer than the catalogue's, each with the catalogue's count that it replaces. */
const newerCounts = createStore<Readonly<Record<string, { count: number; catalogueCount: number }>>>({})

type LikedProduct = Pick<Product, 'id' | 'likesCount'>

/** Returns the number of likes: the catalogue's count, unless a newer one was received since. */
export const useLikesCount = (product: LikedProduct): number => resolveCount(newerCounts.use(), product)
export const getLikesCount = (product: LikedProduct): number => resolveCount(newerCounts.get(), product)

export function setLikesCount({ id, likesCount }: LikedProduct, count: number): void {
  newerCounts.set({ ...newerCounts.get(), [id]: { count, catalogueCount: likesCount } })
}

function resolveCount(counts: ReturnType<typeof newerCounts.get>, { id, likesCount }: LikedProduct): number {
  const newerCount = counts[id]
  return newerCount?.catalogueCount === likesCount ? newerCount.count : likesCount
}
