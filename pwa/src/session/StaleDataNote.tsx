import { useTranslations } from 'use-intl'
import { Icon } from '../shared/ui/Icon.tsx'
import '../shared/ui/note.css'

/** Warns above stored account data that it is stale and read-only, with a retry button. */
export function StaleDataNote({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations()
  return (
    <div className="note note--warn" role="status">
      <Icon name="cloud-off" />
      <span>
        {t('mine.lastCopy')}
        <button type="button" className="btn btn--quiet btn--sm" onClick={onRetry}>
          {t('action.retry')}
        </button>
      </span>
    </div>
  )
}
