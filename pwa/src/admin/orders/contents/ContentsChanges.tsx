import { formatPackage } from '@tsedra/contract/packages'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { formatMoney } from '../../../shared/i18n/format.ts'
import { useLanguage } from '../../../shared/i18n/language.ts'
import { compareContents, type OrderContents } from './contents-changes.ts'

interface Props {
  before: OrderContents
  after: OrderContents
}

/** Lists what differs between two versions of an order, and both totals. */
export function ContentsChanges({ before, after }: Props) {
  const t = useTranslations('desk.changes')
  const tKind = useTranslations('order.adjustment')
  const language = useLanguage()
  const { lines, adjustments, total } = compareContents(before, after)
  const formatSigned = (kopiykas: number) => `${kopiykas < 0 ? '−' : ''}${formatMoney(Math.abs(kopiykas), language)}`
  return (
    <ul className="changes" aria-label={t('label')}>
      {lines.map(({ name, packageSize, ...change }) => (
        <Change
          key={`${name}${packageSize}`}
          label={`${name}, ${formatPackage(packageSize, language)}`}
          format={(count) => t('pieces', { count })}
          {...change}
        />
      ))}
      {adjustments.map(({ kind, reason, ...change }) => (
        <Change
          key={`${kind} ${reason}`}
          label={reason ? `${tKind(kind)} (${reason})` : tKind(kind)}
          format={formatSigned}
          {...change}
        />
      ))}
      {total.from !== total.to && (
        <li>
          <ChangedValue label={t('total')} from={formatSigned(total.from)} to={formatSigned(total.to)} />
        </li>
      )}
    </ul>
  )
}

interface ChangeProps {
  label: string
  from: number
  to: number
  format: (value: number) => string
}

/** One line or adjustment; the value 0 means that it is absent. */
function Change({ label, from, to, format }: ChangeProps) {
  const t = useTranslations('desk.changes')
  if (from === 0) return <li>{t('added', { line: `${label}, ${format(to)}` })}</li>
  if (to === 0) return <li>{t('removed', { line: `${label}, ${format(from)}` })}</li>
  return (
    <li>
      <ChangedValue label={label} from={format(from)} to={format(to)} />
    </li>
  )
}

function ChangedValue({ label, from, to }: { label: string; from: ReactNode; to: ReactNode }) {
  const t = useTranslations('desk.timeline')
  return (
    <>
      <span className="muted">{label}:</span> <del>{from}</del>
      <span aria-hidden="true"> → </span>
      <span className="visually-hidden">{t('then')}</span>
      <b>{to}</b>
    </>
  )
}
