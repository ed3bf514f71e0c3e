import { useTranslations } from 'use-intl'
import { openOverlay } from '../shared/overlay-state.ts'
import { Icon } from '../shared/ui/Icon.tsx'

/** Opens the sign-in dialog for an order whose session has ended; after signing in the outbox sends it. */
export function SignInToSend() {
  const t = useTranslations('outbox')
  return (
    <button type="button" className="btn btn--soft btn--sm" onClick={() => openOverlay('signIn')}>
      <Icon name="user-round" size="i--sm" />
      {t('signInToSend')}
    </button>
  )
}
