import { MAX_ADJUSTMENT_REASON } from '@tsedra/contract/admin-amendments'
import { adjustmentKinds, MAX_ADJUSTMENTS } from '@tsedra/contract/order-adjustments'
import { useFieldArray, useController } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { Field } from '../../../shared/ui/Field.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import type { ContentsFormValues } from './contents-form.ts'

/** Delivery, discounts and surcharges, each with its sum and its reason. */
export function AdjustmentsField() {
  const t = useTranslations('desk.contents')
  const tKind = useTranslations('order.adjustment')
  const { fields, append, remove } = useFieldArray<ContentsFormValues, 'adjustments'>({ name: 'adjustments' })
  return (
    <fieldset className="field adjustments">
      <legend className="field__label">{t('adjustments')}</legend>
      {fields.map(({ id, kind }, index) => (
        <div key={id} role="group" aria-label={tKind(kind)} className="adjustments__row">
          <b>{tKind(kind)}</b>
          <button
            type="button"
            className="icon-btn"
            aria-label={t('remove', { name: tKind(kind) })}
            onClick={() => remove(index)}
          >
            <Icon name="x" size="i--sm" />
          </button>
          <AdjustmentInput index={index} field="amount" label={t('amount')} />
          <AdjustmentInput
            index={index}
            field="reason"
            label={t('adjustmentReason')}
            isOptional={kind === 'delivery'}
          />
        </div>
      ))}
      {fields.length < MAX_ADJUSTMENTS && (
        <div className="adjustments__add">
          {adjustmentKinds.map((kind) => (
            <button
              key={kind}
              type="button"
              className="btn btn--line btn--sm"
              onClick={() => append({ kind, amount: '', reason: '' })}
            >
              <Icon name="plus" size="i--sm" />
              {tKind(kind)}
            </button>
          ))}
        </div>
      )}
    </fieldset>
  )
}

interface InputProps {
  index: number
  field: 'amount' | 'reason'
  label: string
  isOptional?: boolean
}

function AdjustmentInput({ index, field: name, label, isOptional = false }: InputProps) {
  const t = useTranslations('desk.contents')
  const { field, fieldState } = useController<ContentsFormValues, `adjustments.${number}.${'amount' | 'reason'}`>({
    name: `adjustments.${index}.${name}`,
  })
  return (
    <Field
      label={label}
      {...(isOptional && { optionalLabel: t('optional') })}
      {...(name === 'amount' ? { inputMode: 'decimal' } : { maxLength: MAX_ADJUSTMENT_REASON })}
      autoComplete="off"
      value={field.value}
      error={fieldState.error && t(name === 'amount' ? 'wrongAmount' : 'wrongReason')}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
    />
  )
}
