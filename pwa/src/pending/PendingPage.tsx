import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useTitle } from '../shared/use-title.ts'
import { DeviceStorageStatus } from './DeviceStorageStatus.tsx'
import { showToast } from '../shared/toasts.ts'
import { linesFromSummary } from '../orders/order-form.ts'
import { DeviceOrders } from '../orders/device/DeviceOrders.tsx'
import { OrderForm } from '../orders/OrderForm.tsx'
import { EmptyState } from '../shared/ui/EmptyState.tsx'
import { Icon } from '../shared/ui/Icon.tsx'
import '../orders/queue.css'
import { useCurrentUser } from '../session/current-user.ts'
import { useNavigate } from '../shared/router/Router.tsx'
import { Link } from '../shared/ui/Link.tsx'
import type { OutboxDatabase } from '../outbox/database.ts'
import type { Draft } from '../outbox/draft.ts'
import { readDraft } from '../outbox/drafts.ts'
import { type Entry, isTombstone, isReopened } from '../outbox/entry.ts'
import { EraseData } from './EraseData.tsx'
import { pageOutbox } from '../outbox/page-outbox.ts'
import { PendingItem } from './PendingItem.tsx'
import { type OpenList, readOpenList } from '../outbox/queue.ts'
import { readReceivedOrders } from '../outbox/received-orders.ts'
import { sendNow } from '../outbox/send-now.ts'
import { cancelEntry } from '../outbox/cancel-entry.ts'
import { useLiveQuery } from '../outbox/use-live-query.ts'
import type { Edited } from './use-entry-actions.ts'
import '../shared/ui/note.css'
import '../shared/ui/badge.css'
import '../orders/orders.css'
import './pending.css'

/** Maximum number of orders shown; further ones are counted. */
const MAX_SHOWN = 30
/** One query: a list that comes later would move what is below it. */
const readShownEntries = async (db: OutboxDatabase) => ({
  ...(await readOpenList(db, MAX_SHOWN)),
  received: await readReceivedOrders(db),
})

/** Lists the orders on this phone that the server does not have yet, or that it rejected. */
export function PendingPage() {
  const t = useTranslations()
  const openEntries = useLiveQuery(readShownEntries)
  const isSignedIn = useCurrentUser() !== null
  const [edited, setEdited] = useState<Edited>()
  const navigate = useNavigate()
  useTitle(t('outbox.title'))

  // The outbox sends a cancellation; the form opens once the server has confirmed it.
  const draft = edited?.draft
  const awaitedEntry = edited && !draft ? edited.entry : undefined
  useEffect(() => {
    if (!awaitedEntry || openEntries.state !== 'read') return
    let isUnmounted = false
    void readReopenedDraft(awaitedEntry).then((reopened) => {
      if (!isUnmounted && reopened !== 'asking') setEdited(reopened && { entry: awaitedEntry, draft: reopened })
    })
    return () => {
      isUnmounted = true
    }
  }, [openEntries, awaitedEntry])

  /** Closes the form. Shows a toast when the order was not sent: it is no longer in the queue. */
  async function close({ entry }: Edited, draft: Draft): Promise<void> {
    setEdited(undefined)
    const storedDraft = await readDraft(pageOutbox().parts.db, draft.id)
    if (storedDraft?.orderId !== draft.orderId) return
    showToast({
      kind: 'bad',
      title: t('outbox.attention'),
      // Several lines have no product whose form could be opened.
      text: t(entry.summary.lines.length > 1 ? 'order.page.notSentText' : 'outbox.leftInForm'),
      action: { label: t('order.page.continue'), run: () => navigate(`/order/${entry.id}`) },
    })
  }

  return (
    <section className="wrap order-page">
      <Link className="back" to="/">
        <Icon name="arrow-left" size="i--sm" />
        {t('order.page.back')}
      </Link>
      <h1 className="serif t-4">{t('outbox.title')}</h1>
      {openEntries.state === 'reading' && <output className="page-loading" aria-label={t('loading')} />}
      {openEntries.state === 'failed' && (
        <EmptyState icon="circle-alert" title={t('outbox.failed')} text={t('outbox.failedText')} />
      )}
      {openEntries.state === 'read' && openEntries.value.ids.length === 0 && (
        <EmptyState icon="circle-check" title={t('outbox.empty')} text={t('outbox.emptyText')} />
      )}
      {openEntries.state === 'read' && openEntries.value.ids.length > 0 && (
        <PendingList {...openEntries.value} onEdit={setEdited} />
      )}
      {openEntries.state === 'read' && <DeviceOrders entries={openEntries.value.received} />}
      {isSignedIn && (
        <Link className="btn btn--line" to="/profile">
          {t('nav.profile')}
        </Link>
      )}
      {openEntries.state === 'read' && <EraseData openEntryIds={openEntries.value.ids} />}
      {openEntries.state !== 'reading' && <DeviceStorageStatus />}
      {edited && draft && (
        <OrderForm
          initialLines={linesFromSummary(edited.entry.summary)}
          draftId={draft.id}
          fromCart={edited.entry.summary.fromCart}
          onClose={() => void close(edited, draft)}
        />
      )}
    </section>
  )
}

/** Returns the draft of an order that the server has cancelled for editing; undefined when it was not cancelled. */
async function readReopenedDraft({ id }: Entry): Promise<Draft | 'asking' | undefined> {
  const { db } = pageOutbox().parts
  const entry = await db.outbox.get(id)
  if (!entry || isTombstone(entry)) return undefined
  if (!isReopened(entry)) return 'asking'
  const result = await cancelEntry(db, id, 'edit', Date.now())
  return typeof result === 'object' ? result : undefined
}

function PendingList({ ids, pending, first, onEdit }: OpenList & { onEdit: (edited: Edited) => void }) {
  const t = useTranslations('outbox')
  const hiddenCount = ids.length - first.length
  return (
    <>
      <p className="order-page__intro">{t('text')}</p>
      <ul className="pending-list" data-testid="pending-list">
        {first.map((entry) => (
          <PendingItem key={entry.id} entry={entry} onEdit={onEdit} />
        ))}
      </ul>
      {hiddenCount > 0 && <p className="muted pending-more">{t('more', { count: hiddenCount })}</p>}
      {pending.length > 0 && (
        <button
          type="button"
          className="btn btn--ink btn--lg btn--full pending-send-all"
          onClick={() => void sendNow(...pending)}
        >
          <Icon name="send" size="i--sm" />
          {t(ids.length > 1 ? 'sendAll' : 'sendNow')}
        </button>
      )}
    </>
  )
}
