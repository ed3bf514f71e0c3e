import { parseMoney, unitPrice } from '@tsedra/contract/money'
import { packageSizes } from '@tsedra/contract/packages'
import { type FormEvent, useId } from 'react'
import { useTranslations } from 'use-intl'
import { useOnline } from '../shared/use-online.ts'
import { useIsEphemeralStorage } from '../outbox/ephemeral-storage.ts'
import { Price } from '../catalogue/Price.tsx'
import { QuantityStepper } from '../shared/ui/QuantityStepper.tsx'
import { formatMoney, formatPackage } from '../shared/i18n/format.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { Field } from '../shared/ui/Field.tsx'
import { Icon } from '../shared/ui/Icon.tsx'
import type { OpenedDraft } from './order-draft.ts'
import { type OrderableLine, buildSummary, totalOf } from './order-form.ts'
import { OrderLines } from './OrderLines.tsx'
import { EphemeralStorageWarning, OrderAlert, ContactOptions } from './OrderAlert.tsx'
import { useReasonText } from './reason-text.ts'
import { useOrderForm } from './use-order-form.ts'
import '../shared/ui/checkbox.css'

interface Props {
  initialLines: readonly OrderableLine[]
  openedDraft: OpenedDraft
  remarks: readonly string[]
  fromCart: boolean
  onClose: () => void
}

/** Name, phone, package, comment; the sum follows every change. */
export function OrderFormDialog({ initialLines, openedDraft, remarks, fromCart, onClose }: Props) {
  const t = useTranslations()
  const online = useOnline()
  const isEphemeral = useIsEphemeralStorage()
  const reasonText = useReasonText()
  const formId = useId()
  const form = useOrderForm(openedDraft, initialLines, fromCart)
  const { fields, lines, errors, busy, trouble: problem, elements, change: updateFields, leave: validateOnBlur } = form
  const [singleLine, ...more] = lines
  // Not a final no: an earlier copy may have arrived, so the words are as they were.
  const isFrozen = problem?.kind === 'refused' && !problem.final
  const isDisabled = busy || isFrozen

  const footer = (
    <>
      {lines.length > 1 && (
        <p className="sum">
          <span>{t('order.total')}</span>
          <Price kopiykas={totalOf(lines)} isLarge />
        </p>
      )}
      <button
        type="submit"
        form={formId}
        className="btn btn--primary btn--lg btn--full"
        disabled={busy}
        aria-busy={busy}
      >
        {busy && <span className="spin" aria-hidden="true" />}
        {t(busy ? 'order.sending' : isFrozen ? 'outbox.sendNow' : online ? 'order.send' : 'order.later')}
      </button>
      <p className="note">
        <Icon name="message-circle" />
        <span>{t('order.page.promise')}</span>
      </p>
    </>
  )

  return (
    <Dialog title={t('order.title')} onClose={onClose} footer={footer}>
      <form
        id={formId}
        className="contents"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void form.send()
        }}
      >
        <OrderLines lines={lines} />
        {remarks.length > 0 && (
          <ul className="note note--warn remarks">
            {remarks.map((remark) => (
              <li key={remark}>{remark}</li>
            ))}
          </ul>
        )}
        {!online && (
          <p className="note note--warn">
            <Icon name="cloud-off" />
            <span>{t('order.offline')}</span>
          </p>
        )}
        {isEphemeral && <EphemeralStorageWarning id={form.orderId} summary={buildSummary(lines)} />}
        {(problem?.kind === 'unsaved' || problem?.kind === 'unconfirmed') && (
          <>
            <OrderAlert title={t(`order.${problem.kind}.title`)} text={t(`order.${problem.kind}.text`)} />
            <ContactOptions id={form.orderId} summary={buildSummary(lines)} />
          </>
        )}
        {problem?.kind === 'spent' && <OrderAlert text={t('order.spent')} />}
        {problem?.kind === 'refused' && (
          <>
            <OrderAlert
              text={`${reasonText(problem.reason, problem.detail)} ${
                isFrozen
                  ? t('outbox.unknownOutcome')
                  : problem.reason === 'unavailable'
                    ? t('order.unavailable.advice')
                    : ''
              }`}
            />
            <ContactOptions id={form.orderId} summary={buildSummary(lines)} />
          </>
        )}
        <Field
          label={t('order.name')}
          type="text"
          autoComplete="name"
          value={fields.name}
          error={errors.name && t(`order.error.${errors.name}`)}
          disabled={isDisabled}
          inputRef={elements.name}
          onChange={(name) => updateFields({ name })}
          onBlur={() => validateOnBlur('name')}
        />
        <Field
          label={t('order.phone')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          placeholder="+380 XX XXX XXXX"
          hint={t('order.phoneHint')}
          value={fields.phone}
          error={errors.phone && t(`order.error.${errors.phone}`)}
          disabled={isDisabled}
          inputRef={elements.phone}
          onChange={(phone) => updateFields({ phone })}
          onBlur={() => validateOnBlur('phone')}
        />
        {singleLine && more.length === 0 && (
          <PackageAndQuantity line={singleLine} disabled={isDisabled} onChange={updateFields} />
        )}
        <Field
          label={t('order.comment')}
          optionalLabel={t('order.optional')}
          rows={3}
          placeholder={t('order.commentHint')}
          value={fields.comment}
          error={errors.comment && t(`order.error.${errors.comment}`)}
          disabled={isDisabled}
          inputRef={elements.comment}
          onChange={(comment) => updateFields({ comment })}
          onBlur={() => validateOnBlur('comment')}
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
        <div className="absolute -left-[9999px] size-px overflow-hidden" aria-hidden="true">
          <label>
            {t('order.trap')}
            <input
              type="text"
              name="website"
              tabIndex={-1}
              autoComplete="off"
              value={form.website}
              onChange={({ target }) => form.setWebsite(target.value)}
            />
          </label>
        </div>
      </form>
    </Dialog>
  )
}

interface PackageProps {
  line: OrderableLine
  disabled: boolean
  onChange: (changed: { packageSize: OrderableLine['packageSize'] } | { quantity: number }) => void
}

function PackageAndQuantity({ line: { product, packageSize, quantity }, disabled, onChange }: PackageProps) {
  const t = useTranslations('product')
  const language = useLanguage()
  const id = useId()
  const base = parseMoney(product.price) ?? 0
  const soldSizes = packageSizes.filter((size) => product.availablePackages.includes(size))
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {t('package')}
      </label>
      <div className="package-and-quantity">
        <div className="select">
          <select
            id={id}
            className="input"
            value={packageSize}
            disabled={disabled}
            onChange={({ target }) =>
              onChange({ packageSize: soldSizes.find((size) => size === target.value) ?? packageSize })
            }
          >
            {soldSizes.map((size) => (
              <option key={size} value={size}>
                {formatPackage(size, language)} — {formatMoney(unitPrice(base, size), language)}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" />
        </div>
        <fieldset disabled={disabled}>
          <QuantityStepper quantity={quantity} onChange={(next) => onChange({ quantity: next })} />
        </fieldset>
      </div>
    </div>
  )
}
