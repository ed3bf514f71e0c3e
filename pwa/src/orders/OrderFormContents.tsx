import { type FormEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOnline } from '../shared/use-online.ts'
import { useIsEphemeralStorage } from '../outbox/ephemeral-storage.ts'
import { Price } from '../catalogue/Price.tsx'
import { PriceAge } from '../catalogue/PriceAge.tsx'
import { Icon } from '../shared/ui/Icon.tsx'
import type { OpenedDraft } from './order-draft.ts'
import { buildSummary, totalOf } from './order-form.ts'
import type { OrderableLine } from './orderable-product.ts'
import { OrderFormLines } from './OrderFormLines.tsx'
import { EphemeralStorageWarning } from './OrderAlert.tsx'
import { OrderFormFields } from './OrderFormFields.tsx'
import { OrderFormProblem } from './OrderFormProblem.tsx'
import { addPackage } from './form-lines.ts'
import { ProductPicker } from './picker/ProductPicker.tsx'
import { useOrderForm } from './use-order-form.ts'

interface Props {
  requestedLines: readonly OrderableLine[]
  openedDraft: OpenedDraft
  remarks: readonly string[]
  fromCart: boolean
}

/** The order form in its dialog: lines, warnings, fields and the button that sends. */
export function OrderFormContents({ requestedLines, openedDraft, remarks, fromCart }: Props) {
  const t = useTranslations()
  const online = useOnline()
  const isEphemeral = useIsEphemeralStorage()
  const formId = useId()
  const form = useOrderForm(openedDraft, requestedLines, fromCart)
  const { lines, busy, problem, setLines } = form
  const [isPickerOpen, setIsPickerOpen] = useState(false)
  // The shop may have stored an earlier copy: only the same bytes may be sent again.
  const isFrozen = problem?.kind === 'refused' && !problem.final
  const isDisabled = busy || isFrozen

  const footer = (
    <>
      {lines.length > 1 && (
        <p className="sum">
          <span>{t('order.total')}</span>
          <output>
            <Price kopiykas={totalOf(lines)} isLarge />
          </output>
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
        <span>{t('product.promise')}</span>
      </p>
    </>
  )

  return (
    <>
      <form
        id={formId}
        className="dialog__body"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void form.send()
        }}
      >
        <OrderFormLines
          lines={lines}
          isDisabled={isDisabled}
          onChange={setLines}
          onPick={() => setIsPickerOpen(true)}
        />
        <PriceAge />
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
        <OrderFormProblem form={form} isFrozen={isFrozen} />
        <OrderFormFields form={form} isDisabled={isDisabled} />
      </form>
      <div className="dialog__foot">{footer}</div>
      {/* Outside the form: Enter in its search must not send the order. */}
      {isPickerOpen && (
        <ProductPicker
          lines={lines}
          onAdd={(product, size) => setLines(addPackage(lines, product, size))}
          onClose={() => setIsPickerOpen(false)}
        />
      )}
    </>
  )
}
