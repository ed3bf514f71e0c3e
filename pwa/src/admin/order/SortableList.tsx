import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProductPicture } from '../../catalogue/ProductPicture.tsx'
import { pickTone } from '@tsedra/contract/tone'
import { Icon } from '../../shared/ui/Icon.tsx'
import { moveItem } from './move-item.ts'

export interface SortableItem {
  id: string
  slug: string
  name: string
  /** Omitted for entities without pictures. */
  imageUrl?: string | null
}

interface Props {
  items: readonly SortableItem[]
  busy: boolean
  onSave: (ids: string[]) => void
  onCancel: () => void
}

const arrowSteps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

/** A list sorted by dragging a handle, by arrow keys on it, or by buttons; saved as one change. */
export function SortableList({ items, busy, onSave, onCancel }: Props) {
  const t = useTranslations('admin.order')
  const [sortedItems, setSortedItems] = useState(items)
  const [draggedId, setDraggedId] = useState<string>()
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const lastTouched = useRef<HTMLElement | null>(null)

  function move(id: string, targetIndex: number): void {
    const reordered = moveItem(sortedItems, id, targetIndex)
    setSortedItems(reordered)
    const index = reordered.findIndex((item) => item.id === id)
    setAnnouncement(t('moved', { name: reordered[index]?.name ?? '', place: index + 1, count: reordered.length }))
  }

  // A moved row loses the focus of its button.
  useEffect(() => {
    const element = lastTouched.current
    if (element && document.activeElement !== element) element.focus()
    element?.scrollIntoView({ block: 'nearest' })
  }, [sortedItems])

  /** Follows the pointer on the whole window until it is released. */
  useEffect(() => {
    if (!draggedId) return
    const onPointerMove = ({ clientY }: PointerEvent) => {
      const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect())
      const rowIndex = rows.findIndex(({ bottom }) => clientY < bottom)
      const targetIndex = rowIndex === -1 ? rows.length - 1 : rowIndex
      if (sortedItems[targetIndex]?.id !== draggedId) move(draggedId, targetIndex)
    }
    const drop = () => setDraggedId(undefined)
    addEventListener('pointermove', onPointerMove)
    addEventListener('pointerup', drop)
    addEventListener('pointercancel', drop)
    return () => {
      removeEventListener('pointermove', onPointerMove)
      removeEventListener('pointerup', drop)
      removeEventListener('pointercancel', drop)
    }
  })

  const isChanged = sortedItems.some(({ id }, index) => items[index]?.id !== id)
  return (
    <section className="sortable-list" aria-label={t('title')}>
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
            onClick={() => onSave(sortedItems.map(({ id }) => id))}
          >
            {busy && <span className="spin" aria-hidden="true" />}
            {t('save')}
          </button>
        </div>
      </div>
      <ol ref={list}>
        {sortedItems.map(({ id, slug, name, imageUrl }, index) => {
          const step = (offset: number) => ({
            type: 'button' as const,
            className: 'icon-btn icon-btn--sm',
            onClick: ({ currentTarget }: { currentTarget: HTMLElement }) => {
              lastTouched.current = currentTarget
              move(id, index + offset)
            },
          })
          return (
            <li key={id} data-tone={pickTone(slug)} className={id === draggedId ? 'is-dragged' : ''}>
              <button
                type="button"
                className="icon-btn icon-btn--sm drag-handle"
                aria-label={t('grab', { name })}
                onPointerDown={({ currentTarget }) => {
                  lastTouched.current = currentTarget
                  setDraggedId(id)
                }}
                onKeyDown={(event: KeyboardEvent<HTMLElement>) => {
                  const offset = arrowSteps[event.key]
                  if (!offset) return
                  event.preventDefault()
                  lastTouched.current = event.currentTarget
                  move(id, index + offset)
                }}
              >
                <Icon name="grip-vertical" />
              </button>
              {imageUrl !== undefined && (
                <span className="plate thumb">
                  <ProductPicture imageUrl={imageUrl} alt="" sizes="48px" />
                </span>
              )}
              <b>{name}</b>
              <button {...step(-1)} disabled={index === 0} aria-label={t('up', { name })}>
                <Icon name="arrow-up" size="i--sm" />
              </button>
              <button {...step(1)} disabled={index === sortedItems.length - 1} aria-label={t('down', { name })}>
                <Icon name="arrow-down" size="i--sm" />
              </button>
            </li>
          )
        })}
      </ol>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </section>
  )
}
