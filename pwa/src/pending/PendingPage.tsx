import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useTitle } from '../shared/document-head.ts'
import { OnThisPhone } from './OnThisPhone.tsx'
import { notify } from '../shared/notices.ts'
import { linesOf } from '../orders/order-form.ts'
import { OrderForm } from '../orders/OrderForm.tsx'
import { Empty } from '../shared/ui/Empty.tsx'
import { Icon } from '../shared/ui/Icon.tsx'
import '../orders/queue.css'
import { Link } from '../shared/ui/Link.tsx'
import type { OutboxDatabase } from '../outbox/database.ts'
import type { Draft } from '../outbox/draft.ts'
import { readDraft } from '../outbox/drafts.ts'
import { type Entry, isOver, isReopened } from '../outbox/entry.ts'
import { EraseData } from './EraseData.tsx'
import { pageOutbox } from '../outbox/page-outbox.ts'
import { type Edited, PendingItem } from './PendingItem.tsx'
import { type OpenList, openList } from '../outbox/queue.ts'
import { sendNow } from '../outbox/send-now.ts'
import { takeBack } from '../outbox/take-back.ts'
import { useLive } from '../outbox/use-live.ts'
import '../shared/ui/note.css'
import '../shared/ui/badge.css'
import '../orders/orders.css'

/** Shown at most; what comes after is counted. */
const MOST = 30
const readOpen = (db: OutboxDatabase) => openList(db, MOST)

/** Everything on this phone that the shop does not have yet, or that it refused. */
export function PendingPage() {
  const t = useTranslations()
  const open = useLive(readOpen)
  const [edited, setEdited] = useState<Edited>()
  useTitle(t('outbox.title'))

  // The shop is being asked whether it lets go of the request; its form opens when it has.
  const draft = edited?.draft
  const asking = edited && !draft ? edited.entry : undefined
  useEffect(() => {
    if (!asking || open.state !== 'read') return
    let gone = false
    void formOf(asking).then((form) => {
      if (!gone && form !== 'asking') setEdited(form && { entry: asking, draft: form })
    })
    return () => {
      gone = true
    }
  }, [open, asking])

  /** A form closed without sending is a request less in the queue: that is said. */
  async function close(draft: Draft): Promise<void> {
    setEdited(undefined)
    const left = await readDraft(pageOutbox().parts.db, draft.id)
    if (left?.orderId === draft.orderId)
      notify({ kind: 'bad', title: t('outbox.attention'), text: t('outbox.leftInForm') })
  }

  return (
    <section className="wrap queue">
      <Link className="back" to="/">
        <Icon name="arrow-left" size="i--sm" />
        {t('order.page.back')}
      </Link>
      <h1 className="serif t-4">{t('outbox.title')}</h1>
      {open.state === 'reading' && <output className="page-wait" aria-label={t('loading')} />}
      {open.state === 'failed' && (
        <Empty icon="circle-alert" title={t('outbox.failed')} text={t('outbox.failedText')} />
      )}
      {open.state === 'read' && open.value.ids.length === 0 && (
        <Empty icon="circle-check" title={t('outbox.empty')} text={t('outbox.emptyText')} />
      )}
      {open.state === 'read' && open.value.ids.length > 0 && <Queue {...open.value} onEdit={setEdited} />}
      {open.state === 'read' && <EraseData open={open.value.ids} />}
      {open.state !== 'reading' && <OnThisPhone />}
      {edited && draft && (
        <OrderForm
          wanted={linesOf(edited.entry.summary)}
          draftId={draft.id}
          fromCart={edited.entry.summary.fromCart}
          onClose={() => void close(draft)}
        />
      )}
    </section>
  )
}

/** The form of a request that the shop has let go of; undefined when the shop keeps it. */
async function formOf({ id }: Entry): Promise<Draft | 'asking' | undefined> {
  const { db } = pageOutbox().parts
  const entry = await db.outbox.get(id)
  if (!entry || isOver(entry)) return undefined
  if (!isReopened(entry)) return 'asking'
  const taken = await takeBack(db, id, 'edit', Date.now())
  return typeof taken === 'object' ? taken : undefined
}

function Queue({ ids, pending, first, onEdit }: OpenList & { onEdit: (edited: Edited) => void }) {
  const t = useTranslations('outbox')
  const more = ids.length - first.length
  return (
    <>
      <p className="queue__p">{t('text')}</p>
      <ul>
        {first.map((entry) => (
          <PendingItem key={entry.id} entry={entry} onEdit={onEdit} />
        ))}
      </ul>
      {more > 0 && <p className="muted">{t('more', { count: more })}</p>}
      {pending.length > 0 && (
        <button
          type="button"
          className="btn btn--ink btn--lg btn--full queue__all"
          onClick={() => void sendNow(...pending)}
        >
          <Icon name="send" size="i--sm" />
          {t('sendNow')}
        </button>
      )}
    </>
  )
}
