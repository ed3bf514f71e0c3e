import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProductPicture } from '../../catalogue/ProductPicture.tsx'
import { toneOf } from '@tsedra/contract/tone'
import { Icon } from '../../shared/ui/Icon.tsx'
import { moved } from './moved.ts'

export interface Placed {
  id: string
  slug: string
  name: string
  imageUrl: string | null
}

interface Props {
  items: readonly Placed[]
  busy: boolean
  onSave: (ids: string[]) => void
  onCancel: () => void
}

const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

/** The order of the shop: rows are dragged by their handle, moved by arrow keys on it, or by buttons; saved at once. */
export function OrderList({ items, busy, onSave, onCancel }: Props) {
  const t = useTranslations('admin.order')
  const [order, setOrder] = useState(items)
  const [dragged, setDragged] = useState<string>()
  const [said, setSaid] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const touched = useRef<HTMLElement | null>(null)

  function move(id: string, to: number): void {
    const after = moved(order, id, to)
    setOrder(after)
    const place = after.findIndex((each) => each.id === id)
    setSaid(t('moved', { name: after[place]?.name ?? '', place: place + 1, count: after.length }))
  }

  // A row that is put elsewhere loses the focus of what was touched in it.
  useEffect(() => {
    const element = touched.current
    if (element && document.activeElement !== element) element.focus()
    element?.scrollIntoView({ block: 'nearest' })
  }, [order])

  /** Follows the pointer until it is lifted, wherever it goes. */
  useEffect(() => {
    if (!dragged) return
    const follow = ({ clientY }: PointerEvent) => {
      const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect())
      const over = rows.findIndex(({ bottom }) => clientY < bottom)
      const to = over === -1 ? rows.length - 1 : over
      if (order[to]?.id !== dragged) move(dragged, to)
    }
    const drop = () => setDragged(undefined)
    addEventListener('pointermove', follow)
    addEventListener('pointerup', drop)
    addEventListener('pointercancel', drop)
    return () => {
      removeEventListener('pointermove', follow)
      removeEventListener('pointerup', drop)
      removeEventListener('pointercancel', drop)
    }
  })

  const isChanged = order.some(({ id }, place) => items[place]?.id !== id)
  return (
    <section className="places" aria-label={t('title')}>
      <div className="places__head">
        <p className="muted sm">{t('hint')}</p>
        <div className="places__acts">
          <button type="button" className="btn btn--line" onClick={onCancel}>
            {t('cancel')}
          </button>
          <button
            type="button"
            className="btn btn--primary"
            disabled={busy || !isChanged}
            aria-busy={busy}
            onClick={() => onSave(order.map(({ id }) => id))}
          >
            {busy && <span className="spin" aria-hidden="true" />}
            {t('save')}
          </button>
        </div>
      </div>
      <ol ref={list}>
        {order.map(({ id, slug, name, imageUrl }, place) => {
          const step = (by: number) => ({
            type: 'button' as const,
            className: 'ibtn ibtn--sm',
            onClick: ({ currentTarget }: { currentTarget: HTMLElement }) => {
              touched.current = currentTarget
              move(id, place + by)
            },
          })
          return (
            <li key={id} data-tone={toneOf(slug)} className={id === dragged ? 'is-dragged' : ''}>
              <button
                type="button"
                className="ibtn ibtn--sm grab"
                aria-label={t('grab', { name })}
                onPointerDown={({ currentTarget }) => {
                  touched.current = currentTarget
                  setDragged(id)
                }}
                onKeyDown={(event: KeyboardEvent<HTMLElement>) => {
                  const by = steps[event.key]
                  if (!by) return
                  event.preventDefault()
                  touched.current = event.currentTarget
                  move(id, place + by)
                }}
              >
                <Icon name="grip-vertical" />
              </button>
              <span className="plate thumb">
                <ProductPicture imageUrl={imageUrl} alt="" sizes="48px" />
              </span>
              <b>{name}</b>
              <button {...step(-1)} disabled={place === 0} aria-label={t('up', { name })}>
                <Icon name="arrow-up" size="i--sm" />
              </button>
              <button {...step(1)} disabled={place === order.length - 1} aria-label={t('down', { name })}>
                <Icon name="arrow-down" size="i--sm" />
              </button>
            </li>
          )
        })}
      </ol>
      <p className="vh" role="status">
        {said}
      </p>
    </section>
  )
}
