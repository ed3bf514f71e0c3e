import { useTranslations } from 'use-intl'
import { Price } from '../../catalogue/Price.tsx'
import type { SlipRow } from './describe-rows.ts'

/** The sum at today's prices, or why it is not known. */
export function Total({ rows, isKnown, isFailed }: { rows: readonly SlipRow[]; isKnown: boolean; isFailed: boolean }) {
  const t = useTranslations('reorder')
  if (isFailed) return <p className="slip__total muted">{t('unknown')}</p>
  return (
    <p className="slip__total">
      <span>{t('today')}</span>
      {isKnown ? <Price kopiykas={rows.reduce((sum, { cost }) => sum + cost, 0)} /> : <span aria-hidden="true">…</span>}
    </p>
  )
}
