import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { showFailure } from '../session/show-failure.ts'
import { getName } from '../catalogue/translations.ts'
import { getTranslator } from '../shared/i18n/get-translator.ts'
import { getLanguage } from '../shared/i18n/language.ts'
import { showToast } from '../shared/toasts.ts'
import type { CartLineData } from './cart-lines.ts'
import { changeCart } from './change-cart.ts'

type RemovedLine = Omit<CartLineData, 'available'>

/**
 * Returns the actions of the cart drawer. Removed lines can be added again from a toast.
 *
 * @param focusList called before a removal, because the focused button disappears with its line
 */
export function useCartActions(focusList: () => void) {
  const client = useQueryClient()
  return { setQuantity, clear }

  async function setQuantity(line: CartLineData, quantity: number): Promise<void> {
    const { product, packageSize, available } = line
    if (quantity === 0) focusList()
    try {
      await changeCart(client, { kind: 'set', product, packageSize, quantity })
    } catch (error) {
      return showFailure(error, 'cart.notChanged')
    }
    if (quantity > 0) return
    showRemovedToast(client, available ? [line] : [], {
      subject: getName(product, getLanguage()),
      title: getTranslator()('cart.removed'),
    })
  }

  async function clear(lines: readonly CartLineData[]): Promise<void> {
    focusList()
    try {
      await changeCart(client, { kind: 'clear' })
    } catch (error) {
      return showFailure(error, 'cart.notChanged')
    }
    const available = lines.filter((line) => line.available)
    showRemovedToast(client, available, { title: getTranslator()('cart.cleared') })
  }
}

/** Shows a toast after a removal, with an undo button if a removed line is available. */
function showRemovedToast(
  client: QueryClient,
  removed: readonly RemovedLine[],
  toast: { subject?: string; title: string },
): void {
  const undoRemove = () =>
    removed.forEach(({ product, packageSize, quantity }) => {
      changeCart(client, { kind: 'add', product, packageSize, quantity }).catch((error: unknown) =>
        showFailure(error, 'cart.failed'),
      )
    })
  showToast({
    ...toast,
    ...(removed.length > 0 && { action: { label: getTranslator()('cart.putBack'), run: undoRemove } }),
  })
}
