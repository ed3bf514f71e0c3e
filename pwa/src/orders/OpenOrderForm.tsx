import { parseMoney, unitPrice } from '@tsedra/contract/money'
import { packageSizes } from '@tsedra/contract/packages'
import { type FormEvent, useId } from 'react'
import { useTranslations } from 'use-intl'
import { useOnline } from '../shared/network.ts'
import { useForgetful } from '../outbox/lasting-storage.ts'
import { Price } from '../catalogue/Price.tsx'
import { Stepper } from '../shared/ui/Stepper.tsx'
import { formatMoney, formatPackage } from '../shared/i18n/format.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { Field } from '../shared/ui/Field.tsx'
import { Icon } from '../shared/ui/Icon.tsx'
import type { OpenedDraft } from './keep-draft.ts'
import { type OrderableLine, summaryOf, totalOf } from './order-form.ts'
import { OrderLines } from './OrderLines.tsx'
import { Forgetful, OrderTrouble, OtherWays } from './OrderTrouble.tsx'
import { useRefusalText } from './refusal-text.ts'
import { useOrderForm } from './use-order-form.ts'
import '../shared/ui/checkbox.css'

interface Props {
  wanted: readonly OrderableLine[]
  opened: OpenedDraft
  remarks: readonly string[]
  fromCart: boolean
  onClose: () => void
}

/** Name, phone, package, comment; the sum follows every change. */
export function OpenOrderForm({ wanted, opened, remarks, fromCart, onClose }: Props) {
  const t = useTranslations()
  const online = useOnline()
  const forgetful = useForgetful()
  const refusalText = useRefusalText()
  const formId = useId()
  const form = useOrderForm(opened, wanted, fromCart)
  const { fields, lines, errors, busy, trouble, elements, change, leave } = form
  const [only, ...more] = lines
  // Not a final no: an earlier copy may have arrived, so the words are as they were.
  const frozen = trouble?.to === 'refused' && !trouble.final
  const off = busy || frozen

  const foot = (
    <>
      {lines.length > 1 && (
        <p className="sum">
          <span>{t('order.total')}</span>
          <Price kopiykas={totalOf(lines)} large />
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
        {t(busy ? 'order.sending' : frozen ? 'outbox.sendNow' : online ? 'order.send' : 'order.later')}
      </button>
      <p className="note">
        <Icon name="message-circle" />
        <span>{t('order.page.promise')}</span>
      </p>
    </>
  )

  return (
    <Dialog title={t('order.title')} onClose={onClose} foot={foot}>
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
        {forgetful && <Forgetful id={form.orderId} summary={summaryOf(lines)} />}
        {(trouble?.to === 'unsaved' || trouble?.to === 'unconfirmed') && (
          <>
            <OrderTrouble title={t(`order.${trouble.to}.title`)} text={t(`order.${trouble.to}.text`)} />
            <OtherWays id={form.orderId} summary={summaryOf(lines)} />
          </>
        )}
        {trouble?.to === 'spent' && <OrderTrouble text={t('order.spent')} />}
        {trouble?.to === 'refused' && (
          <>
            <OrderTrouble
              text={`${refusalText(trouble.reason, trouble.detail)} ${
                frozen
                  ? t('outbox.unknownOutcome')
                  : trouble.reason === 'unavailable'
                    ? t('order.unavailable.advice')
                    : ''
              }`}
            />
            <OtherWays id={form.orderId} summary={summaryOf(lines)} />
          </>
        )}
        <Field
          label={t('order.name')}
          type="text"
          autoComplete="name"
          value={fields.name}
          error={errors.name && t(`order.error.${errors.name}`)}
          disabled={off}
          field={elements.name}
          onChange={(name) => change({ name })}
          onLeave={() => leave('name')}
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
          disabled={off}
          field={elements.phone}
          onChange={(phone) => change({ phone })}
          onLeave={() => leave('phone')}
        />
        {only && more.length === 0 && <PackageAndQuantity line={only} disabled={off} onChange={change} />}
        <Field
          label={t('order.comment')}
          optional={t('order.optional')}
          rows={3}
          placeholder={t('order.commentHint')}
          value={fields.comment}
          error={errors.comment && t(`order.error.${errors.comment}`)}
          disabled={off}
          field={elements.comment}
          onChange={(comment) => change({ comment })}
          onLeave={() => leave('comment')}
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
  const sold = packageSizes.filter((size) => product.availablePackages.includes(size))
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {t('package')}
      </label>
      <div className="choice">
        <div className="select">
          <select
            id={id}
            className="input"
            value={packageSize}
            disabled={disabled}
            onChange={({ target }) =>
              onChange({ packageSize: sold.find((size) => size === target.value) ?? packageSize })
            }
          >
            {sold.map((size) => (
              <option key={size} value={size}>
                {formatPackage(size, language)} — {formatMoney(unitPrice(base, size), language)}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" />
        </div>
        <fieldset disabled={disabled}>
          <Stepper quantity={quantity} onChange={(next) => onChange({ quantity: next })} />
        </fieldset>
      </div>
    </div>
  )
}
