import { useEffect, useEffectEvent } from 'react'
import { type OrderKeyAction, resolveOrderKey } from './order-keys.ts'

/** Calls the action of a key while the list has the keyboard: no dialog is open, and the user is not typing. */
export function useOrderKeys(hasSingleKeys: boolean, run: (action: OrderKeyAction) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return
    const target = event.target instanceof Element ? event.target : document.body
    const action = resolveOrderKey(event, { hasSingleKeys, isTyping: isTyping(target) })
    // Enter on a button or link is its own.
    if (!action || (action === 'open' && target.closest('a, button, input'))) return
    event.preventDefault()
    run(action)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

/** Returns true in a field, and in an open list, where a character may select an option. */
const isTyping = (target: Element): boolean =>
  target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable], [aria-expanded="true"]') !== null
