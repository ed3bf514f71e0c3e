import type { Order } from '@tsedra/contract/orders'
import { useTranslations } from 'use-intl'
import { formatDateTime } from '../shared/i18n/format-date-time.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { showToast } from '../shared/toasts.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { getShopContacts } from '../shared/shop-contacts.ts'
import { share } from './share.ts'

/** Collapses when the shop has received the order, the chat with it, and the link of this page. */
export function ReceivedOrderOptions({ order: { number, createdAt } }: { order: Order }) {
  const t = useTranslations('order')
  const language = useLanguage()
  return (
    <details className="fold">
      <summary>
        <Icon name="chevron-down" size="i--sm" />
        {t('page.more')}
      </summary>
      <p className="sm muted">{t('page.createdAt', { time: formatDateTime(createdAt, language) })}</p>
      <div className="button-group">
        <a
          className="btn btn--line btn--sm"
          href={getShopContacts(language).telegramLink}
          target="_blank"
          rel="noreferrer"
        >
          <Icon name="message-circle" size="i--sm" />
          {t('telegram')}
        </a>
        <ShareLink number={number} />
      </div>
    </details>
  )
}

/** Shares the link of the order page, which shows neither name nor phone number, or copies it without a share sheet. */
function ShareLink({ number }: { number: string }) {
  const t = useTranslations()
  const canShare = 'share' in navigator
  const shareLink = () =>
    share({ ...(canShare && { text: t('order.page.title', { number }) }), url: location.href }).then(
      (outcome) => outcome === 'copied' && showToast({ title: t('notice.linkCopied') }),
    )
  return (
    <button type="button" className="btn btn--line btn--sm" onClick={() => void shareLink()}>
      <Icon name={canShare ? 'share' : 'copy'} size="i--sm" />
      {t(canShare ? 'order.page.share' : 'order.page.copyLink')}
    </button>
  )
}
