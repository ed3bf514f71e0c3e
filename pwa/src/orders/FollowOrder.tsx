import type { BotLink } from '@tsedra/contract/bot'
import type { linkTelegramToOrder } from '@tsedra/contract/orders'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOnline } from '../shared/use-online.ts'
import { showToast } from '../shared/toasts.ts'
import { callApi } from '../shared/api.ts'
import { Icon } from '../shared/ui/Icon.tsx'

/** Links a Telegram chat to the order: the bot sends status updates to it (infra/decisions/0025-telegram-bot.md). */
export function FollowOrder({ id }: { id: string }) {
  const t = useTranslations('order.page')
  const online = useOnline()
  const [busy, setBusy] = useState(false)
  const [botLink, setBotLink] = useState<BotLink>()

  async function requestLink(): Promise<void> {
    setBusy(true)
    try {
      setBotLink(await callApi<typeof linkTelegramToOrder>('POST /api/orders/:id/telegram', { params: { id } }))
    } catch {
      showToast({ kind: 'bad', title: t('followFailed'), text: t('followFailedText') })
    }
    setBusy(false)
  }

  if (botLink) {
    return (
      <a className="btn btn--primary" href={botLink.url} target="_blank" rel="noreferrer" ref={focus}>
        <Icon name="send" size="i--sm" />
        {t('followGo')}
      </a>
    )
  }
  return (
    <button
      type="button"
      className="btn btn--primary"
      disabled={busy || !online}
      aria-busy={busy}
      onClick={() => void requestLink()}
    >
      <Icon name="send" size="i--sm" />
      {t('follow')}
    </button>
  )
}

/** Moves the focus to the link: it replaces the button that had it. */
const focus = (link: HTMLAnchorElement | null): void => link?.focus()
