import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Icon } from './Icon.tsx'
import type { MenuItem } from './MenuItems.tsx'
import { MenuPopover } from './MenuPopover.tsx'

interface Props {
  /** Name of the button and of its menu. */
  label: string
  /** Classes of the button. */
  className?: string
  items: readonly MenuItem[]
  /** Content of the button; three dots without. */
  children?: ReactNode
}

/** A button that opens a menu beside it (ARIA menu button pattern). */
export function MenuButton({
  label,
  className = 'icon-btn',
  items,
  children = <Icon name="ellipsis" size="i--sm" />,
}: Props) {
  const id = useId()
  const anchorName = `--menu-${id}`
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  /** `ArrowUp` on the button opens the menu at its last item. */
  const [isFromEnd, setIsFromEnd] = useState(false)

  function openFromKeyboard(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setIsFromEnd(event.key === 'ArrowUp')
    button.current?.click()
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        style={{ anchorName }}
        popoverTarget={id}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onKeyDown={isOpen ? undefined : openFromKeyboard}
      >
        {children}
      </button>
      <MenuPopover
        ref={menu}
        id={id}
        label={label}
        items={items}
        anchorName={anchorName}
        isFromEnd={isFromEnd}
        onToggle={(isNowOpen) => {
          setIsOpen(isNowOpen)
          if (!isNowOpen) setIsFromEnd(false)
        }}
      />
    </>
  )
}
