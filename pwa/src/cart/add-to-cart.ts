import type { QueryClient } from '@tanstack/react-query'
import type { PackageSize } from '@tsedra/contract/packages'
import { askToSignIn } from '../accounts/ask-to-sign-in.ts'
import { currentPerson } from '../accounts/person.ts'
import { sayFailed } from '../accounts/say-failed.ts'
import { translator } from '../accounts/translator.ts'
import { openPanel } from '../app/panels.ts'
import type { Product } from '../catalogue/queries.ts'
import { notify } from '../notices/notices.ts'
import { formatPackage } from '../shared/format.ts'
import { currentLanguage } from '../shared/language.ts'
import { changeCart } from './changes.ts'

/** Adds packages to the cart, and says so when the shop has them; a guest is asked to sign in. */
export async function addToCart(
  client: QueryClient,
  product: Product,
  packageSize: PackageSize,
  quantity: number,
): Promise<void> {
  if (!currentPerson()) return askToSignIn('loginForCart', { action: 'addToCart', product, packageSize, quantity })
  try {
    await changeCart(client, { to: 'add', product, packageSize, quantity })
  } catch (error) {
    return sayFailed(error, 'cart.failed')
  }
  const t = translator()
  notify({
    title: t('cart.added', { package: formatPackage(packageSize, currentLanguage()), quantity }),
    action: { label: t('cart.open'), run: () => openPanel('cart') },
  })
}
