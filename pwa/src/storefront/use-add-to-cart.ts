import { useQueryClient } from '@tanstack/react-query'
import type { PackageSize } from '@tsedra/contract/packages'
import { useMissing } from '../shared/use-missing.ts'
import { withTexts } from '../shared/i18n/language.ts'
import { whenWanted } from '../shared/lazily.ts'
import type { Product } from '../catalogue/queries.ts'

const adding = whenWanted(() => withTexts('people', import('../cart/add-to-cart.ts')))

/** Puts packages of a product into the cart; a guest is asked to sign in. */
export function useAddToCart(product: Product): (packageSize: PackageSize, quantity: number) => void {
  const client = useQueryClient()
  const missing = useMissing()
  return (packageSize, quantity) =>
    void adding().then(({ addToCart }) => addToCart(client, product, packageSize, quantity), missing)
}
