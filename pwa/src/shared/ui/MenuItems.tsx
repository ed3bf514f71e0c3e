import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import { Link } from './Link.tsx'
import './menu.css'

interface BaseItem {
  label: string
  icon?: IconName
  isDisabled?: boolean
  /** Whether this option of a choice is the current one; absent for an action. */
  isChecked?: boolean
}

/** An item does something, or it is a link. */
export type MenuItem = BaseItem & ({ onSelect: () => void; to?: never } | { to: string; onSelect?: never })

interface Props {
  label: string
  items: readonly MenuItem[]
  /** Closes the menu before its item is carried out, so that the focus is back where a dialog returns it to. */
  onClose: () => void
}

const itemsOf = (menu: Element): HTMLElement[] => [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')]

/** Moves the focus to an item of a menu; a negative index counts from the end. */
export function focusMenuItem(menu: Element | null, index: number): void {
  const elements = menu ? itemsOf(menu) : []
  elements[(index + elements.length) % elements.length]?.focus()
}

/** The items of a menu with its arrow keys (ARIA menu pattern), in a popover or in a sheet. */
export function MenuItems({ label, items, onClose }: Props) {
  const menu = useRef<HTMLDivElement>(null)
  const tabIndexOwner = Math.max(
    0,
    items.findIndex(({ isChecked }) => isChecked),
  )

  function handleKey(event: KeyboardEvent): void {
    const current = itemsOf(event.currentTarget).indexOf(event.target as HTMLElement)
    const indexes: Record<string, number> = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: -1 }
    const index = indexes[event.key]
    if (index === undefined) return
    event.preventDefault()
    focusMenuItem(menu.current, index)
  }

  return (
    <div ref={menu} role="menu" tabIndex={-1} className="menu-items" aria-label={label} onKeyDown={handleKey}>
      {items.map((item, index) => (
        <Item key={item.label} item={item} tabIndex={index === tabIndexOwner ? 0 : -1} onClose={onClose} />
      ))}
    </div>
  )
}

function Item({ item, tabIndex, onClose }: { item: MenuItem; tabIndex: number; onClose: () => void }) {
  const { icon, isDisabled = false, isChecked, label } = item
  const content: ReactNode = (
    <>
      {icon && <Icon name={icon} size="i--sm" />}
      {label}
      {isChecked && <Icon name="check" size="i--sm" />}
    </>
  )
  if (item.to !== undefined) {
    return (
      <Link role="menuitem" tabIndex={tabIndex} to={item.to} onClick={onClose}>
        {content}
      </Link>
    )
  }
  return (
    <button
      type="button"
      role={isChecked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={isChecked}
      // A disabled item can be focused: `disabled` would end the arrow keys there.
      aria-disabled={isDisabled}
      tabIndex={tabIndex}
      onClick={() => {
        if (isDisabled) return
        onClose()
        item.onSelect()
      }}
    >
      {content}
    </button>
  )
}
