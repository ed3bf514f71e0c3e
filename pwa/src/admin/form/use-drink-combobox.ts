import type { createDrink, StaffDrink } from '@tsedra/contract/admin-drinks'
import { languages } from '@tsedra/contract/language'
import { type KeyboardEvent, useId, useState } from 'react'
import { markCatalogueChanged } from '../../catalogue/sync/catalogue-changed.ts'
import { getName } from '../../catalogue/translations.ts'
import { callApi } from '../../shared/api.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useAdminMutation } from '../use-admin-mutation.ts'
import { type DrinkOption, listDrinkOptions } from './drink-options.ts'

interface Options {
  drinks: readonly StaffDrink[]
  selectedSlugs: readonly string[]
  onSelect: (slug: string, name: string) => void
}

const postDrink = (name: string) =>
  callApi<typeof createDrink>('POST /api/admin/drinks', {
    body: { drink: {}, translations: languages.map((language) => ({ language, name })) },
  })

/** State and keys of the combobox: the typed text, the options for it, and the active one. */
export function useDrinkCombobox({ drinks, selectedSlugs, onSelect }: Options) {
  const language = useLanguage()
  const listId = useId()
  const [input, setInput] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [activeIndex, setActiveIndex] = useState(-1)
  const { busy, mutate } = useAdminMutation(markCatalogueChanged)
  const options = listDrinkOptions(drinks, selectedSlugs, input)
  const isListShown = isOpen && options.length > 0

  return {
    listId,
    input,
    isOpen,
    isListShown,
    options,
    activeIndex,
    busy,
    type,
    open: () => setIsOpen(true),
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

  async function select(option: DrinkOption<StaffDrink> | undefined): Promise<void> {
    if (!option || busy) return
    close()
    if ('drink' in option) {
      setInput('')
      return onSelect(option.drink.slug, getName(option.drink, language))
    }
    const result = await mutate(() => postDrink(option.newName), {})
    // On an error the typed name stays.
    if (!('response' in result)) return
    setInput('')
    onSelect(result.response.slug, option.newName)
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
    } else if (event.key === 'Enter' && (isListShown || input.trim())) {
      // Does not submit the form.
      event.preventDefault()
      void select(options[Math.max(0, activeIndex)])
    } else if (event.key === 'Escape' && isListShown) {
      // Does not close the dialog.
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }
}
