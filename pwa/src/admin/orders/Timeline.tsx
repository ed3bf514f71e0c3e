import type { StaffOrder, TimelineEntry } from '@tsedra/contract/admin-orders'
import type { OrderVersion } from '@tsedra/contract/orders'
import { useTranslations } from 'use-intl'
import { statusStyles } from '../../orders/StatusBadge.tsx'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Icon, type IconName } from '../../shared/ui/Icon.tsx'
import { ContentsChanges } from './contents/ContentsChanges.tsx'
import { formatKyivDateTime } from './format-order.ts'

/** Events and notes of an order, oldest first. */
export function Timeline({ order }: { order: StaffOrder }) {
  const language = useLanguage()
  return (
    <ol className="events">
      {order.timeline.map((entry) => (
        <li key={entry.id} className={`events__${entry.kind}`}>
          <Icon name={getEntryIcon(entry)} size="i--sm" />
          <EntryText entry={entry} versions={order.versions ?? []} />
          <p className="events__by">
            <EntryAuthor entry={entry} /> ·{' '}
            <time dateTime={entry.createdAt}>{formatKyivDateTime(entry.createdAt, language)}</time>
          </p>
        </li>
      ))}
    </ol>
  )
}

function getEntryIcon({ kind, newStatus, reply }: TimelineEntry): IconName {
  if (reply) return 'send'
  if (kind === 'note') return 'pencil'
  return newStatus ? statusStyles[newStatus].icon : 'plus'
}

interface TextProps {
  entry: TimelineEntry
  versions: readonly OrderVersion[]
}

function EntryText({ entry: { kind, oldStatus, newStatus, note, version, reply }, versions }: TextProps) {
  const t = useTranslations()
  if (reply) return <ReplyText note={note} reply={reply} />
  if (version !== undefined) return <AmendmentText note={note} number={version} versions={versions} />
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

/** A reply to the customer: how it was sent, and its text. */
function ReplyText({ note, reply }: { note: string | null; reply: NonNullable<TimelineEntry['reply']> }) {
  const t = useTranslations('desk.timeline')
  const title = reply.channel === 'link' ? 'replyOpened' : reply.isSent ? 'replySent' : 'replyWaits'
  return (
    <div className="events__note">
      <p>
        <b>{t(title)}</b>
      </p>
      {note && <p>{note}</p>}
    </div>
  )
}

/** What a version changed, and the internal reason. */
function AmendmentText({
  note,
  number,
  versions,
}: {
  note: string | null
  number: number
  versions: readonly OrderVersion[]
}) {
  const t = useTranslations('desk.timeline')
  const [before, after] = [number - 1, number].map((wanted) => versions.find(({ version }) => version === wanted))
  return (
    <div className="events__note">
      <p>
        <b>{t('amended')}</b>
      </p>
      {before && after && <ContentsChanges before={before} after={after} />}
      {note && <p className="muted">{note}</p>}
    </div>
  )
}

function EntryAuthor({ entry: { actor, by } }: { entry: TimelineEntry }) {
  const t = useTranslations('desk.actor')
  return by?.name || t(actor)
}
