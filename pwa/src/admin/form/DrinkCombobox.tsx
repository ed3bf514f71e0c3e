import type { createDrink, StaffDrink } from '@tsedra/contract/admin-drinks'
import { languages } from '@tsedra/contract/language'
import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { markCatalogueChanged } from '../../catalogue/sync/catalogue-changed.ts'
import { getName } from '../../catalogue/translations.ts'
import { callApi } from '../../shared/api.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { useAdminMutation } from '../use-admin-mutation.ts'
import { type DrinkOption, listDrinkOptions } from './drink-options.ts'

interface Props {
  drinks: readonly StaffDrink[]
  selectedSlugs: readonly string[]
  inputRef: RefObject<HTMLInputElement | null>
  onSelect: (slug: string, name: string) => void
}

const postDrink = (name: string) =>
  callApi<typeof createDrink>('POST /api/admin/drinks', {
    body: { drink: {}, translations: languages.map((language) => ({ language, name })) },
  })

/** Shows the opened list, also at the lower edge of the dialog. */
const scrollIntoView = (list: HTMLElement | null) => list?.scrollIntoView({ block: 'nearest' })

/**
 * Selects a drink from a list that the typed text filters, or creates one with the typed name in every language: the
 * editable combobox of the ARIA Authoring Practices.
 */
export function DrinkCombobox({ drinks, selectedSlugs, inputRef, onSelect }: Props) {
  const t = useTranslations('admin.form.drinksField')
  const language = useLanguage()
  const listId = useId()
  const [input, setInput] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [activeIndex, setActiveIndex] = useState(-1)
  const { busy, mutate } = useAdminMutation(markCatalogueChanged)
  const options = listDrinkOptions(drinks, selectedSlugs, input)
  const isListShown = isOpen && options.length > 0
  const labelOf = (option: DrinkOption<StaffDrink>) =>
    'drink' in option ? getName(option.drink, language) : t('create', { name: option.newName })

  function close(): void {
    setIsOpen(false)
    setActiveIndex(-1)
  }

  function open(text: string): void {
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

  return (
    <div className="drink-combobox">
      <input
        ref={inputRef}
        className="input"
        type="text"
        role="combobox"
        aria-label={t('input')}
        placeholder={t('input')}
        aria-autocomplete="list"
        aria-expanded={isListShown}
        aria-controls={isListShown ? listId : undefined}
        aria-activedescendant={isListShown && activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined}
        aria-busy={busy}
        autoComplete="off"
        maxLength={255}
        readOnly={busy}
        value={input}
        onChange={({ target }) => open(target.value)}
        onClick={() => setIsOpen(true)}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      {isListShown && (
        <div ref={scrollIntoView} id={listId} role="listbox" aria-label={t('options')}>
          {options.map((option, index) => (
            <button
              type="button"
              tabIndex={-1}
              key={'drink' in option ? option.drink.slug : ''}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === activeIndex}
              className={index === activeIndex ? 'is-at' : undefined}
              // The focus stays in the input: its blur closes the list.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => void select(option)}
            >
              {'newName' in option && <Icon name="plus" size="i--sm" />}
              {labelOf(option)}
            </button>
          ))}
        </div>
      )}
      <p className="visually-hidden" role="status">
        {isOpen && t('found', { count: options.length })}
      </p>
    </div>
  )
}
