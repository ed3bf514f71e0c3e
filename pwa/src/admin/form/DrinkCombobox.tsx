import type { StaffDrink } from '@tsedra/contract/admin-drinks'
import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { getName } from '../../catalogue/translations.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import type { DrinkOption } from './drink-options.ts'
import { useDrinkCombobox } from './use-drink-combobox.ts'

interface Props {
  drinks: readonly StaffDrink[]
  selectedSlugs: readonly string[]
  inputRef: RefObject<HTMLInputElement | null>
  onSelect: (slug: string, name: string) => void
}

/** Shows the opened list, also at the lower edge of the dialog. */
const scrollIntoView = (list: HTMLElement | null) => list?.scrollIntoView({ block: 'nearest' })

/**
 * Selects a drink from a list that the typed text filters, or creates one with the typed name in every language: the
 * editable combobox of the ARIA Authoring Practices.
 */
export function DrinkCombobox({ inputRef, ...selection }: Props) {
  const t = useTranslations('admin.form.drinksField')
  const language = useLanguage()
  const combobox = useDrinkCombobox(selection)
  const { listId, isListShown, options, activeIndex } = combobox
  const labelOf = (option: DrinkOption<StaffDrink>) =>
    'drink' in option ? getName(option.drink, language) : t('create', { name: option.newName })

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
        aria-busy={combobox.busy}
        autoComplete="off"
        maxLength={255}
        readOnly={combobox.busy}
        value={combobox.input}
        onChange={({ target }) => combobox.type(target.value)}
        onClick={combobox.open}
        onBlur={combobox.close}
        onKeyDown={combobox.onKeyDown}
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
              onClick={() => void combobox.select(option)}
            >
              {'newName' in option && <Icon name="plus" size="i--sm" />}
              {labelOf(option)}
            </button>
          ))}
        </div>
      )}
      <p className="visually-hidden" role="status">
        {combobox.isOpen && t('found', { count: options.length })}
      </p>
    </div>
  )
}
