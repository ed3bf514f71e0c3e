import { useQueryClient } from '@tanstack/react-query'
import type { getStockPolicy, setStockPolicy, StockPolicy as Policy } from '@tsedra/contract/admin-stock'
import { useId } from 'react'
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
  const { busy, choose } = useChoosePolicy()
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
                checked={data?.orders === option}
                onChange={() => data && void choose(data, { orders: option })}
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

/** Returns a function that changes the policy with an optimistic update, and rolls back on an error. */
function useChoosePolicy() {
  const t = useTranslations('admin.stockPolicy')
  const client = useQueryClient()
  const { busy, mutate } = useAdminMutation()
  return { busy, choose }

  async function choose(before: Policy, after: Policy): Promise<void> {
    const request = async () => {
      // Responses in flight have the former policy.
      await client.cancelQueries({ queryKey: [ADMIN_QUERY_KEY, address] })
      setCached(after)
      try {
        return await callApi<typeof setStockPolicy>('PUT /api/admin/stock-policy', { body: after })
      } catch (error) {
        setCached(before)
        throw error
      }
    }
    await mutate(request, { successMessage: t('saved') })
  }

  function setCached(policy: Policy): void {
    client.setQueriesData<Policy>({ queryKey: [ADMIN_QUERY_KEY, address] }, () => policy)
  }
}
