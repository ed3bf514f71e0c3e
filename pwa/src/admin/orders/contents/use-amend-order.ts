import type { amendOrder, Amendment } from '@tsedra/contract/admin-amendments'
import type { StaffOrder } from '@tsedra/contract/admin-orders'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { callApi } from '../../../shared/api.ts'
import { useAdminMutation } from '../../use-admin-mutation.ts'
import {
  type ContentsFormValues,
  contentsResolver,
  hasChanges,
  toAmendmentInput,
  toContentsFormValues,
  totalOf,
} from './contents-form.ts'

/** Why the form is not sent although each field is valid. */
type Problem = 'discountTooLarge' | 'noChange'

/**
 * Manages the form that changes an order. `base` is the version that the form was filled from: when a colleague saves
 * another one, the input stays, and `rebase` fills the form from the present version.
 */
export function useAmendOrder(order: StaffOrder, onSaved: () => void) {
  const t = useTranslations('desk.contents')
  const [base, setBase] = useState(order)
  const [problem, setProblem] = useState<Problem>()
  const form = useForm<ContentsFormValues, unknown, Amendment>({
    defaultValues: toContentsFormValues(order),
    resolver: contentsResolver,
    mode: 'onTouched',
  })
  const { busy, mutate } = useAdminMutation()

  const submit = form.handleSubmit(async () => {
    const values = form.getValues()
    const found =
      totalOf(values) < 0 ? 'discountTooLarge' : hasChanges(values, toContentsFormValues(base)) ? undefined : 'noChange'
    setProblem(found)
    if (found) return
    const body = toAmendmentInput(values)
    const send = () =>
      callApi<typeof amendOrder>('PUT /api/admin/orders/:id/contents', { params: { id: order.id }, body })
    const result = await mutate(send, {
      successMessage: t('saved'),
      // The order is refetched, and the form shows what has changed.
      errorMessages: { changed_meanwhile: null, unavailable: t('unavailable') },
    })
    if ('response' in result) onSaved()
  })

  function rebase(): void {
    setBase(order)
    setProblem(undefined)
    form.reset(toContentsFormValues(order))
  }
  return { form, base, busy, problem, submit: () => void submit(), rebase }
}
