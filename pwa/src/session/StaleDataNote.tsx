import { useTranslations } from 'use-intl'
import { Icon } from '../shared/ui/Icon.tsx'
import '../shared/ui/note.css'

/** Said above what was kept of a person when the shop does not answer: it is read only. */
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
