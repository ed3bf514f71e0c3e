import { languages } from '@tsedra/contract/language'
import { useId } from 'react'
import { FormProvider, useController, useFormContext, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { Money } from '../../../catalogue/Price.tsx'
import { Field } from '../../../shared/ui/Field.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { FormDialog } from '../../form/FormDialog.tsx'
import { totalOf } from '../contents/contents-form.ts'
import { DraftLinesField } from '../contents/DraftLinesField.tsx'
import type { EnterOrderValues } from './enter-order-form.ts'
import { useEnterOrder } from './use-enter-order.ts'
import '../contents/contents.css'

interface Props {
  onEntered: (id: string) => void
  onClose: () => void
}

/** The form for an order that a customer places by phone. */
export function EnterOrder({ onEntered, onClose }: Props) {
  const t = useTranslations('desk.enter')
  const { form, busy, submit } = useEnterOrder(onEntered, onClose)
  return (
    <FormProvider {...form}>
      <FormDialog title={t('title')} busy={busy} onSubmit={submit} onClose={onClose}>
        <div className="adjustments">
          <CustomerField name="customerName" label={t('name')} error={t('wrongName')} />
          <CustomerField name="customerPhone" label={t('phone')} error={t('wrongPhone')} />
          <CustomerField name="customerTelegram" label={t('telegram')} error={t('wrongTelegram')} isOptional />
          <LanguageField />
          <CustomerField name="customerComment" label={t('note')} error={t('wrongNote')} rows={3} isOptional />
        </div>
        <div className="adjustments">
          <DraftLinesField />
          <Total />
        </div>
      </FormDialog>
    </FormProvider>
  )
}

interface FieldProps {
  name: 'customerName' | 'customerPhone' | 'customerTelegram' | 'customerComment'
  label: string
  error: string
  rows?: number
  isOptional?: boolean
}

function CustomerField({ name, label, error, rows, isOptional = false }: FieldProps) {
  const t = useTranslations('desk.enter')
  const { field, fieldState } = useController<EnterOrderValues, FieldProps['name']>({ name })
  return (
    <Field
      label={label}
      {...(isOptional && { optionalLabel: t('optional') })}
      {...(rows && { rows })}
      {...(name === 'customerPhone' && { type: 'tel', inputMode: 'tel' })}
      autoComplete="off"
      value={field.value}
      error={fieldState.error && error}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
    />
  )
}

function LanguageField() {
  const t = useTranslations('desk')
  const id = useId()
  const { register } = useFormContext<EnterOrderValues>()
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {t('enter.language')}
      </label>
      <div className="select">
        <select id={id} className="input" {...register('language')}>
          {languages.map((language) => (
            <option key={language} value={language}>
              {t(`languages.${language}`)}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" />
      </div>
    </div>
  )
}

function Total() {
  const t = useTranslations('desk.enter')
  const items = useWatch<EnterOrderValues, 'items'>({ name: 'items' })
  return (
    <p className="amended-total" role="status">
      {t('total')}{' '}
      <b>
        <Money kopiykas={totalOf({ items, adjustments: [] })} />
      </b>
    </p>
  )
}
