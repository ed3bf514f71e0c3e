import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { getComboboxAction, moveActive } from './combobox-keys.ts'

interface Options {
  input: RefObject<HTMLInputElement | null>
  /** The id of the listbox while it has options. */
  listId: string | undefined
  text: string
  onText: (text: string) => void
  onDismiss: (() => void) | undefined
}

/**
 * Makes a mounted input the combobox of a listbox. Its attributes and listeners are added to the element that the field
 * has rendered before this chunk was loaded, so text and focus stay.
 */
export function useCombobox({ input, listId, text, onText, onDismiss }: Options) {
  const [isOpen, setIsOpen] = useState(() => document.activeElement === input.current)
  const [activeId, setActiveId] = useState<string>()
  const options = () => [...(listId ? (document.getElementById(listId)?.querySelectorAll('[role=option]') ?? []) : [])]

  function open(): void {
    setIsOpen(true)
    setActiveId(undefined)
  }
  function close(): void {
    setIsOpen(false)
    setActiveId(undefined)
  }

  function dismiss(): void {
    const toggle = input.current?.closest('header')?.querySelector<HTMLElement>('button[aria-expanded]')
    if (onDismiss) toggle?.focus()
    onDismiss?.()
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isPlainKey = !event.isComposing && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey
    const list = options()
    // Suggestions that were found since may no longer have the active option.
    const active = list.findIndex(({ id }) => id === activeId)
    const state = { isOpen, hasActiveOption: active >= 0, hasText: text !== '' }
    const action = isPlainKey ? getComboboxAction(event.key, state) : undefined
    if (!action) {
      if (isPlainKey && event.key === 'Escape') dismiss()
      return
    }
    event.preventDefault()
    if (action === 'close') return close()
    if (action === 'clear') return onText('')
    if (action === 'choose') return (list[active] as HTMLElement | undefined)?.click()
    // The options are rendered with the list.
    if (!isOpen) flushSync(open)
    const shown = options()
    const option = shown[moveActive(action, active, shown.length)]
    setActiveId(option?.id)
    option?.scrollIntoView({ block: 'nearest' })
  })
  const onLeave = useEffectEvent(({ target }: Event) => {
    if (!isOpen || input.current?.form?.contains(target as Node)) return
    close()
    // A button of the header closes the field itself.
    if (!input.current?.closest('header')?.contains(target as Node)) onDismiss?.()
  })
  const openList = useEffectEvent(open)
  const closeList = useEffectEvent(close)

  useEffect(() => {
    const element = input.current
    const listening = new AbortController()
    const { signal } = listening
    for (const type of ['focus', 'input', 'click']) element?.addEventListener(type, () => openList(), { signal })
    element?.addEventListener('keydown', (event) => onKeyDown(event), { signal })
    element?.form?.addEventListener('submit', () => closeList(), { signal })
    for (const type of ['pointerdown', 'focusin'])
      document.addEventListener(type, (event) => onLeave(event), { signal })
    return () => listening.abort()
  }, [input])

  useComboboxAttributes(input, isOpen ? listId : undefined, activeId)
  return { isOpen, activeId: isOpen ? activeId : undefined, close }
}

function useComboboxAttributes(
  input: RefObject<HTMLInputElement | null>,
  listId: string | undefined,
  activeId: string | undefined,
): void {
  // After each render: other suggestions may have replaced the active option.
  useLayoutEffect(() => {
    const attributes = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': String(listId !== undefined),
      'aria-controls': listId,
      'aria-activedescendant': listId && activeId && document.getElementById(activeId) ? activeId : undefined,
    }
    for (const [name, value] of Object.entries(attributes))
      if (value === undefined) input.current?.removeAttribute(name)
      else input.current?.setAttribute(name, value)
  })
}
