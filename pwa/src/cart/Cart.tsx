import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { askToSignIn } from '../session/ask-to-sign-in.ts'
import { LastCopy } from '../session/LastCopy.tsx'
import { usePerson } from '../session/person.ts'
import { sayFailed } from '../session/say-failed.ts'
import { translator } from '../shared/i18n/translator.ts'
import { useOnline } from '../shared/network.ts'
import { openOrder } from '../shared/order-request.ts'
import { closePanel, openPanel } from '../shared/panels.ts'
import { Price } from '../catalogue/Price.tsx'
import { notify } from '../shared/notices.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { Empty } from '../shared/ui/Empty.tsx'
import { LoadError } from '../shared/ui/LoadError.tsx'
import { cartQuery } from './cart-query.ts'
import { CartLine } from './CartLine.tsx'
import { changeCart } from './changes.ts'
import { type Line, totalOf } from './lines.ts'
import { useIsChanging, useWithChanges } from './pending-changes.ts'
import '../shared/ui/note.css'
import './cart.css'

/** The cart over the page; a guest has none, and is asked to sign in. */
export function Cart() {
  const isGuest = usePerson() === null
  const [wasGuest] = useState(isGuest)
  useEffect(() => {
    if (!isGuest) return
    closePanel()
    askToSignIn(wasGuest ? 'loginForCart' : 'signedOutText')
  }, [isGuest, wasGuest])
  return isGuest ? null : <OwnCart />
}

/** Changed with a network, read and checked out without one. */
function OwnCart() {
  const t = useTranslations()
  const client = useQueryClient()
  const list = useRef<HTMLUListElement>(null)
  const online = useOnline()
  const found = useQuery(cartQuery())
  const lines = useWithChanges(found.data ?? [])
  const sold = lines.filter(({ available }) => available)
  const readOnly = !online || found.isError
  const isChanging = useIsChanging()
  const [wantsOut, setWantsOut] = useState(false)
  // A change that arrives after the order would lay into the cart again what was ordered.
  const leaving = useEffectEvent(checkOut)
  useEffect(() => {
    if (wantsOut && !isChanging) leaving()
  }, [wantsOut, isChanging])

  async function set({ product, packageSize, quantity: before, available }: Line, quantity: number): Promise<void> {
    const place = { product, packageSize }
    if (quantity === 0) list.current?.focus()
    try {
      await changeCart(client, { to: 'set', ...place, quantity })
    } catch (error) {
      return sayFailed(error, 'cart.notChanged')
    }
    if (quantity > 0) return
    sayRemoved('cart.removed', available ? [{ ...place, quantity: before }] : [])
  }

  async function clear(): Promise<void> {
    list.current?.focus()
    try {
      await changeCart(client, { to: 'clear' })
    } catch (error) {
      return sayFailed(error, 'cart.notChanged')
    }
    sayRemoved('cart.cleared', sold)
  }

  function sayRemoved(title: 'cart.removed' | 'cart.cleared', gone: readonly Omit<Line, 'available'>[]): void {
    const say = translator()
    const putBack = () =>
      gone.forEach(({ product, packageSize, quantity }) => {
        changeCart(client, { to: 'add', product, packageSize, quantity }).catch((error: unknown) =>
          sayFailed(error, 'cart.failed'),
        )
      })
    notify({ title: say(title), ...(gone.length > 0 && { action: { label: say('cart.putBack'), run: putBack } }) })
  }

  function checkOut(): void {
    closePanel()
    const items = sold.map(({ product: { id, slug }, packageSize, quantity }) => ({
      productId: id,
      slug,
      packageSize,
      quantity,
    }))
    openOrder({ items, from: 'cart' })
  }

  const foot = lines.length > 0 && (
    <>
      {sold.length < lines.length && <p className="sm muted">{t('cart.leftOut')}</p>}
      <p className="sum">
        <span className="muted">{t('cart.total')}</span>
        <output>
          <Price kopiykas={totalOf(lines)} large />
        </output>
      </p>
      <button
        type="button"
        className="btn btn--primary btn--lg btn--full"
        disabled={sold.length === 0}
        aria-busy={wantsOut}
        onClick={() => setWantsOut(true)}
      >
        {wantsOut && isChanging && <span className="spin" aria-hidden="true" />}
        {t('cart.checkOut')}
      </button>
      <button type="button" className="btn btn--quiet btn--full" disabled={readOnly} onClick={() => void clear()}>
        {t('cart.clear')}
      </button>
    </>
  )

  return (
    <Dialog title={t('cart.title')} shape="drawer" className="cart" onClose={closePanel} foot={foot}>
      {found.data && readOnly && <LastCopy onRetry={() => void found.refetch()} />}
      {!found.data &&
        (found.isError ? <LoadError error={found.error} onRetry={() => void found.refetch()} /> : <LinesSkeleton />)}
      {found.data && lines.length === 0 && (
        <Empty icon="shopping-bag" title={t('cart.empty')} text={t('cart.emptyText')}>
          <button type="button" className="btn btn--primary" onClick={() => openPanel('menu')}>
            {t('search.catalogue')}
          </button>
        </Empty>
      )}
      <ul ref={list} tabIndex={-1}>
        {lines.map((line) => (
          <CartLine
            key={`${line.product.id} ${line.packageSize}`}
            line={line}
            readOnly={readOnly}
            onQuantity={(quantity) => void set(line, quantity)}
          />
        ))}
      </ul>
    </Dialog>
  )
}

const AWAITED = 3

/** The same boxes as the lines. */
function LinesSkeleton() {
  const t = useTranslations()
  return (
    <div role="status" aria-label={t('loading')}>
      {Array.from({ length: AWAITED }, (_, place) => (
        <div className="line" key={place} aria-hidden="true">
          <div className="plate plate--wait" />
          <p className="line__name serif">
            <span className="sk sk--line">……………</span>
          </p>
          <span />
          <div className="line__row">
            <div className="sk sk--control" />
          </div>
        </div>
      ))}
    </div>
  )
}
