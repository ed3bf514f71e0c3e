import type { getOrderReplies, OrderReplies, ReplyChannel, sendReply } from '@tsedra/contract/admin-replies'
import { htmlLang } from '@tsedra/contract/language'
import { orderNumber } from '@tsedra/contract/order-number'
import { MAX_REPLY_LENGTH } from '@tsedra/contract/reply-templates'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { callApi } from '../../../shared/api.ts'
import { copyToClipboard } from '../../../shared/copy-to-clipboard.ts'
import { useLanguage } from '../../../shared/i18n/language.ts'
import { randomUuid } from '../../../shared/random-uuid.ts'
import { showToast } from '../../../shared/toasts.ts'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { Field } from '../../../shared/ui/Field.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { LoadError } from '../../../shared/ui/LoadError.tsx'
import { OrderNumberText } from '../../../shared/ui/OrderNumberText.tsx'
import { useOnline } from '../../../shared/use-online.ts'
import { useAdminMutation } from '../../use-admin-mutation.ts'
import { useAdminQuery } from '../../use-admin-query.ts'
import { createTelegramLink } from './telegram-link.ts'

const ROWS = 9

/** A reply to the customer of an order: a template in their language, to change, then to send by the bot or by hand. */
export function ReplyDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations()
  const lang = useLanguage()
  const [templateId, setTemplateId] = useState<string>()
  const [edits, setEdits] = useState<Record<string, string>>({})
  const { data, isError, refetch } = useAdminQuery<typeof getOrderReplies>('GET /api/admin/orders/:id/replies', {
    params: { id },
    query: { lang },
  })
  const selected = data?.replies.find((reply) => reply.templateId === templateId) ?? data?.replies[0]
  const key = selected?.templateId ?? ''
  const text = edits[key] ?? selected?.text ?? ''
  const number = orderNumber(id)
  return (
    <Dialog
      title={<OrderNumberText text={t('desk.reply.title', { number })} number={number} />}
      onClose={onClose}
      footer={data && <ReplyActions id={id} contact={data} text={text} onSent={onClose} />}
    >
      {!data && isError && <LoadError onRetry={() => void refetch()} />}
      {!data && !isError && <output className="sk reply__loading" aria-label={t('loading')} />}
      {data && (
        <div className="reply">
          {data.replies.length > 0 && (
            <div className="field">
              <label className="field__label" htmlFor="reply-template">
                {t('desk.reply.template')}
              </label>
              <div className="select">
                <select
                  className="input"
                  id="reply-template"
                  value={key}
                  onChange={({ target }) => setTemplateId(target.value)}
                >
                  {data.replies.map((reply) => (
                    <option key={reply.templateId} value={reply.templateId}>
                      {reply.name}
                    </option>
                  ))}
                </select>
                <Icon name="chevron-down" />
              </div>
            </div>
          )}
          <div lang={htmlLang[data.language]}>
            <Field
              label={t('desk.reply.text', { language: t(`desk.languages.${data.language}`) })}
              rows={ROWS}
              maxLength={MAX_REPLY_LENGTH}
              value={text}
              onChange={(value) => setEdits({ ...edits, [key]: value })}
            />
          </div>
        </div>
      )}
    </Dialog>
  )
}

interface ActionsProps {
  id: string
  contact: OrderReplies
  text: string
  onSent: () => void
}

/** Sends the text by the bot, opens Telegram with it, or copies it; each reply is noted in the history once. */
function ReplyActions({ id, contact, text, onSent }: ActionsProps) {
  const t = useTranslations('desk.reply')
  const isOnline = useOnline()
  const { busy, mutate } = useAdminMutation()
  // Kept after a lost response, so that sending again is the same reply.
  const [replyId] = useState(randomUuid)
  const isEmpty = text.trim() === ''
  const link = createTelegramLink(contact, text.trim())

  async function send(channel: ReplyChannel): Promise<void> {
    const request = () =>
      callApi<typeof sendReply>('POST /api/admin/orders/:id/replies', {
        params: { id },
        body: { id: replyId, channel, text: text.trim() },
      })
    const messages = { successMessage: t(`done.${channel}`), errorMessages: { chat_unlinked: t('unlinked') } }
    const result = await mutate(request, messages)
    if ('response' in result) onSent()
  }
  const copy = async () => {
    const isCopied = await copyToClipboard(text)
    showToast(isCopied ? { title: t('copied') } : { kind: 'bad', title: t('notCopied') })
  }
  return (
    <>
      {!isOnline && <p className="muted sm">{t('offline')}</p>}
      {!contact.hasChat && <p className="muted sm">{t(link ? 'noChat' : 'noContact')}</p>}
      {link && !isEmpty && !link.includes('?') && <p className="muted sm">{t('tooLong')}</p>}
      <div className="confirm">
        <button type="button" className="btn btn--line" disabled={isEmpty} onClick={() => void copy()}>
          <Icon name="copy" size="i--sm" />
          {t('copy')}
        </button>
        {link && !isEmpty && (
          <a
            className={`btn ${contact.hasChat ? 'btn--line' : 'btn--primary'}`}
            href={link}
            target="_blank"
            rel="noreferrer"
            onClick={() => void send('link')}
          >
            {t('open')}
          </a>
        )}
        {contact.hasChat && (
          <button
            type="button"
            className="btn btn--primary"
            disabled={!isOnline || busy || isEmpty}
            aria-busy={busy}
            onClick={() => void send('bot')}
          >
            {busy ? <span className="spin" aria-hidden="true" /> : <Icon name="send" size="i--sm" />}
            {t('send')}
          </button>
        )}
      </div>
    </>
  )
}
