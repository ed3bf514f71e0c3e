import { formatPackage } from '@tsedra/contract/packages'
import type { getProductFigures } from '@tsedra/contract/admin-figures'
import { useTranslations } from 'use-intl'
import { formatMoney } from '../../shared/i18n/format.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useAdminQuery } from '../use-admin-query.ts'
import { BarChart } from './BarChart.tsx'
import { FigureCard } from './FigureCard.tsx'
import type { PagePeriod } from './figure-period.ts'
import { toKopiykas } from './format-figure.ts'

interface Sold {
  key: string
  label: string
  quantity: number
  revenue: string
}

/** The products and the package sizes with the most revenue. */
export function ProductCards({ period, isTable }: { period: PagePeriod; isTable: boolean }) {
  const t = useTranslations('admin.figures')
  const language = useLanguage()
  const { from, to } = period
  const query = useAdminQuery<typeof getProductFigures>('GET /api/admin/figures/products', {
    query: { from, to, lang: language },
  })
  const sold: Record<'products' | 'packages', Sold[] | undefined> = {
    products: query.data?.products.map(({ slug, name, ...rest }) => ({ key: slug, label: name, ...rest })),
    packages: query.data?.packages.map(({ packageSize, ...rest }) => ({
      key: packageSize,
      label: formatPackage(packageSize, language),
      ...rest,
    })),
  }
  return (['products', 'packages'] as const).map((table) => {
    const items = sold[table]?.map((item) => {
      const value = toKopiykas(item.revenue)
      return { ...item, value, text: formatMoney(value, language) }
    })
    return (
      <FigureCard
        key={table}
        table={table}
        {...{ period, isTable, query }}
        rows={items?.map(({ key, label, quantity, text }) => ({ key, cells: [label, String(quantity), text] }))}
        isEmpty={items?.length === 0}
        columns={[t(`column.${table}`), t('quantity'), t('revenue')]}
      >
        <BarChart title={t(`titleOf.${table}`)} description={t('bars')} points={items ?? []} />
      </FigureCard>
    )
  })
}
