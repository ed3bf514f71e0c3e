import { useQueryClient } from '@tanstack/react-query'
import type { PackageSize } from '@tsedra/contract/packages'
import { useLoadFailureToast } from '../shared/use-load-failure-toast.ts'
import { withMessages } from '../shared/i18n/language.ts'
import { lazyModule } from '../shared/lazy-component.ts'
import type { Product } from '../catalogue/queries.ts'

const loadAddToCart = lazyModule(() => withMessages('accounts', import('../cart/add-to-cart.ts')))

/** Returns a function that adds packages of a product to the cart; for a guest it opens the sign-in dialog. */
export function useAddToCart(product: Product): (packageSize: PackageSize, quantity: number) => void {
  const client = useQueryClient()
  const showLoadFailure = useLoadFailureToast()
  return (packageSize, quantity) =>
    void loadAddToCart().then(({ addToCart }) => addToCart(client, product, packageSize, quantity), showLoadFailure)
}
