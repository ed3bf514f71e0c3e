import { useTranslations } from 'use-intl'
import { Field } from '../shared/ui/Field.tsx'
import type { OrderFormState } from './use-order-form.ts'
import '../shared/ui/checkbox.css'

interface Props {
  form: OrderFormState
  isDisabled: boolean
}

/** Shows name, phone, comment and the checkbox that stores the contact. */
export function OrderFormFields({ form, isDisabled }: Props) {
  const t = useTranslations()
  const { busy, bind } = form
  return (
    <>
      <Field label={t('order.name')} type="text" autoComplete="name" disabled={isDisabled} {...bind('name')} />
      <Field
        label={t('order.phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="+380 XX XXX XXXX"
        hint={t('order.phoneHint')}
        disabled={isDisabled}
        {...bind('phone')}
      />
      <Field
        label={t('order.comment')}
        optionalLabel={t('order.optional')}
        rows={3}
        placeholder={t('order.commentHint')}
        disabled={isDisabled}
        {...bind('comment')}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={form.remember}
          disabled={busy}
          onChange={({ target }) => form.setRemember(target.checked)}
        />
        <span>{t('order.remember')}</span>
      </label>
      <HoneypotField value={form.website} onChange={form.setWebsite} />
    </>
  )
}

/** A hidden field (honeypot): a value in it marks a bot. */
function HoneypotField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useTranslations('order')
  return (
    <div className="absolute -left-[9999px] size-px overflow-hidden" aria-hidden="true">
      <label>
        {t('trap')}
        <input
          type="text"
          name="website"
          tabIndex={-1}
          autoComplete="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      </label>
    </div>
  )
}
