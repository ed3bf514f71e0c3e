import type { AuditLine, AuditNames } from '@tsedra/contract/admin-audit'
import { roles } from '@tsedra/contract/accounts'
import { parseMoney } from '@tsedra/contract/money'
import { orderStatuses } from '@tsedra/contract/orders'
import { useTranslations } from 'use-intl'
import { formatMoney } from '../../shared/i18n/format.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { changesOf, type FieldChange } from './changes.ts'
import { nameById } from './names.ts'

/** Fields that have a name of their own; others are shown as they are called on the wire. */
const named = [
  'availablePackages',
  'by',
  'call',
  'categoryId',
  'changed',
  'count',
  'created',
  'description',
  'from',
  'galleryImages',
  'ids',
  'imageUrl',
  'isActive',
  'isFeatured',
  'name',
  'price',
  'role',
  'rows',
  'searched',
  'seoDescription',
  'seoTitle',
  'shortDescription',
  'slug',
  'sortOrder',
  'status',
  'to',
] as const
/** How somebody signed in. */
const ways = ['password', 'code', 'bot', 'reset', 'google', 'apple'] as const
/** Characters of a text that are shown. */
const SHOWN = 60
/** Fields of one line; the rest is counted. */
const FIELDS = 6

/** What has changed, in words. */
export function Changes({ line, names }: { line: AuditLine; names: AuditNames | undefined }) {
  const t = useTranslations('desk.journal')
  const changes = changesOf(line)
  return (
    <ul className="changes">
      {changes.slice(0, FIELDS).map((change) => (
        <OneChange key={`${change.field}${change.language}`} change={change} names={names} />
      ))}
      {changes.length > FIELDS && <li className="muted">{t('more', { count: changes.length - FIELDS })}</li>}
    </ul>
  )
}

function OneChange({
  change: { field, language, before, after },
  names,
}: {
  change: FieldChange
  names: AuditNames | undefined
}) {
  const t = useTranslations('desk.journal')
  const say = useValue(field, names)
  const known = named.find((each) => each === field)
  return (
    <li>
      <span className="muted">
        {known ? t(`field.${known}`) : field}
        {language && ` (${language})`}:
      </span>{' '}
      {before !== undefined && after !== undefined && (
        <>
          <del>{say(before)}</del>
          <span aria-hidden="true"> → </span>
          <span className="vh">{t('then')}</span>
        </>
      )}
      {say(after === undefined ? before : after)}
    </li>
  )
}

/** A value in the reader's words. */
function useValue(field: string, names: AuditNames | undefined): (value: unknown) => string {
  const t = useTranslations()
  const language = useLanguage()
  return (value) => {
    if (typeof value === 'boolean') return t(value ? 'desk.yes' : 'desk.no')
    if (value === null || value === '') return t('desk.journal.nothing')
    if (Array.isArray(value)) return field === 'ids' ? String(value.length) : shortened(value.join(', '))
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string | number)
    const name = field === 'categoryId' && nameById(names, text, language)
    if (name) return shortened(name)
    const status = field === 'status' && orderStatuses.find((each) => each === text)
    if (status) return t(`order.status.${status}`)
    const way = field === 'by' && ways.find((each) => each === text)
    if (way) return t(`desk.journal.by.${way}`)
    const role = field === 'role' && roles.find((each) => each === text)
    if (role) return t(`profile.role.${role}`)
    const kopiykas = field === 'price' ? parseMoney(text) : undefined
    return kopiykas === undefined ? shortened(text) : formatMoney(kopiykas, language)
  }
}

const shortened = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)
