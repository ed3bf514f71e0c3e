import { formatPackage } from '@tsedra/contract/packages'
import type { StaffOrderSummary } from '@tsedra/contract/admin-orders'
import { parseMoney } from '@tsedra/contract/money'
import { useTranslations } from 'use-intl'
import { formatMoney } from '../../shared/i18n/format.ts'
import { useLanguage } from '../../shared/i18n/language.ts'

/** Lines and total of an order in one cell: two lines of text, the first one cut off where it is too long. */
export function OrderSummary({ summary }: { summary: StaffOrderSummary | undefined }) {
  const t = useTranslations('desk.summary')
  const language = useLanguage()
  if (!summary) return null
  const { items, more, totalAmount } = summary
  const names = items.map(
    ({ name, packageSize, quantity }) => `${name} ${formatPackage(packageSize, language)} × ${quantity}`,
  )
  const text = [...names, ...(more > 0 ? [t('more', { count: more })] : [])].join(', ')
  return (
    <>
      <span className="order-summary__items" title={text}>
        {text || t('enquiry')}
      </span>
      {totalAmount !== null && (
        <span className="order-summary__total">{formatMoney(parseMoney(totalAmount) ?? 0, language)}</span>
      )}
    </>
  )
}
