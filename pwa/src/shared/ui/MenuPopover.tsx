import { type KeyboardEvent, type RefObject, type ToggleEvent, useState } from 'react'
import { focusMenuItem, type MenuItem, MenuItems } from './MenuItems.tsx'

interface Props {
  ref: RefObject<HTMLDivElement | null>
  id?: string
  label: string
  items: readonly MenuItem[]
  /** `anchor-name` of the element beside which the menu opens. */
  anchorName: string
  /** Whether the menu opens at its last item. */
  isFromEnd?: boolean
  onToggle: (isOpen: boolean) => void
}

/**
 * A menu in a popover beside its anchor. Browsers without anchor positioning show the menu as a sheet at the bottom of the
 * screen.
 */
export function MenuPopover({ ref, id, label, items, anchorName, isFromEnd = false, onToggle }: Props) {
  const [isOpen, setIsOpen] = useState(false)

  function handleToggle({ newState }: ToggleEvent): void {
    const currentOption = ref.current?.querySelector<HTMLElement>('[aria-checked="true"]')
    if (newState === 'open' && currentOption && !isFromEnd) currentOption.focus()
    else if (newState === 'open') focusMenuItem(ref.current, isFromEnd ? -1 : 0)
    // Not before it is closed: the browser returns the focus from an item to the button, while there is one.
    if (newState === 'closed') setIsOpen(false)
    // An item may have unmounted the menu already.
    if (ref.current) onToggle(newState === 'open')
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the menu in it
    <div
      ref={ref}
      id={id}
      popover="auto"
      className="popover-menu"
      style={{ positionAnchor: anchorName }}
      onBeforeToggle={({ newState }) => newState === 'open' && setIsOpen(true)}
      onToggle={handleToggle}
      // The focus returns to the button first, so that Tab continues from there.
      onKeyDown={({ key }: KeyboardEvent) => key === 'Tab' && ref.current?.hidePopover()}
    >
      {isOpen && <MenuItems label={label} items={items} onClose={() => ref.current?.hidePopover()} />}
    </div>
  )
}
