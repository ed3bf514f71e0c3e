import { useTranslations } from 'use-intl'
import { openOverlay } from '../shared/overlay-state.ts'
import { Icon } from '../shared/ui/Icon.tsx'

/** The session of whoever wrote it has ended; once they have signed in again it goes by itself (owner.ts). */
export function SignInToSend() {
  const t = useTranslations('outbox')
  return (
    <button type="button" className="btn btn--soft btn--sm" onClick={() => openOverlay('signIn')}>
      <Icon name="user-round" size="i--sm" />
      {t('signInToSend')}
    </button>
  )
}
