import type { PackageSize } from '@tsedra/contract/packages'
import { type Stocked, stockOf } from '@tsedra/contract/stock'
import { useTranslations } from 'use-intl'
import { formatDay } from '../shared/i18n/format-date-time.ts'
import { useLanguage } from '../shared/i18n/language.ts'

type StockOfProduct = Pick<Stocked, 'stock'>

/** Returns a function that describes the stock of a package; undefined while it is in stock. Needs the texts of orders. */
export function useStockText(): (product: StockOfProduct, size: PackageSize) => string | undefined {
  const t = useTranslations('stock')
  const language = useLanguage()
  return (product, size) => {
    const stock = stockOf(product, size)
    if (stock === 'in') return undefined
    return stock === 'out' ? t('out') : t('back', { day: formatDay(stock, language) })
  }
}

/** The stock of a package, unless it is in stock: `немає`, `буде 3 грудня`. */
export function StockText({ product, packageSize }: { product: StockOfProduct; packageSize: PackageSize }) {
  return useStockText()(product, packageSize)
}
