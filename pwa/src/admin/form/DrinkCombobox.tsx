import type { createDrink, StaffDrink } from '@tsedra/contract/admin-drinks'
import { languages } from '@tsedra/contract/language'
import { type RefObject, useState } from 'react'
import { useTranslations } from 'use-intl'
import { markCatalogueChanged } from '../../catalogue/sync/catalogue-changed.ts'
import { getName } from '../../catalogue/translations.ts'
import { callApi } from '../../shared/api.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { useAdminMutation } from '../use-admin-mutation.ts'
import { Combobox } from './Combobox.tsx'
import { type DrinkOption, listDrinkOptions } from './drink-options.ts'

interface Props {
  drinks: readonly StaffDrink[]
  selectedSlugs: readonly string[]
  inputRef: RefObject<HTMLInputElement | null>
  onSelect: (slug: string, name: string) => void
}

/** Creates a hidden drink: its name in the other languages is still the typed one (infra/decisions/0041-drinks-and-synonyms.md). */
const postDraft = (name: string) =>
  callApi<typeof createDrink>('POST /api/admin/drinks', {
    body: { drink: { isActive: false }, translations: languages.map((language) => ({ language, name })) },
  })

/** Selects a drink, or creates a hidden draft with the typed name. */
export function DrinkCombobox({ drinks, selectedSlugs, inputRef, onSelect }: Props) {
  const t = useTranslations('admin.form.drinksField')
  const language = useLanguage()
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const { busy, mutate } = useAdminMutation(markCatalogueChanged)
  const options = listDrinkOptions(drinks, selectedSlugs, text)

  async function select(option: DrinkOption<StaffDrink>): Promise<void> {
    if ('drink' in option) {
      setText('')
      return onSelect(option.drink.slug, getName(option.drink, language))
    }
    const result = await mutate(() => postDraft(option.newName), {})
    // On an error the typed name stays.
    if (!('response' in result)) return
    setText('')
    onSelect(result.response.slug, option.newName)
  }

  return (
    <>
      <Combobox
        label={t('input')}
        listLabel={t('options')}
        text={text}
        maxLength={255}
        onType={setText}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        options={options}
        getKey={(option) => ('drink' in option ? option.drink.slug : '')}
        renderOption={(option) =>
          'drink' in option ? (
            getName(option.drink, language)
          ) : (
            <>
              <Icon name="plus" size="i--sm" />
              {t('create', { name: option.newName })}
            </>
          )
        }
        onSelect={(option) => void select(option)}
        busy={busy}
        inputRef={inputRef}
      />
      <p className="visually-hidden" role="status">
        {isOpen && t('found', { count: options.length })}
      </p>
    </>
  )
}
