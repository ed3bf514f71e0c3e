import { formatPackage } from '@tsedra/contract/packages'
import type { AuditLine, AuditNames } from '@tsedra/contract/admin-audit'
import type { Language } from '@tsedra/contract/language'
import { roles } from '@tsedra/contract/accounts'
import { parseMoney } from '@tsedra/contract/money'
import { orderStatuses } from '@tsedra/contract/orders'
import { drinkTextFields, namesOf, productFields, productTextFields } from '@tsedra/contract/product-fields'
import { useTranslations } from 'use-intl'
import { formatMoney } from '../../shared/i18n/format.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { listFieldChanges, type FieldChange } from './field-changes.ts'
import { settingNames } from '../shop/setting-groups.ts'
import { findName } from './find-name.ts'

/** Fields with a translated label; the others appear under their name on the wire. */
const labelledFields = [
  ...namesOf(productFields),
  ...namesOf(productTextFields),
  ...namesOf(drinkTextFields),
  ...([
    'adjustments',
    'by',
    'call',
    'channel',
    'changed',
    'count',
    'created',
    'days',
    'email',
    'from',
    'ids',
    'lines',
    'multiplier',
    'orders',
    'packages',
    'role',
    'rows',
    'searched',
    'status',
    'stock',
    'text',
    'to',
    'total',
    'words',
  ] as const),
]
/** Sign-in methods. */
const signInMethods = ['password', 'code', 'bot', 'reset', 'google', 'apple', 'invitation'] as const
const replyChannels = ['bot', 'link'] as const
/** Stock of a package, and what happens to orders of one that is out. */
const stockValues = ['in', 'out', 'backorder', 'refuse'] as const
/** Maximum length of a text on the page, in characters. */
const MAX_TEXT_LENGTH = 60
/** Maximum number of fields per entry; the page counts the rest. */
const MAX_FIELDS = 6

/** The fields that an entry of the audit log has changed. */
export function ChangeList({ line, names }: { line: AuditLine; names: AuditNames | undefined }) {
  const t = useTranslations('desk.journal')
  const changes = listFieldChanges(line)
  return (
    <ul className="changes">
      {changes.slice(0, MAX_FIELDS).map((change) => (
        <ChangeItem key={`${change.field}${change.language}`} change={change} names={names} />
      ))}
      {changes.length > MAX_FIELDS && <li className="muted">{t('more', { count: changes.length - MAX_FIELDS })}</li>}
    </ul>
  )
}

function ChangeItem({
  change: { field, language, before, after },
  names,
}: {
  change: FieldChange
  names: AuditNames | undefined
}) {
  const t = useTranslations('desk.journal')
  const formatValue = useValueFormatter(field, names)
  const tShop = useTranslations('admin.shop.fields')
  const labelledField = labelledFields.find((candidate) => candidate === field)
  const setting = settingNames.find((candidate) => candidate === field)
  return (
    <li>
      <span className="muted">
        {labelledField ? t(`field.${labelledField}`) : setting ? tShop(setting) : field}
        {language && ` (${language})`}:
      </span>{' '}
      {before !== undefined && after !== undefined && (
        <>
          <del>{formatValue(before)}</del>
          <span aria-hidden="true"> → </span>
          <span className="visually-hidden">{t('then')}</span>
        </>
      )}
      {formatValue(after === undefined ? before : after)}
    </li>
  )
}

/** Returns a formatter of a field's values in the user's language. */
function useValueFormatter(field: string, names: AuditNames | undefined): (value: unknown) => string {
  const t = useTranslations()
  const language = useLanguage()
  return (value) => {
    if (typeof value === 'boolean') return t(value ? 'desk.yes' : 'desk.no')
    if (value === null || value === '') return t('desk.journal.nothing')
    if (Array.isArray(value)) return field === 'ids' ? String(value.length) : truncate(value.join(', '))
    if (field === 'packagePrices')
      return formatPrices(value as Record<string, string>, language) || t('desk.journal.nothing')
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string | number)
    const name = field === 'categoryId' && findName(names, text, language)
    if (name) return truncate(name)
    const status = field === 'status' && orderStatuses.find((candidate) => candidate === text)
    if (status) return t(`order.status.${status}`)
    const stock = ['stock', 'orders'].includes(field) && stockValues.find((candidate) => candidate === text)
    if (stock) return t(`desk.journal.stock.${stock}`)
    const signInMethod = field === 'by' && signInMethods.find((candidate) => candidate === text)
    if (signInMethod) return t(`desk.journal.by.${signInMethod}`)
    const channel = field === 'channel' && replyChannels.find((candidate) => candidate === text)
    if (channel) return t(`desk.journal.channel.${channel}`)
    const role = field === 'role' && roles.find((candidate) => candidate === text)
    if (role) return t(`profile.role.${role}`)
    const kopiykas = field === 'price' || field === 'total' ? parseMoney(text) : undefined
    return kopiykas === undefined ? truncate(text) : formatMoney(kopiykas, language)
  }
}

const formatPrices = (prices: Record<string, string>, language: Language): string =>
  Object.entries(prices)
    .map(([size, price]) => `${formatPackage(size, language)}: ${formatMoney(parseMoney(price) ?? 0, language)}`)
    .join(', ')

const truncate = (text: string): string => (text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text)
