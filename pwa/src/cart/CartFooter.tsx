import { useTranslations } from 'use-intl'
import { Price } from '../catalogue/Price.tsx'
import { PriceAge } from '../catalogue/PriceAge.tsx'
import { type CartLineData, totalOf } from './cart-lines.ts'
import type { CheckOut } from './use-check-out.ts'

interface Props {
  lines: readonly CartLineData[]
  isReadOnly: boolean
  checkOut: CheckOut
  onClear: () => void
}

/** The total of the cart, with the buttons that check it out and clear it. */
export function CartFooter({ lines, isReadOnly, checkOut, onClear }: Props) {
  const t = useTranslations('cart')
  const availableCount = lines.filter(({ available }) => available).length
  return (
    <>
      {availableCount < lines.length && <p className="sm muted">{t('leftOut')}</p>}
      <p className="sum">
        <span className="muted">{t('total')}</span>
        <output>
          <Price kopiykas={totalOf(lines)} isLarge />
        </output>
      </p>
      <PriceAge />
      <button
        type="button"
        className="btn btn--primary btn--lg btn--full"
        disabled={availableCount === 0}
        aria-busy={checkOut.isRequested}
        onClick={checkOut.request}
      >
        {checkOut.isWaiting && <span className="spin" aria-hidden="true" />}
        {t('checkOut')}
      </button>
      <button type="button" className="btn btn--quiet btn--full" disabled={isReadOnly} onClick={onClear}>
        {t('clear')}
      </button>
    </>
  )
}
