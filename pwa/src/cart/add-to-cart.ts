import type { QueryClient } from '@tanstack/react-query'
import { formatPackage, type PackageSize } from '@tsedra/contract/packages'
import { promptSignIn } from '../session/prompt-sign-in.ts'
import { getCurrentUser } from '../session/current-user.ts'
import { showFailure } from '../session/show-failure.ts'
import { getTranslator } from '../shared/i18n/get-translator.ts'
import { openOverlay } from '../shared/overlay-state.ts'
import type { Product } from '../catalogue/queries.ts'
import { getName } from '../catalogue/translations.ts'
import { showToast } from '../shared/toasts.ts'
import { getLanguage } from '../shared/i18n/language.ts'
import { changeCart } from './change-cart.ts'

/** Adds packages to the cart and shows a toast once the API has confirmed it; prompts a guest to sign in. */
export async function addToCart(
  client: QueryClient,
  product: Product,
  packageSize: PackageSize,
  quantity: number,
): Promise<void> {
  if (!getCurrentUser()) return promptSignIn('loginForCart', { action: 'addToCart', product, packageSize, quantity })
  try {
    await changeCart(client, { kind: 'add', product, packageSize, quantity })
  } catch (error) {
    return showFailure(error, 'cart.failed')
  }
  const t = getTranslator()
  const language = getLanguage()
  showToast({
    subject: getName(product, language),
    title: t('cart.added'),
    text: `${formatPackage(packageSize, language)} × ${quantity}`,
    action: { label: t('cart.open'), run: () => openOverlay('cart') },
  })
}
