import type { QueryClient } from '@tanstack/react-query'
import type { PackageSize } from '@tsedra/contract/packages'
import { askToSignIn } from '../session/ask-to-sign-in.ts'
import { currentPerson } from '../session/person.ts'
import { sayFailed } from '../session/say-failed.ts'
import { translator } from '../shared/i18n/translator.ts'
import { openPanel } from '../shared/panels.ts'
import type { Product } from '../catalogue/queries.ts'
import { notify } from '../shared/notices.ts'
import { formatPackage } from '../shared/i18n/format.ts'
import { currentLanguage } from '../shared/i18n/language.ts'
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
