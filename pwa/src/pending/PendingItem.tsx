import { orderNumber } from '@tsedra/contract/order-number'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProductPicture } from '../catalogue/ProductPicture.tsx'
import { toneOf } from '@tsedra/contract/tone'
import { notify } from '../shared/notices.ts'
import { formatMoment, formatUntil } from '../shared/i18n/moment.ts'
import { useRefusalText } from '../orders/refusal-text.ts'
import { orderText, share } from '../orders/share.ts'
import { formatMoney, formatPackage } from '../shared/i18n/format.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { useOnline } from '../shared/network.ts'
import { Link } from '../shared/ui/Link.tsx'
import type { Draft } from '../outbox/draft.ts'
import { type Entry, isClockSet, mayKeep, mayResend, mayWithdraw, needsSignIn, waitsForShop } from '../outbox/entry.ts'
import { pageOutbox } from '../outbox/page-outbox.ts'
import { keep, takeBack } from '../outbox/take-back.ts'
import { sendNow } from '../outbox/send-now.ts'
import { SignInToSend } from '../orders/SignInToSend.tsx'

const badges = { queued: 'badge--wait', sending: 'badge--info', attention: 'badge--bad' } as const
const asking = {
  cancel: { word: 'takingBack', text: 'takingBackText' },
  edit: { word: 'editing', text: 'editingText' },
} as const
const words = { queued: 'waiting', sending: 'sending', attention: 'attention' } as const

export interface Edited {
  entry: Entry
  /** Where its words lie now; not there as long as the shop has not let go of it. */
  draft?: Draft
}

/** One request: what is in it, how it stands, and what may be done about it. */
export function PendingItem({ entry, onEdit }: { entry: Entry; onEdit: (edited: Edited) => void }) {
  const t = useTranslations('outbox')
  const language = useLanguage()
  const refusalText = useRefusalText()
  const { id, state, summary, createdAt, reason, detail, attempts, wish } = entry
  const [first] = summary.lines
  if (state !== 'queued' && state !== 'sending' && state !== 'attention') return null
  const told = state === 'attention' || (attempts > 0 && state === 'queued')

  return (
    <li className="qitem" data-tone={toneOf(first?.slug ?? '')}>
      <div className="plate">
        <ProductPicture imageUrl={first?.imageUrl ?? null} alt="" sizes="72px" />
      </div>
      <div>
        <div className="qitem__top">
          <h2 className="serif t-1">
            <Link to={`/order/${id}`}>{first?.name ?? orderNumber(id)}</Link>
          </h2>
          <span className={`badge ${badges[wish ? 'sending' : state]}`}>
            {t(wish ? asking[wish.to].word : waitsForShop(entry) ? 'waitingForShop' : words[state])}
          </span>
        </div>
        {summary.lines.map(({ productId, name, packageSize, quantity, lineTotal }, place) => (
          <p className="sm muted" key={`${productId}${packageSize}`}>
            {place > 0 && `${name}: `}
            {formatPackage(packageSize, language)} × {quantity} · {formatMoney(lineTotal, language)}
          </p>
        ))}
        {summary.lines.length > 1 && summary.total !== null && (
          <p className="sm">{formatMoney(summary.total, language)}</p>
        )}
        <p className="sm muted">
          {orderNumber(id)}
          {isClockSet(createdAt) && ` · ${t('savedAt', { time: formatMoment(createdAt, language) })}`}
        </p>
        {wish && <p className="sm muted qitem__why">{t(asking[wish.to].text)}</p>}
        {told && (
          <p className={state === 'attention' ? 'field__err qitem__why' : 'sm muted qitem__why'}>
            {state === 'attention' && <Icon name="circle-alert" />}
            {refusalText(reason, detail, entry)}
          </p>
        )}
        {state === 'queued' && attempts > 0 && <NextTry at={entry.nextAt} />}
      </div>
      <Actions entry={entry} onEdit={onEdit} />
    </li>
  )
}

function Actions({ entry, onEdit }: { entry: Entry; onEdit: (edited: Edited) => void }) {
  const t = useTranslations('outbox')
  const language = useLanguage()
  const online = useOnline()
  const { id, summary, wish } = entry
  // It may have arrived: the shop has to be asked first, and a form that opens some day is no help.
  const mayEdit = mayWithdraw(entry) || online

  async function back(to: 'cancel' | 'edit'): Promise<void> {
    const { parts, sender } = pageOutbox()
    const taken = await takeBack(parts.db, id, to, parts.now())
    if (taken === 'cancelled') notify({ title: t('removed', { number: orderNumber(id) }) })
    else if (taken === 'too_late') notify({ kind: 'bad', title: t('tooLate') })
    else {
      if (to === 'edit') onEdit({ entry, ...(typeof taken === 'object' && { draft: taken }) })
      await sender.nudge()
    }
  }

  async function keepIt(): Promise<void> {
    const { parts, sender } = pageOutbox()
    await keep(parts.db, id, parts.now())
    await sender.nudge()
  }

  return (
    <div>
      {!wish && !mayEdit && <p className="sm muted">{t('editOffline')}</p>}
      <div className="qitem__row">
        {needsSignIn(entry) && <SignInToSend />}
        {mayResend(entry) && !needsSignIn(entry) && (
          <button type="button" className="btn btn--soft btn--sm" onClick={() => void sendNow(id)}>
            <Icon name="send" size="i--sm" />
            {t(wish ? 'askNow' : 'sendNow')}
          </button>
        )}
        {!wish && (
          <>
            <button
              type="button"
              className="btn btn--quiet btn--sm"
              disabled={!mayEdit}
              onClick={() => void back('edit')}
            >
              <Icon name="pencil" size="i--sm" />
              {t('edit')}
            </button>
            <button type="button" className="btn btn--quiet btn--sm" onClick={() => void back('cancel')}>
              <Icon name="trash-2" size="i--sm" />
              {t('cancel')}
            </button>
          </>
        )}
        {mayKeep(entry) && (
          <button type="button" className="btn btn--quiet btn--sm" onClick={() => void keepIt()}>
            <Icon name="refresh-cw" size="i--sm" />
            {t('keep')}
          </button>
        )}
        <button
          type="button"
          className="btn btn--quiet btn--sm"
          onClick={() =>
            void share({ text: orderText(id, summary, language) }).then(
              (how) => how === 'copied' && notify({ title: t('copied') }),
            )
          }
        >
          <Icon name="share" size="i--sm" />
          {t('share')}
        </button>
      </div>
    </div>
  )
}

/** Counts down while it is looked at. */
function NextTry({ at }: { at: number }) {
  const t = useTranslations('outbox')
  const language = useLanguage()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return <p className="sm muted">{t('next', { when: formatUntil(at, now, language) })}</p>
}
