import { type PackageSize, packageGrams } from '@tsedra/contract/packages'

/** Grams that `slicesPer50g` refers to. */
const COUNTED_GRAMS = 50

/** Returns the number of slices in one package. */
export const slicesIn = (size: PackageSize, slicesPer50g: number): number =>
  (slicesPer50g * packageGrams(size)) / COUNTED_GRAMS

/** Returns the price of one slice in whole kopiykas, at least one. */
export const pricePerSlice = (kopiykas: number, slices: number): number => Math.max(1, Math.round(kopiykas / slices))
