import { useQuery } from '@tanstack/react-query'
import type { User } from '@tsedra/contract/accounts'
import { BOT_POLL_INTERVAL_MS } from '@tsedra/contract/account-limits'
import { type BotLink, BOT_LINK_TTL_MS } from '@tsedra/contract/bot'
import type { linkTelegram, unlinkTelegram } from '@tsedra/contract/settings'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { updateCurrentUser } from '../session/current-user.ts'
import { refreshCurrentUser } from '../accounts/session.ts'
import { showToast } from '../shared/toasts.ts'
import { callApi } from '../shared/api.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { Icon } from '../shared/ui/Icon.tsx'
import { FormError } from './FormError.tsx'
import { useAccountChange } from './use-account-change.ts'
import { OnlineFieldset } from './OnlineFieldset.tsx'
import '../accounts/sign-in/sign-in.css'

/** Links and unlinks the Telegram chat that receives order status updates (infra/decisions/0025-telegram-bot.md). */
export function Telegram({ user }: { user: User }) {
  const t = useTranslations('settings.telegram')
  const [botLink, setBotLink] = useState<BotLink>()
  const { busy, errorMessage, change } = useAccountChange()

  const link = () =>
    change(async () => {
      setBotLink(await callApi<typeof linkTelegram>('POST /api/auth/telegram'))
    })
  const unlink = () =>
    change(async () => {
      updateCurrentUser({ user: await callApi<typeof unlinkTelegram>('DELETE /api/auth/telegram') })
      showToast({ title: t('untied') })
    })

  return (
    <>
      <OnlineFieldset>
        <ul className="setting-rows">
          <li>
            <span>
              <b>Telegram</b>
              <span className="muted">{t(user.hasTelegram ? 'on' : 'off')}</span>
            </span>
            <button
              type="button"
              className="btn btn--line btn--sm"
              aria-label={`${t(user.hasTelegram ? 'untie' : 'tie')}: Telegram`}
              disabled={busy}
              onClick={() => void (user.hasTelegram ? unlink() : link())}
            >
              {t(user.hasTelegram ? 'untie' : 'tie')}
            </button>
          </li>
        </ul>
        <FormError text={errorMessage} />
      </OnlineFieldset>
      {botLink && (
        <LinkTelegramDialog
          key={botLink.url}
          botLink={botLink}
          onRetry={() => {
            setBotLink(undefined)
            void link()
          }}
          onLinked={() => {
            showToast({ title: t('tied') })
            setBotLink(undefined)
          }}
          onClose={() => setBotLink(undefined)}
        />
      )}
    </>
  )
}

/** Shows the link to the bot and polls the user while the page is visible and the link valid, until the chat is linked. */
function LinkTelegramDialog({
  botLink: { url, number },
  onRetry,
  onLinked,
  onClose,
}: {
  botLink: BotLink
  onRetry: () => void
  onLinked: () => void
  onClose: () => void
}) {
  const t = useTranslations('settings.telegram')
  const tBot = useTranslations('signIn.bot')
  const [isExpired, setIsExpired] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsExpired(true), BOT_LINK_TTL_MS)
    return () => clearTimeout(timer)
  }, [])
  const { data } = useQuery({
    queryKey: ['account-data', 'telegram', url],
    // null without a session: `refreshCurrentUser` has reset the page to a guest's.
    queryFn: async () => (await refreshCurrentUser()) ?? null,
    refetchInterval: isExpired ? false : BOT_POLL_INTERVAL_MS,
    staleTime: 0,
    gcTime: 0,
  })
  useEffect(() => {
    if (data?.hasTelegram) onLinked()
  })

  if (isExpired) {
    return (
      <Dialog title={t('title')} onClose={onClose}>
        <p className="note note--warn" role="alert">
          {tBot('over')}
        </p>
        <button type="button" className="btn btn--primary btn--lg btn--full" onClick={onRetry}>
          {t('tie')}
        </button>
      </Dialog>
    )
  }
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <p>{t('text')}</p>
      {number && (
        <p>
          {t('tap')} <b className="steps__number">{number}</b>
        </p>
      )}
      <a className="btn btn--primary btn--lg btn--full" href={url} target="_blank" rel="noreferrer">
        <Icon name="send" size="i--sm" />
        {t('go')}
      </a>
      <p className="waiting-note" role="status">
        <span className="spin" aria-hidden="true" />
        {t('waiting')}
      </p>
    </Dialog>
  )
}
