import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { promptSignIn } from '../session/prompt-sign-in.ts'
import { StaleDataNote } from '../session/StaleDataNote.tsx'
import { useCurrentUser } from '../session/current-user.ts'
import { useOnline } from '../shared/use-online.ts'
import { closeOverlay, openOverlay } from '../shared/overlay-state.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { EmptyState } from '../shared/ui/EmptyState.tsx'
import { LoadError } from '../shared/ui/LoadError.tsx'
import { cartQuery } from './cart-query.ts'
import { CartFooter } from './CartFooter.tsx'
import { CartLine } from './CartLine.tsx'
import { useWithChanges } from './pending-changes.ts'
import { useCartActions } from './use-cart-actions.ts'
import { useCheckOut } from './use-check-out.ts'
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
  const listRef = useRef<HTMLUListElement>(null)
  const online = useOnline()
  const query = useQuery(cartQuery())
  const lines = useWithChanges(query.data ?? [])
  const { setQuantity, clear } = useCartActions(() => listRef.current?.focus())
  const checkOut = useCheckOut(lines.filter(({ available }) => available))
  const isReadOnly = !online || query.isError

  const footer = lines.length > 0 && (
    <CartFooter lines={lines} isReadOnly={isReadOnly} checkOut={checkOut} onClear={() => void clear(lines)} />
  )
  return (
    <Dialog title={t('cart.title')} variant="drawer" className="cart" onClose={closeOverlay} footer={footer}>
      {query.data && isReadOnly && <StaleDataNote onRetry={() => void query.refetch()} />}
      {!query.data &&
        (query.isError ? <LoadError error={query.error} onRetry={() => void query.refetch()} /> : <LinesSkeleton />)}
      {query.data && lines.length === 0 && (
        <EmptyState icon="shopping-bag" title={t('cart.empty')} text={t('cart.emptyText')}>
          <button type="button" className="btn btn--primary" onClick={() => openOverlay('menu')}>
            {t('cart.catalogue')}
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
