import type { PackageSize } from '@tsedra/contract/packages'
import { MAX_QUANTITY } from '../../shared/ui/QuantityStepper.tsx'

/** A package on sale. */
export interface Offer {
  size: PackageSize
  slices: number
  /** In kopiykas. */
  price: number
}

/** Packages to order, with the slices they contain and their price in kopiykas. */
export interface PackagePlan {
  packages: { size: PackageSize; quantity: number }[]
  slices: number
  total: number
}

const emptyPlan: PackagePlan = { packages: [], slices: 0, total: 0 }

/** Returns the largest number of slices that one order form accepts. */
export const countOrderableSlices = (offers: readonly Offer[]): number =>
  offers.reduce((sum, { slices }) => sum + slices * MAX_QUANTITY, 0)

/**
 * Returns the cheapest packages that contain the needed slices, at most `MAX_QUANTITY` of each size; of equally cheap
 * plans the one with fewer packages. Undefined if all packages together do not suffice.
 */
export function planPackages(needed: number, offers: readonly Offer[]): PackagePlan | undefined {
  // Largest first: few quantities of a large package have to be tried.
  return findCheapest(
    needed,
    offers.toSorted((a, b) => b.slices - a.slices),
  )
}

function findCheapest(needed: number, [offer, ...smaller]: readonly Offer[]): PackagePlan | undefined {
  if (needed <= 0) return emptyPlan
  if (!offer) return undefined
  const sufficient = Math.min(MAX_QUANTITY, Math.ceil(needed / offer.slices))
  let cheapest: PackagePlan | undefined
  for (let quantity = 0; quantity <= sufficient; quantity++) {
    const rest = findCheapest(needed - quantity * offer.slices, smaller)
    const plan = rest && addPackages(rest, offer, quantity)
    if (plan && (!cheapest || isBetter(plan, cheapest))) cheapest = plan
  }
  return cheapest
}

const addPackages = ({ packages, slices, total }: PackagePlan, offer: Offer, quantity: number): PackagePlan => ({
  packages: quantity === 0 ? packages : [{ size: offer.size, quantity }, ...packages],
  slices: slices + quantity * offer.slices,
  total: total + quantity * offer.price,
})

const countPackages = ({ packages }: PackagePlan): number => packages.reduce((sum, { quantity }) => sum + quantity, 0)

const isBetter = (plan: PackagePlan, other: PackagePlan): boolean =>
  plan.total < other.total || (plan.total === other.total && countPackages(plan) < countPackages(other))
