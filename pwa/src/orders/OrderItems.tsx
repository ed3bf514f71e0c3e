import { formatPackage } from '@tsedra/contract/packages'
import { parseMoney } from '@tsedra/contract/money'
import type { Order } from '@tsedra/contract/orders'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Money, Price } from '../catalogue/Price.tsx'
import { formatMoney } from '../shared/i18n/format.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { Icon } from '../shared/ui/Icon.tsx'

type Item = Order['items'][number]

interface Props {
  order: Pick<Order, 'items' | 'totalAmount' | 'quotedTotal' | 'adjustments'>
  name: (item: Item) => ReactNode
  picture?: (item: Item) => ReactNode
  /** Shows the unit price after package and quantity. */
  unitPrice?: boolean
  /** Returns the text for an order whose total differs from the one that the shopper saw. */
  quoted: (sums: { seen: string; total: string }) => string
}

/** Shows the lines of a received order, its adjustments and the total. */
export function OrderItems({
  order: { items, totalAmount, quotedTotal, adjustments = [] },
  name,
  picture,
  unitPrice = false,
  quoted,
}: Props) {
  const t = useTranslations('order')
  const language = useLanguage()
  const formatAmount = (text: string) => formatMoney(parseMoney(text) ?? 0, language)
  return (
    <>
      <ul>
        {items.map((item) => (
          <li key={`${item.productId}${item.name}${item.packageSize}`}>
            {picture?.(item)}
            <span>
              {name(item)}
              <span className="sm muted block">
                {formatPackage(item.packageSize, language)} × {item.quantity}
                {unitPrice && (
                  <>
                    {' · '}
                    <Money kopiykas={parseMoney(item.unitPrice) ?? 0} />
                  </>
                )}
              </span>
              {item.isBackorder && <span className="sm block">{t('backorder')}</span>}
            </span>
            <Price kopiykas={parseMoney(item.lineTotal) ?? 0} />
          </li>
        ))}
        {adjustments.map(({ kind, amount, reason }, index) => (
          // Two adjustments may be equal, and their order is constant.
          <li key={index}>
            <span>
              {t(`adjustment.${kind}`)}
              {reason && <span className="sm muted block">{reason}</span>}
            </span>
            <span className="amount">
              {kind === 'discount' && '−'}
              <Price kopiykas={parseMoney(amount) ?? 0} />
            </span>
          </li>
        ))}
      </ul>
      {totalAmount !== null && (
        <p className="sum">
          <span>{t('total')}</span>
          <Price kopiykas={parseMoney(totalAmount) ?? 0} isLarge />
        </p>
      )}
      {quotedTotal !== null && totalAmount !== null && (
        <p className="note note--warn">
          <Icon name="circle-alert" />
          <span>{quoted({ seen: formatAmount(quotedTotal), total: formatAmount(totalAmount) })}</span>
        </p>
      )}
    </>
  )
}
