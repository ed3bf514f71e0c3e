import { useEffect, useId, useRef, useState } from 'react'
import { closeOverlay, getOverlayOpener } from '../overlay-state.ts'
import { Dialog } from './Dialog.tsx'
import { type MenuItem, MenuItems } from './MenuItems.tsx'
import { MenuPopover } from './MenuPopover.tsx'

interface Props {
  label: string
  items: readonly MenuItem[]
}

/** An overlay that is a menu: beside the button that opened it, and on phones a sheet. */
export function OverlayMenu({ label, items }: Props) {
  const [isSheet] = useState(() => matchMedia('(max-width: 719.9px)').matches)
  if (!isSheet) return <OpenerMenu label={label} items={items} />
  return (
    <Dialog title={label} className="choices" onClose={closeOverlay}>
      <MenuItems label={label} items={items} onClose={closeOverlay} />
    </Dialog>
  )
}

/** The menu beside the button that opened the overlay; the button closes it again. */
function OpenerMenu({ label, items }: Props) {
  const anchorName = `--menu-${useId()}`
  const menu = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const opener = getOverlayOpener()
    opener?.style.setProperty('anchor-name', anchorName)
    opener?.setAttribute('aria-expanded', 'true')
    menu.current?.showPopover()
    return () => {
      opener?.style.removeProperty('anchor-name')
      opener?.removeAttribute('aria-expanded')
      if (opener) opener.popoverTargetElement = null
    }
  }, [anchorName])

  function handleToggle(isOpen: boolean): void {
    const opener = getOverlayOpener()
    if (!isOpen) closeOverlay()
    // Not during the click that opened the menu, which would close it at once.
    else if (opener) opener.popoverTargetElement = menu.current
  }

  return <MenuPopover ref={menu} label={label} items={items} anchorName={anchorName} onToggle={handleToggle} />
}
