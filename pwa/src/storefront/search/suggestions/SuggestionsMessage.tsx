import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { getFailure } from '../../../shared/api.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { useOnline } from '../../../shared/use-online.ts'

/** Placeholders of the first suggestions, while the catalogue is loading. */
export function SuggestionsSkeleton() {
  return (
    <div className="suggest__skeleton" aria-hidden="true">
      {[1, 2, 3].map((row) => (
        <div key={row}>
          <span className="sk" />
          <span className="sk sk--line">…</span>
        </div>
      ))}
    </div>
  )
}

export function NoSuggestions() {
  const t = useTranslations('suggest')
  return (
    <p className="suggest__note">
      <b>{t('none')}</b>
      {t('noneText')}
    </p>
  )
}

/** The catalogue could be read neither on this device nor from the server. */
export function SuggestionsFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations()
  const isOnline = useOnline()
  return (
    <Failure icon={getFailure(error).kind === 'network' ? 'cloud-off' : 'circle-alert'}>
      <span>{t(isOnline ? 'suggest.failed' : 'suggest.offline')}</span>
      <button type="button" className="btn btn--line btn--sm" onClick={onRetry}>
        <Icon name="refresh-cw" size="i--sm" />
        {t('action.retry')}
      </button>
    </Failure>
  )
}

function Failure({ icon, children }: { icon: 'cloud-off' | 'circle-alert'; children: ReactNode }) {
  return (
    <div className="suggest__note suggest__note--row">
      <Icon name={icon} />
      {children}
    </div>
  )
}
