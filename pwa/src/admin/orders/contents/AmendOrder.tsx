import type { StaffOrder } from '@tsedra/contract/admin-orders'
import { MAX_AMENDMENT_REASON } from '@tsedra/contract/admin-amendments'
import { parseMoney } from '@tsedra/contract/money'
import { orderNumber } from '@tsedra/contract/order-number'
import { FormProvider, useController, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { Money } from '../../../catalogue/Price.tsx'
import { Field } from '../../../shared/ui/Field.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { OrderNumberText } from '../../../shared/ui/OrderNumberText.tsx'
import { FormDialog } from '../../form/FormDialog.tsx'
import { AdjustmentsField } from './AdjustmentsField.tsx'
import { AmendmentConflict } from './AmendmentConflict.tsx'
import { type ContentsFormValues, totalOf } from './contents-form.ts'
import { DraftLinesField } from './DraftLinesField.tsx'
import { useAmendOrder } from './use-amend-order.ts'
import './contents.css'

/** The form that changes lines and adjustments of an order. */
export function AmendOrder({ order, onClose }: { order: StaffOrder; onClose: () => void }) {
  const t = useTranslations('desk.contents')
  const { form, base, busy, problem, submit, rebase } = useAmendOrder(order, onClose)
  const number = orderNumber(order.id)
  return (
    <FormProvider {...form}>
      <FormDialog
        title={<OrderNumberText text={t('title', { number })} number={number} />}
        busy={busy}
        banner={<AmendmentConflict order={order} base={base} onRebase={rebase} />}
        onSubmit={submit}
        onClose={onClose}
      >
        <DraftLinesField />
        <div className="adjustments">
          <AdjustmentsField />
          <ReasonField />
          <TotalPreview before={base.totalAmount} />
          {problem && (
            <p className="field__error" role="alert">
              <Icon name="circle-alert" />
              {t(problem)}
            </p>
          )}
        </div>
      </FormDialog>
    </FormProvider>
  )
}

function ReasonField() {
  const t = useTranslations('desk.contents')
  const { field, fieldState } = useController<ContentsFormValues, 'reason'>({ name: 'reason' })
  return (
    <Field
      label={t('reason')}
      hint={t('reasonHint')}
      maxLength={MAX_AMENDMENT_REASON}
      autoComplete="off"
      value={field.value}
      error={fieldState.error && t('wrongReason')}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
    />
  )
}

/** The new total and its difference to the present one, announced as it changes. */
function TotalPreview({ before }: { before: string | null }) {
  const t = useTranslations('desk.contents')
  const { items, adjustments } = useWatch<ContentsFormValues>() as ContentsFormValues
  const total = totalOf({ items, adjustments })
  const difference = total - (parseMoney(before ?? '0') ?? 0)
  return (
    <p className="amended-total" role="status">
      {t('newTotal')}{' '}
      <b>
        <Signed kopiykas={total} />
      </b>
      {difference !== 0 && (
        <span className="muted">
          {' ('}
          {t('difference')} {difference > 0 && '+'}
          <Signed kopiykas={difference} />)
        </span>
      )}
    </p>
  )
}

function Signed({ kopiykas }: { kopiykas: number }) {
  return (
    <>
      {kopiykas < 0 && '−'}
      <Money kopiykas={Math.abs(kopiykas)} />
    </>
  )
}
