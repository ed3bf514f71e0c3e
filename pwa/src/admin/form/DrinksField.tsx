import { MAX_DRINKS } from '@tsedra/contract/catalogue-inputs'
import { useRef, useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { getName } from '../../catalogue/translations.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { useAllDrinks } from './use-all-drinks.ts'
import { DrinkCombobox } from './DrinkCombobox.tsx'
import { DrinkTags } from './DrinkTags.tsx'
import { useFieldErrorText } from './use-field-error-text.ts'
import './drinks-field.css'

/** The drinks that a product goes with, the most characteristic first: chips, and a combobox that adds one. */
export function DrinksField({ name, label }: { name: string; label: string }) {
  const t = useTranslations('admin.form.drinksField')
  const language = useLanguage()
  const getErrorText = useFieldErrorText()
  const { getValues } = useFormContext()
  const { field, fieldState } = useController({ name })
  const { data: drinks = [], isError } = useAllDrinks()
  const [announcement, setAnnouncement] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const slugs = field.value as readonly string[]
  const names = new Map(drinks.map((drink) => [drink.slug, getName(drink, language)]))
  const nameOf = (slug: string) => names.get(slug) ?? slug
  const isDraft = (slug: string) => drinks.some((drink) => drink.slug === slug && !drink.isActive)

  function add(slug: string, drinkName: string): void {
    // Read now: the list may have changed while a new drink was created.
    const current = getValues(name) as readonly string[]
    if (!current.includes(slug)) field.onChange([...current, slug])
    setAnnouncement(t('added', { name: drinkName }))
  }

  function move(slug: string, index: number): void {
    field.onChange(slugs.toSpliced(slugs.indexOf(slug), 1).toSpliced(index, 0, slug))
    setAnnouncement(t('moved', { name: nameOf(slug), place: index + 1, count: slugs.length }))
  }

  function remove(slug: string): void {
    field.onChange(slugs.filter((other) => other !== slug))
    setAnnouncement(t('removed', { name: nameOf(slug) }))
    // The button with the focus is removed with its chip.
    input.current?.focus()
  }

  return (
    <fieldset className="field drinks-field">
      <legend className="field__label">{label}</legend>
      {slugs.length > 0 && (
        <DrinkTags slugs={slugs} nameOf={nameOf} isDraft={isDraft} onMove={move} onRemove={remove} />
      )}
      {slugs.length < MAX_DRINKS ? (
        <DrinkCombobox drinks={drinks} selectedSlugs={slugs} inputRef={input} onSelect={add} />
      ) : (
        <p className="field__hint">{t('full')}</p>
      )}
      {fieldState.error ? (
        <p className="field__error">
          <Icon name="circle-alert" />
          {getErrorText(name, fieldState.error, slugs)}
        </p>
      ) : (
        <p className="field__hint">{isError ? t('unavailable') : t('hint')}</p>
      )}
      {slugs.some(isDraft) && (
        <p className="field__hint">
          {t('draftHint')}{' '}
          <a href="/admin/drinks" target="_blank" rel="noreferrer">
            {t('draftLink')}
          </a>
        </p>
      )}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </fieldset>
  )
}
