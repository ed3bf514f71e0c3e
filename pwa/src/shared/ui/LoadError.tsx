import { useTranslations } from 'use-intl'
import { getFailure } from '../api.ts'
import { Icon } from './Icon.tsx'

/** The message for data or a chunk that failed to load, with a retry button. */
export function LoadError({
  onRetry,
  error,
  isPage = false,
}: {
  onRetry: () => void
  error?: unknown
  isPage?: boolean
}) {
  const Title = isPage ? 'h1' : 'h2'
  const t = useTranslations()
  const { kind, waitMinutes } = getFailure(error)
  return (
    <div className="empty" role="alert">
      <span className="empty__mark">
        <Icon name={kind === 'network' ? 'cloud-off' : 'circle-alert'} size="i--lg" />
      </span>
      <Title className="serif">{t('error.title')}</Title>
      <p>{t(`error.${kind}`, { minutes: waitMinutes })}</p>
      <button type="button" className="btn btn--line" onClick={onRetry}>
        <Icon name="refresh-cw" size="i--sm" />
        {t('action.retry')}
      </button>
    </div>
  )
}
