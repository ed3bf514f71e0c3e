import { useQueryClient } from '@tanstack/react-query'
import type { getStockPolicy, setStockPolicy, StockPolicy as Policy } from '@tsedra/contract/admin-stock'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCurrentUser } from '../../session/current-user.ts'
import { callApi } from '../../shared/api.ts'
import { LoadError } from '../../shared/ui/LoadError.tsx'
import { useAdminMutation } from '../use-admin-mutation.ts'
import { ADMIN_QUERY_KEY, useAdminQuery } from '../use-admin-query.ts'
import '../../shared/ui/checkbox.css'

const address = 'GET /api/admin/stock-policy'
const options = ['backorder', 'refuse'] as const

/** What happens to orders of packages that are not in stock; editors see it, admins choose it. */
export function StockPolicy() {
  const t = useTranslations()
  const id = useId()
  const isAdmin = useCurrentUser()?.user.role === 'admin'
  const { data, isError, refetch } = useAdminQuery<typeof getStockPolicy>(address)
  const { busy, chosen, choose } = useChoosePolicy()
  const policy = chosen ?? data
  return (
    <section className="stock-policy" aria-labelledby={id}>
      <h2 className="serif t-1" id={id}>
        {t('admin.stockPolicy.title')}
      </h2>
      <p className="muted sm">{t('admin.stockPolicy.hint')}</p>
      {!isAdmin && <p className="sm">{t('admin.stockPolicy.adminOnly')}</p>}
      {!data && isError ? (
        <LoadError onRetry={() => void refetch()} />
      ) : (
        <fieldset disabled={!isAdmin || !data || busy} aria-busy={!data}>
          <legend className="visually-hidden">{t('admin.stockPolicy.title')}</legend>
          {options.map((option) => (
            <label className="check" key={option}>
              <input
                type="radio"
                name={id}
                checked={policy?.orders === option}
                onChange={() => void choose({ orders: option })}
              />
              <span>
                {t(`admin.stockPolicy.${option}`)}
                <small className="muted block">{t(`admin.stockPolicy.${option}Hint`)}</small>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </section>
  )
}

/** Changes the policy; `chosen` is the choice while it is being saved, a failed one is undone. */
function useChoosePolicy() {
  const t = useTranslations('admin.stockPolicy')
  const client = useQueryClient()
  const { busy, mutate } = useAdminMutation()
  const [chosen, setChosen] = useState<Policy>()
  return { busy, chosen, choose }

  async function choose(policy: Policy): Promise<void> {
    const request = async () => {
      const response = await callApi<typeof setStockPolicy>('PUT /api/admin/stock-policy', { body: policy })
      // Responses in flight have the former policy.
      await client.cancelQueries({ queryKey: [ADMIN_QUERY_KEY, address] })
      client.setQueriesData<Policy>({ queryKey: [ADMIN_QUERY_KEY, address] }, () => policy)
      return response
    }
    setChosen(policy)
    await mutate(request, { successMessage: t('saved') })
    setChosen(undefined)
  }
}
