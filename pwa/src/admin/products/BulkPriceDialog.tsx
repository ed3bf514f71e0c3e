import type { setProductPrices, StaffProductRow } from '@tsedra/contract/admin-catalogue'
import { type FormEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { markCatalogueChanged } from '../../catalogue/sync/catalogue-changed.ts'
import { getName } from '../../catalogue/translations.ts'
import { ApiError, callApi } from '../../shared/api.ts'
import { formatMoney } from '../../shared/i18n/format.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { Field } from '../../shared/ui/Field.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { useOnline } from '../../shared/use-online.ts'
import { useAdminMutation } from '../use-admin-mutation.ts'
import { listPriceChanges, parsePercent, type PriceChange, type PriceDirection, toPrices } from './bulk-price.ts'

interface Props {
  /** The selected products as they are now. */
  rows: readonly StaffProductRow[]
  onSaved: () => void
  onClose: () => void
}

/** Raises or lowers the prices of products by a percentage: shows every new price, then saves all or none. */
export function BulkPriceDialog({ rows, onSaved, onClose }: Props) {
  const t = useTranslations('admin.products.prices')
  const tForm = useTranslations('admin.form')
  const language = useLanguage()
  const isOnline = useOnline()
  const formId = useId()
  const [direction, setDirection] = useState<PriceDirection>('raise')
  const [text, setText] = useState('')
  const [conflictingIds, setConflictingIds] = useState<readonly unknown[]>([])
  const { busy, mutate } = useAdminMutation(markCatalogueChanged)
  const percentTenths = parsePercent(text)
  const changes = percentTenths ? listPriceChanges(rows, percentTenths, direction) : []
  const prices = toPrices(changes)
  const canSave = prices.length > 0 && changes.every(({ isValid }) => isValid)
  const conflicting = rows.filter(({ id }) => conflictingIds.includes(id)).map((row) => getName(row, language))

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!canSave || busy || !isOnline) return
    const result = await mutate(
      () => callApi<typeof setProductPrices>('PUT /api/admin/products/prices', { body: { prices } }),
      { successMessage: t('saved', { count: prices.length }), errorMessages: { changed_meanwhile: null } },
    )
    if ('response' in result) return onSaved()
    const { error } = result
    if (error instanceof ApiError && error.code === 'changed_meanwhile')
      setConflictingIds(Array.isArray(error.details['ids']) ? error.details['ids'] : [])
  }

  return (
    <Dialog
      title={t('title')}
      onClose={onClose}
      footer={
        <div className="confirm">
          <button type="button" className="btn btn--line" onClick={onClose}>
            {tForm('cancel')}
          </button>
          <button
            type="submit"
            form={formId}
            className="btn btn--primary"
            disabled={!canSave || busy || !isOnline}
            aria-busy={busy}
          >
            {busy && <span className="spin" aria-hidden="true" />}
            {t('save')}
          </button>
        </div>
      }
    >
      <form id={formId} className="bulk-price" noValidate onSubmit={(event) => void save(event)}>
        {conflicting.length > 0 && (
          <div className="note note--warn" role="alert">
            <b>{t('conflict')}</b>
            <p>{t('conflictText', { names: conflicting.join(', ') })}</p>
          </div>
        )}
        <div className="two">
          <div className="field">
            <label className="field__label" htmlFor={`${formId}-direction`}>
              {t('direction')}
            </label>
            <div className="select">
              <select
                className="input"
                id={`${formId}-direction`}
                value={direction}
                onChange={({ target }) => setDirection(target.value === 'lower' ? 'lower' : 'raise')}
              >
                <option value="raise">{t('raise')}</option>
                <option value="lower">{t('lower')}</option>
              </select>
              <Icon name="chevron-down" />
            </div>
          </div>
          <Field
            label={t('percent')}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            error={text.trim() !== '' && !percentTenths ? t('wrongPercent') : undefined}
            onChange={setText}
          />
        </div>
        <p className="muted sm">{t('rounding')}</p>
        {!isOnline && (
          <p className="field__error" role="status">
            <Icon name="cloud-off" />
            {tForm('offline')}
          </p>
        )}
        <p role="status">{percentTenths !== undefined && t('summary', { count: prices.length })}</p>
        <ul className="diff">
          {changes.map((change) => (
            <ChangedPrice key={change.row.id} change={change} />
          ))}
        </ul>
      </form>
    </Dialog>
  )
}

function ChangedPrice({ change: { row, before, after, isValid } }: { change: PriceChange }) {
  const t = useTranslations('admin')
  const language = useLanguage()
  return (
    <li>
      <b>{getName(row, language)}</b>
      <span>
        <del>{formatMoney(before, language)}</del>
        <span aria-hidden="true"> → </span>
        <span className="visually-hidden">{t('products.prices.then')}</span>{' '}
        <ins>{formatMoney(Math.max(0, after), language)}</ins>
      </span>
      {!isValid && (
        <p className="field__error">
          <Icon name="circle-alert" />
          {t('form.wrong.price')}
        </p>
      )}
    </li>
  )
}
