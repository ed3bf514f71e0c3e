import type { BotLink } from '@tsedra/contract/bot'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../shared/ui/Icon.tsx'

/** The steps in Telegram and the link to the bot. The user taps the number there; without one the bot sends a code. */
export function BotSteps({ bot: { url, number } }: { bot: BotLink }) {
  const t = useTranslations('signIn.bot')
  const linkRef = useRef<HTMLAnchorElement>(null)
  useEffect(() => linkRef.current?.focus(), [])
  return (
    <>
      <p className="muted">{t(number ? 'text' : 'textCode')}</p>
      <ol className="steps">
        <li>{t('open')}</li>
        <li>{t('share')}</li>
        {number ? (
          <li>
            <span>{t.rich('tap', { number: () => <b className="steps__number">{number}</b> })}</span>
          </li>
        ) : (
          <li>{t('type')}</li>
        )}
      </ol>
      <a ref={linkRef} className="btn btn--primary btn--lg btn--full" href={url} target="_blank" rel="noreferrer">
        <Icon name="send" size="i--sm" />
        {t('go')}
      </a>
    </>
  )
}
