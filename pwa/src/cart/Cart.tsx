import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { promptSignIn } from '../session/prompt-sign-in.ts'
import { StaleDataNote } from '../session/StaleDataNote.tsx'
import { useCurrentUser } from '../session/current-user.ts'
import { showFailure } from '../session/show-failure.ts'
import { getTranslator } from '../shared/i18n/get-translator.ts'
import { useOnline } from '../shared/use-online.ts'
import { openOrderDialog } from '../shared/order-dialog-state.ts'
import { closeOverlay, openOverlay } from '../shared/overlay-state.ts'
import { Price } from '../catalogue/Price.tsx'
import { showToast } from '../shared/toasts.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { EmptyState } from '../shared/ui/EmptyState.tsx'
import { LoadError } from '../shared/ui/LoadError.tsx'
import { cartQuery } from './cart-query.ts'
import { CartLine } from './CartLine.tsx'
import { changeCart } from './change-cart.ts'
import { type CartLineData, totalOf } from './cart-lines.ts'
import { useIsChanging, useWithChanges } from './pending-changes.ts'
import '../shared/ui/note.css'
import './cart.css'

/** The cart drawer; it prompts a guest to sign in. */
export function Cart() {
  const isGuest = useCurrentUser() === null
  const [wasGuest] = useState(isGuest)
  useEffect(() => {
    if (!isGuest) return
    closeOverlay()
    promptSignIn(wasGuest ? 'loginForCart' : 'signedOutText')
  }, [isGuest, wasGuest])
  return isGuest ? null : <UserCart />
}

/** The cart of the signed-in user; offline it is read-only but can be checked out. */
function UserCart() {
  const t = useTranslations()
  const client = useQueryClient()
  const listRef = useRef<HTMLUListElement>(null)
  const online = useOnline()
  const query = useQuery(cartQuery())
  const lines = useWithChanges(query.data ?? [])
  const availableLines = lines.filter(({ available }) => available)
  const isReadOnly = !online || query.isError
  const isChanging = useIsChanging()
  const [isCheckoutRequested, setIsCheckoutRequested] = useState(false)
  // The check-out waits for pending changes: one that arrives after the order would add ordered lines again.
  const onReadyToCheckOut = useEffectEvent(checkOut)
  useEffect(() => {
    if (isCheckoutRequested && !isChanging) onReadyToCheckOut()
  }, [isCheckoutRequested, isChanging])

  async function setQuantity(
    { product, packageSize, quantity: previousQuantity, available }: CartLineData,
    quantity: number,
  ): Promise<void> {
    const lineKey = { product, packageSize }
    if (quantity === 0) listRef.current?.focus()
    try {
      await changeCart(client, { kind: 'set', ...lineKey, quantity })
    } catch (error) {
      return showFailure(error, 'cart.notChanged')
    }
    if (quantity > 0) return
    showRemovedToast('cart.removed', available ? [{ ...lineKey, quantity: previousQuantity }] : [])
  }

  async function clear(): Promise<void> {
    listRef.current?.focus()
    try {
      await changeCart(client, { kind: 'clear' })
    } catch (error) {
      return showFailure(error, 'cart.notChanged')
    }
    showRemovedToast('cart.cleared', availableLines)
  }

  function showRemovedToast(
    title: 'cart.removed' | 'cart.cleared',
    removed: readonly Omit<CartLineData, 'available'>[],
  ): void {
    const translate = getTranslator()
    const undoRemove = () =>
      removed.forEach(({ product, packageSize, quantity }) => {
        changeCart(client, { kind: 'add', product, packageSize, quantity }).catch((error: unknown) =>
          showFailure(error, 'cart.failed'),
        )
      })
    showToast({
      title: translate(title),
      ...(removed.length > 0 && { action: { label: translate('cart.putBack'), run: undoRemove } }),
    })
  }

  function checkOut(): void {
    closeOverlay()
    const items = availableLines.map(({ product: { id, slug }, packageSize, quantity }) => ({
      productId: id,
      slug,
      packageSize,
      quantity,
    }))
    openOrderDialog({ items, from: 'cart' })
  }

  const footer = lines.length > 0 && (
    <>
      {availableLines.length < lines.length && <p className="sm muted">{t('cart.leftOut')}</p>}
      <p className="sum">
        <span className="muted">{t('cart.total')}</span>
        <output>
          <Price kopiykas={totalOf(lines)} isLarge />
        </output>
      </p>
      <button
        type="button"
        className="btn btn--primary btn--lg btn--full"
        disabled={availableLines.length === 0}
        aria-busy={isCheckoutRequested}
        onClick={() => setIsCheckoutRequested(true)}
      >
        {isCheckoutRequested && isChanging && <span className="spin" aria-hidden="true" />}
        {t('cart.checkOut')}
      </button>
      <button type="button" className="btn btn--quiet btn--full" disabled={isReadOnly} onClick={() => void clear()}>
        {t('cart.clear')}
      </button>
    </>
  )

  return (
    <Dialog title={t('cart.title')} variant="drawer" className="cart" onClose={closeOverlay} footer={footer}>
      {query.data && isReadOnly && <StaleDataNote onRetry={() => void query.refetch()} />}
      {!query.data &&
        (query.isError ? <LoadError error={query.error} onRetry={() => void query.refetch()} /> : <LinesSkeleton />)}
      {query.data && lines.length === 0 && (
        <EmptyState icon="shopping-bag" title={t('cart.empty')} text={t('cart.emptyText')}>
          <button type="button" className="btn btn--primary" onClick={() => openOverlay('menu')}>
            {t('search.catalogue')}
          </button>
        </EmptyState>
      )}
      <ul ref={listRef} tabIndex={-1}>
        {lines.map((line) => (
          <CartLine
            key={`${line.product.id} ${line.packageSize}`}
            line={line}
            readOnly={isReadOnly}
            onQuantity={(quantity) => void setQuantity(line, quantity)}
          />
        ))}
      </ul>
    </Dialog>
  )
}

const SKELETON_LINES = 3

/** Placeholders of the size of the lines. */
function LinesSkeleton() {
  const t = useTranslations()
  return (
    <div role="status" aria-label={t('loading')}>
      {Array.from({ length: SKELETON_LINES }, (_, index) => (
        <div className="cart-line" key={index} aria-hidden="true">
          <div className="plate plate--wait" />
          <p className="cart-line__name serif">
            <span className="sk sk--line">……………</span>
          </p>
          <span />
          <div className="cart-line__actions">
            <div className="sk sk--control" />
          </div>
        </div>
      ))}
    </div>
  )
}
