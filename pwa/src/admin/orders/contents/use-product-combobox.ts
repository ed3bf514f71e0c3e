import type { listStaffProducts, StaffProductRow } from '@tsedra/contract/admin-catalogue'
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react'
import { useLanguage } from '../../../shared/i18n/language.ts'
import { useAdminQuery } from '../../use-admin-query.ts'

/** Number of products in the list. */
const MAX_OPTIONS = '8'

/** State and keys of the combobox: the typed text, the products for it, and the active one. */
export function useProductCombobox(onSelect: (product: StaffProductRow) => void) {
  const lang = useLanguage()
  const listId = useId()
  const [input, setInput] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [activeIndex, setActiveIndex] = useState(-1)
  const search = useDeferredValue(input.trim())
  const { data, isFetching, error } = useAdminQuery<typeof listStaffProducts>(
    'GET /api/admin/products',
    { query: { search, lang, limit: MAX_OPTIONS } },
    { enabled: isOpen && search !== '' },
  )
  const options = search === '' ? [] : (data?.products.filter(({ isActive }) => isActive) ?? [])
  const isListShown = isOpen && options.length > 0

  return {
    listId,
    input,
    isOpen: isOpen && search !== '' && !isFetching,
    isListShown,
    options,
    activeIndex,
    hasFailed: isOpen && error !== null,
    type,
    close,
    select,
    onKeyDown,
  }

  function close(): void {
    setIsOpen(false)
    setActiveIndex(-1)
  }

  function type(text: string): void {
    setInput(text)
    setIsOpen(true)
    setActiveIndex(-1)
  }

  function select(product: StaffProductRow | undefined): void {
    if (!product) return
    close()
    setInput('')
    onSelect(product)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && options.length > 0) {
      event.preventDefault()
      setIsOpen(true)
      const from = activeIndex === -1 && step === -1 ? options.length : activeIndex
      const next = (from + step + options.length) % options.length
      setActiveIndex(next)
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      // Does not submit the form.
      event.preventDefault()
      if (isListShown) select(options[Math.max(0, activeIndex)])
    } else if (event.key === 'Escape' && isListShown) {
      // Does not close the dialog.
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }
}
