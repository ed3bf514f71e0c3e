import { type OrderStatus, orderStatuses } from '@tsedra/contract/orders'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { statusLooks } from '../../orders/StatusBadge.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { statusKey } from './status-key.ts'

interface Props {
  label: string
  status: OrderStatus
  disabled: boolean
  onChoose: (status: OrderStatus) => void
}

/**
 * The status of an order, changed in place: a combobox button with a listbox. An arrow key opens the list or moves in it
 * and saves nothing; a click, Enter or Space on an option does (WCAG 3.2.2).
 */
export function StatusChoice({ label, status, disabled, onChoose }: Props) {
  const t = useTranslations('order.status')
  const listId = useId()
  /** The option that the keyboard is at; undefined while the list is closed. */
  const [active, setActive] = useState<OrderStatus>()
  const isOpen = active !== undefined
  const close = () => setActive(undefined)

  const choose = (to: OrderStatus) => {
    close()
    if (to !== status) onChoose(to)
  }
  const press = (event: KeyboardEvent) => {
    const result = statusKey(event.key, active, status)
    if (!result || disabled) return
    event.preventDefault()
    event.stopPropagation()
    if ('choose' in result) choose(result.choose)
    else setActive(result.active)
  }
  return (
    <span className={`status status--${status}`}>
      <button
        type="button"
        role="combobox"
        aria-label={label}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${active}` : undefined}
        // Not `disabled`: the focus would be lost while a change is saved.
        aria-disabled={disabled}
        onClick={({ currentTarget }) => {
          // Safari focuses no button that is clicked.
          currentTarget.focus()
          if (!disabled) setActive(isOpen ? undefined : status)
        }}
        onKeyDown={press}
        onBlur={close}
      >
        <Icon name={statusLooks[status].icon} />
        {t(status)}
        <Icon name="chevron-down" />
      </button>
      {isOpen && (
        <Options id={listId} label={label} onScroll={close}>
          {orderStatuses.map((each) => (
            <button
              key={each}
              type="button"
              tabIndex={-1}
              id={`${listId}-${each}`}
              role="option"
              aria-selected={each === status}
              className={each === active ? 'is-at' : undefined}
              // The focus stays on the button: its blur closes the list.
              onMouseDown={(event) => event.preventDefault()}
              onPointerMove={() => setActive(each)}
              onClick={() => choose(each)}
            >
              <Icon name={statusLooks[each].icon} />
              {t(each)}
            </button>
          ))}
        </Options>
      )}
    </span>
  )
}

interface OptionsProps {
  id: string
  label: string
  onScroll: () => void
  children: ReactNode
}

/** Pixels between the button and its list, and between the list and the edge of the window. */
const GAP = 4
const EDGE = 8

/** The list in the top layer, below its button or above it where there is no room; scrolling closes it. */
function Options({ id, label, onScroll, children }: OptionsProps) {
  const list = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onScroll)
  useEffect(() => {
    const element = list.current
    const button = element?.previousElementSibling
    if (!element || !button) return
    // Browsers without popovers show it in place.
    element.showPopover?.()
    const at = button.getBoundingClientRect()
    const { width, height } = element.getBoundingClientRect()
    const below = at.bottom + GAP
    const top = below + height + EDGE > innerHeight ? Math.max(EDGE, at.top - GAP - height) : below
    element.style.top = `${top}px`
    element.style.left = `${Math.max(EDGE, Math.min(at.left, innerWidth - width - EDGE))}px`
    const stop = new AbortController()
    addEventListener('scroll', () => close(), { capture: true, signal: stop.signal })
    addEventListener('resize', () => close(), { signal: stop.signal })
    return () => stop.abort()
  }, [])
  return (
    <div ref={list} id={id} className="status__list" role="listbox" aria-label={label} popover="manual">
      {children}
    </div>
  )
}
