export type OrderKeyAction = 'next' | 'previous' | 'confirm' | 'select' | 'reply' | 'undo' | 'help' | 'open' | 'clear'

/** Single-key shortcuts, by the Latin character of the key. */
const singleKeyActions: Record<string, OrderKeyAction> = {
  j: 'next',
  k: 'previous',
  c: 'confirm',
  x: 'select',
  r: 'reply',
  z: 'undo',
}

/** What a key depends on beside itself. */
interface KeyContext {
  /** False when the user has turned single-key shortcuts off (WCAG 2.1.4). */
  hasSingleKeys: boolean
  /** The focus is in a field, or in an open list, where a character may select an option. */
  isTyping: boolean
}

type PressedKey = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>

/**
 * Returns the action of a key in the order list; undefined for other keys. On a layout without Latin characters the position
 * of the key decides.
 */
export function resolveOrderKey(
  { key, code, ctrlKey, metaKey, altKey }: PressedKey,
  { hasSingleKeys, isTyping }: KeyContext,
): OrderKeyAction | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  // mutation test: no-shortcut-while-typing
  if (isTyping) return undefined
  if (key === 'Enter') return 'open'
  if (key === 'Escape') return 'clear'
  // mutation test: single-keys-can-be-off
  if (!hasSingleKeys) return undefined
  if (key === '?') return 'help'
  const character = /^[a-z]$/i.test(key) ? key.toLowerCase() : (/^Key([A-Z])$/.exec(code)?.[1] ?? '').toLowerCase()
  return singleKeyActions[character]
}
