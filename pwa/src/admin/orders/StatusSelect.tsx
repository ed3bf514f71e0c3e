import { type OrderStatus, orderStatuses } from '@tsedra/contract/orders'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { statusStyles } from '../../orders/StatusBadge.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { resolveStatusKey } from './status-key.ts'

interface Props {
  label: string
  status: OrderStatus
  disabled: boolean
  onChange: (status: OrderStatus) => void
}

/**
 * The status of an order, changed in place: a combobox button with a listbox. An arrow key opens the list or moves in it
 * and saves nothing; a click, Enter or Space on an option does (WCAG 3.2.2).
 */
export function StatusSelect({ label, status, disabled, onChange }: Props) {
  const t = useTranslations('order.status')
  const listId = useId()
  /** The option selected by keyboard; undefined while the list is closed. */
  const [active, setActive] = useState<OrderStatus>()
  const isOpen = active !== undefined
  const close = () => setActive(undefined)

  const selectStatus = (next: OrderStatus) => {
    close()
    if (next !== status) onChange(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const action = resolveStatusKey(event.key, active, status)
    if (!action || disabled) return
    event.preventDefault()
    event.stopPropagation()
    if ('choose' in action) selectStatus(action.choose)
    else setActive(action.active)
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
        onKeyDown={onKeyDown}
        onBlur={close}
      >
        <Icon name={statusStyles[status].icon} />
        {t(status)}
        <Icon name="chevron-down" />
      </button>
      {isOpen && (
        <OptionList id={listId} label={label} onScroll={close}>
          {orderStatuses.map((option) => (
            <button
              key={option}
              type="button"
              tabIndex={-1}
              id={`${listId}-${option}`}
              role="option"
              aria-selected={option === status}
              className={option === active ? 'is-at' : undefined}
              // The focus stays on the button: its blur closes the list.
              onMouseDown={(event) => event.preventDefault()}
              onPointerMove={() => setActive(option)}
              onClick={() => selectStatus(option)}
            >
              <Icon name={statusStyles[option].icon} />
              {t(option)}
            </button>
          ))}
        </OptionList>
      )}
    </span>
  )
}

interface OptionListProps {
  id: string
  label: string
  onScroll: () => void
  children: ReactNode
}

/** Pixels between the button and its list, and between the list and the edge of the window. */
const LIST_GAP_PX = 4
const WINDOW_MARGIN_PX = 8

/** The list in the top layer, below its button or above it where there is no room; scrolling closes it. */
function OptionList({ id, label, onScroll, children }: OptionListProps) {
  const list = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onScroll)
  useEffect(() => {
    const element = list.current
    const button = element?.previousElementSibling
    if (!element || !button) return
    // Browsers without popovers show it in place.
    element.showPopover?.()
    const buttonRect = button.getBoundingClientRect()
    const { width, height } = element.getBoundingClientRect()
    const topBelow = buttonRect.bottom + LIST_GAP_PX
    const top =
      topBelow + height + WINDOW_MARGIN_PX > innerHeight
        ? Math.max(WINDOW_MARGIN_PX, buttonRect.top - LIST_GAP_PX - height)
        : topBelow
    element.style.top = `${top}px`
    element.style.left = `${Math.max(WINDOW_MARGIN_PX, Math.min(buttonRect.left, innerWidth - width - WINDOW_MARGIN_PX))}px`
    const abortController = new AbortController()
    addEventListener('scroll', () => close(), { capture: true, signal: abortController.signal })
    addEventListener('resize', () => close(), { signal: abortController.signal })
    return () => abortController.abort()
  }, [])
  return (
    <div ref={list} id={id} className="status__list" role="listbox" aria-label={label} popover="manual">
      {children}
    </div>
  )
}
