import type { TimelineEntry } from '@tsedra/contract/admin-orders'
import { useTranslations } from 'use-intl'
import { statusStyles } from '../../orders/StatusBadge.tsx'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Icon, type IconName } from '../../shared/ui/Icon.tsx'
import { formatKyivDateTime } from './format-order.ts'

/** Events and notes of an order, oldest first. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const language = useLanguage()
  return (
    <ol className="events">
      {entries.map((entry) => (
        <li key={entry.id} className={`events__${entry.kind}`}>
          <Icon name={getEntryIcon(entry)} size="i--sm" />
          <EntryText entry={entry} />
          <p className="events__by">
            <EntryAuthor entry={entry} /> ·{' '}
            <time dateTime={entry.createdAt}>{formatKyivDateTime(entry.createdAt, language)}</time>
          </p>
        </li>
      ))}
    </ol>
  )
}

function getEntryIcon({ kind, newStatus }: TimelineEntry): IconName {
  if (kind === 'note') return 'pencil'
  return newStatus ? statusStyles[newStatus].icon : 'plus'
}

function EntryText({ entry: { kind, oldStatus, newStatus, note } }: { entry: TimelineEntry }) {
  const t = useTranslations()
  if (kind === 'note') return <p className="events__note">{note}</p>
  if (kind === 'placed' || !newStatus) return <p>{t('desk.timeline.placed')}</p>
  return (
    <p>
      {oldStatus && (
        <>
          <span className="muted">{t(`order.status.${oldStatus}`)}</span>
          <span aria-hidden="true"> → </span>
          <span className="visually-hidden">{t('desk.timeline.then')}</span>
        </>
      )}
      <b>{t(`order.status.${newStatus}`)}</b>
    </p>
  )
}

function EntryAuthor({ entry: { actor, by } }: { entry: TimelineEntry }) {
  const t = useTranslations('desk.actor')
  return by?.name || t(actor)
}
