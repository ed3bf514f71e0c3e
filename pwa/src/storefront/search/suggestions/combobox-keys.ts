/** What a key of an open or closed combobox does: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ */
export type ComboboxAction = 'first' | 'last' | 'next' | 'previous' | 'choose' | 'close' | 'clear' | undefined

interface ComboboxState {
  isOpen: boolean
  hasActiveOption: boolean
  hasText: boolean
}

/** Returns what a key does; undefined leaves it to the input, for example Home while no option is active. */
export function getComboboxAction(key: string, { isOpen, hasActiveOption, hasText }: ComboboxState): ComboboxAction {
  if (key === 'ArrowDown') return 'next'
  if (key === 'ArrowUp') return 'previous'
  if (key === 'Escape') return isOpen ? 'close' : hasText ? 'clear' : undefined
  if (!isOpen || !hasActiveOption) return undefined
  if (key === 'Home') return 'first'
  if (key === 'End') return 'last'
  return key === 'Enter' ? 'choose' : undefined
}

/** Returns the index of the option that becomes active; the last is followed by the first. */
export function moveActive(action: ComboboxAction, active: number, count: number): number {
  if (action === 'first') return 0
  if (action === 'last') return count - 1
  if (action === 'next') return (active + 1) % count
  return active <= 0 ? count - 1 : active - 1
}
