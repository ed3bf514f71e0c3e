import { useTranslations } from 'use-intl'
import { Icon } from './Icon.tsx'

/** Something could not be loaded; the way out is to try again. */
export function LoadError({ onRetry, page = false }: { onRetry: () => void; page?: boolean }) {
  const Title = page ? 'h1' : 'h2'
  const t = useTranslations()
  return (
    <div className="empty" role="alert">
      <span className="empty__mark">
        <Icon name="cloud-off" size="i--lg" />
      </span>
      <Title className="serif">{t('error.title')}</Title>
      <p>{t('error.text')}</p>
      <button type="button" className="btn btn--line" onClick={onRetry}>
        <Icon name="refresh-cw" size="i--sm" />
        {t('action.retry')}
      </button>
    </div>
  )
}
