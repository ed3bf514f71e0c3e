import { useQueryClient } from '@tanstack/react-query'
import type { setOrderStatuses, StatusChangeResult } from '@tsedra/contract/admin-orders'
import type { OrderStatus } from '@tsedra/contract/orders'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { callApi } from '../../shared/api.ts'
import { showToast } from '../../shared/toasts.ts'
import { useAdminMutation } from '../use-admin-mutation.ts'
import { ADMIN_QUERY_KEY } from '../use-admin-query.ts'
import { offerUndo } from './undo-stack.ts'
import { holdStatuses } from './unsettled-statuses.ts'
import { setCachedStatus } from './use-change-status.ts'

interface Change {
  id: string
  from: OrderStatus
  status: OrderStatus
}

/** Changes the status of several orders in one request; `rejected` are the orders that another user has changed. */
export function useBulkStatus() {
  const t = useTranslations('desk')
  const client = useQueryClient()
  const { busy, mutate } = useAdminMutation()
  const [rejected, setRejected] = useState<readonly StatusChangeResult[]>([])
  return { busy, rejected, clearRejected: () => setRejected([]), changeAll }

  /** Returns false when the request failed: nothing is known to have changed. */
  async function changeAll(changes: readonly Change[], isUndo = false): Promise<boolean> {
    const request = async () => {
      await client.cancelQueries({ queryKey: [ADMIN_QUERY_KEY] })
      return callApi<typeof setOrderStatuses>('POST /api/admin/orders/status', { body: { changes: [...changes] } })
    }
    const release = holdStatuses(changes)
    const result = await mutate(request, {})
    if ('response' in result) settle(changes, result.response.results, isUndo)
    release()
    return 'response' in result
  }

  function settle(changes: readonly Change[], results: readonly StatusChangeResult[], isUndo: boolean): void {
    const changedIds = new Set(results.filter(({ outcome }) => outcome === 'changed').map(({ id }) => id))
    const changed = changes.filter(({ id }) => changedIds.has(id))
    for (const { id, status } of changed) setCachedStatus(client, id, status)
    setRejected(results.filter(({ outcome }) => outcome !== 'changed'))
    if (changed.length === 0) return
    if (isUndo) return showToast({ title: t('undo.done') })
    const undo = offerUndo(
      () =>
        void changeAll(
          changed.map(({ id, from, status }) => ({ id, from: status, status: from })),
          true,
        ),
    )
    showToast({ title: t('bulk.changed', { count: changed.length }), action: { label: t('undo.action'), run: undo } })
  }
}
