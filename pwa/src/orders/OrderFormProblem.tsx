import { useTranslations } from 'use-intl'
import { buildSummary } from './order-form.ts'
import { ContactOptions, OrderAlert } from './OrderAlert.tsx'
import { useReasonText } from './reason-text.ts'
import type { OrderFormState } from './use-order-form.ts'

interface Props {
  form: Pick<OrderFormState, 'problem' | 'orderId' | 'lines'>
  /** The fields cannot be changed, because the shop may have stored an earlier copy. */
  isFrozen: boolean
}

/** Shows why the last attempt failed, and other ways to reach the shop. */
export function OrderFormProblem({ form: { problem, orderId, lines }, isFrozen }: Props) {
  const t = useTranslations()
  const reasonText = useReasonText()
  return (
    <>
      {(problem?.kind === 'unsaved' || problem?.kind === 'unconfirmed') && (
        <>
          <OrderAlert title={t(`order.${problem.kind}.title`)} text={t(`order.${problem.kind}.text`)} />
          <ContactOptions id={orderId} summary={buildSummary(lines)} />
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
          <ContactOptions id={orderId} summary={buildSummary(lines)} />
        </>
      )}
    </>
  )
}
