import { useTranslations } from 'use-intl'
import { showToast } from '../shared/toasts.ts'
import type { Summary } from '../outbox/entry.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { copyToClipboard } from '../shared/copy-to-clipboard.ts'
import { getShopContacts } from '../shared/shop-contacts.ts'
import { orderText, share } from './share.ts'

/** Shows a problem as an alert with an optional title. */
export function OrderAlert({ title, text }: { title?: string; text: string }) {
  return (
    <div className="note note--warn" role="alert">
      <Icon name="circle-alert" />
      <span>
        {title && <b className="block">{title}</b>}
        {text}
      </span>
    </div>
  )
}

/** Warns in a private window: the browser deletes unsent orders when the window is closed. */
export function EphemeralStorageWarning({ id, summary }: { id: string; summary: Summary }) {
  const t = useTranslations('order')
  const language = useLanguage()
  return (
    <div className="note note--warn">
      <Icon name="circle-alert" />
      <span>
        <b className="block">{t('forgetful.title')}</b>
        {t('forgetful.text')}
        <button
          type="button"
          className="btn btn--quiet btn--sm"
          onClick={() =>
            void share({ text: orderText(id, summary, language) }).then(
              (outcome) => outcome === 'copied' && showToast({ title: t('copied') }),
            )
          }
        >
          <Icon name="send" size="i--sm" />
          {t('forgetful.share')}
        </button>
      </span>
    </div>
  )
}

/** Offers to call, to write in Telegram, or to copy the order: none of them needs the outbox. */
export function ContactOptions({ id, summary }: { id: string; summary: Summary }) {
  const t = useTranslations('order')
  const language = useLanguage()
  const contacts = getShopContacts(language)
  return (
    <div className="button-group">
      <a className="btn btn--line btn--sm" href={contacts.phoneLink}>
        <Icon name="phone" size="i--sm" />
        {t('call')}
      </a>
      <a className="btn btn--line btn--sm" href={contacts.telegramLink} target="_blank" rel="noreferrer">
        <Icon name="message-circle" size="i--sm" />
        {t('telegram')}
      </a>
      <button
        type="button"
        className="btn btn--line btn--sm"
        onClick={() =>
          void copyToClipboard(orderText(id, summary, language)).then(
            (isCopied) => isCopied && showToast({ title: t('copied') }),
          )
        }
      >
        <Icon name="copy" size="i--sm" />
        {t('copyOrder')}
      </button>
    </div>
  )
}
