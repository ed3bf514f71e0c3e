import type { EnteredOrder, enterOrder } from '@tsedra/contract/admin-entered-orders'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { ApiError, callApi } from '../../../shared/api.ts'
import { useAdminMutation } from '../../use-admin-mutation.ts'
import {
  createEnterOrderValues,
  enterOrderResolver,
  type EnterOrderValues,
  toEnteredOrderInput,
} from './enter-order-form.ts'

/** Refusals after which the id of the form cannot become an order with its present content. */
const idIsSpent = new Set(['order_differs', 'order_cancelled', 'unavailable'])

/**
 * Manages the form of an order by phone. The id is created with the form and sent with every attempt, so a lost response
 * or a double tap stores one order.
 */
export function useEnterOrder(onEntered: (id: string) => void, onClose: () => void) {
  const t = useTranslations('desk')
  const form = useForm<EnterOrderValues, unknown, EnteredOrder>({
    defaultValues: createEnterOrderValues(),
    resolver: enterOrderResolver,
    mode: 'onTouched',
  })
  const { busy, mutate } = useAdminMutation()

  const submit = form.handleSubmit(async () => {
    const body = toEnteredOrderInput(form.getValues())
    const result = await mutate(() => callApi<typeof enterOrder>('POST /api/admin/orders', { body }), {
      successMessage: t('enter.saved'),
      errorMessages: {
        order_differs: t('enter.spent'),
        order_cancelled: t('enter.spent'),
        unavailable: t('contents.unavailable'),
      },
    })
    if ('response' in result) {
      onClose()
      onEntered(result.response.id)
    } else if (result.error instanceof ApiError && idIsSpent.has(result.error.code)) {
      form.setValue('id', crypto.randomUUID())
    }
  })
  return { form, busy, submit: () => void submit() }
}
