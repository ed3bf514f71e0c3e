import { formatPackage } from '@tsedra/contract/packages'
import { useTranslations } from 'use-intl'
import { getName } from '../../catalogue/translations.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import type { SlipRow } from './describe-rows.ts'

/** One line of the slip. Always one row high, so that the height of the slip is known before. */
export function Row({ row: { name, product, packageSize, quantity, isGone } }: { row: SlipRow }) {
  const t = useTranslations('reorder')
  const language = useLanguage()
  const shownName = product ? getName(product, language) : name
  const amount = `${formatPackage(packageSize, language)} × ${quantity}`
  return (
    <li>
      {isGone ? <s title={shownName}>{shownName}</s> : <span title={shownName}>{shownName}</span>}
      <span className="muted">{isGone ? t('gone') : amount}</span>
    </li>
  )
}
