import { useQuery } from '@tanstack/react-query'
import { POLL_MS, type User } from '@tsedra/contract/accounts'
import { type BotLink, LINK_MS } from '@tsedra/contract/bot'
import type { tieTelegram, untieTelegram } from '@tsedra/contract/settings'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { changePerson } from '../session/person.ts'
import { askWhoIsSignedIn } from '../accounts/session.ts'
import { notify } from '../shared/notices.ts'
import { call } from '../shared/api.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { Icon } from '../shared/ui/Icon.tsx'
import { Refused } from './Refused.tsx'
import { useChange } from './use-change.ts'
import { WithNetwork } from './WithNetwork.tsx'
import '../accounts/sign-in/sign-in.css'

/** The Telegram chat that hears what becomes of this person's orders (infra/decisions/0025-bot.md). */
export function Telegram({ user }: { user: User }) {
  const t = useTranslations('settings.telegram')
  const [bot, setBot] = useState<BotLink>()
  const { busy, refused, change } = useChange()

  const tie = () =>
    change(async () => {
      setBot(await call<typeof tieTelegram>('POST /api/auth/telegram'))
    })
  const untie = () =>
    change(async () => {
      changePerson({ user: await call<typeof untieTelegram>('DELETE /api/auth/telegram') })
      notify({ title: t('untied') })
    })

  return (
    <>
      <WithNetwork>
        <ul className="rows">
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
              onClick={() => void (user.hasTelegram ? untie() : tie())}
            >
              {t(user.hasTelegram ? 'untie' : 'tie')}
            </button>
          </li>
        </ul>
        <Refused words={refused} />
      </WithNetwork>
      {bot && (
        <Tie
          key={bot.url}
          bot={bot}
          onAgain={() => {
            setBot(undefined)
            void tie()
          }}
          onTied={() => {
            notify({ title: t('tied') })
            setBot(undefined)
          }}
          onClose={() => setBot(undefined)}
        />
      )}
    </>
  )
}

/** The way to the bot; the page asks, as long as somebody looks and the way is open, whether the number was tapped there. */
function Tie({
  bot: { url, number },
  onAgain,
  onTied,
  onClose,
}: {
  bot: BotLink
  onAgain: () => void
  onTied: () => void
  onClose: () => void
}) {
  const t = useTranslations('settings.telegram')
  const tOver = useTranslations('signIn.bot')
  const [over, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), LINK_MS)
    return () => clearTimeout(timer)
  }, [])
  const { data } = useQuery({
    queryKey: ['mine', 'telegram', url],
    // Nobody is signed in any more: then this page is a guest's.
    queryFn: async () => (await askWhoIsSignedIn()) ?? null,
    refetchInterval: over ? false : POLL_MS,
    staleTime: 0,
    gcTime: 0,
  })
  useEffect(() => {
    if (data?.hasTelegram) onTied()
  })

  if (over) {
    return (
      <Dialog title={t('title')} onClose={onClose}>
        <p className="note note--warn" role="alert">
          {tOver('over')}
        </p>
        <button type="button" className="btn btn--primary btn--lg btn--full" onClick={onAgain}>
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
      <p className="wait" role="status">
        <span className="spin" aria-hidden="true" />
        {t('waiting')}
      </p>
    </Dialog>
  )
}
