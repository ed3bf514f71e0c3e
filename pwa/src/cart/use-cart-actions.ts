import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { showFailure } from '../session/show-failure.ts'
import { getTranslator } from '../shared/i18n/get-translator.ts'
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
    showRemovedToast(client, 'cart.removed', available ? [line] : [])
  }

  async function clear(lines: readonly CartLineData[]): Promise<void> {
    focusList()
    try {
      await changeCart(client, { kind: 'clear' })
    } catch (error) {
      return showFailure(error, 'cart.notChanged')
    }
    showRemovedToast(
      client,
      'cart.cleared',
      lines.filter(({ available }) => available),
    )
  }
}

/** Shows a toast after a removal, with an undo button if a removed line is available. */
function showRemovedToast(
  client: QueryClient,
  title: 'cart.removed' | 'cart.cleared',
  removed: readonly RemovedLine[],
): void {
  const t = getTranslator()
  const undoRemove = () =>
    removed.forEach(({ product, packageSize, quantity }) => {
      changeCart(client, { kind: 'add', product, packageSize, quantity }).catch((error: unknown) =>
        showFailure(error, 'cart.failed'),
      )
    })
  showToast({
    title: t(title),
    ...(removed.length > 0 && { action: { label: t('cart.putBack'), run: undoRemove } }),
  })
}
