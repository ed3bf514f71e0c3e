import { useQuery } from '@tanstack/react-query'
import { type signInMethods, type Provider, providers } from '@tsedra/contract/providers'
import { useTranslations } from 'use-intl'
import { useState } from 'react'
import { useOnline } from '../../shared/use-online.ts'
import { callApi } from '../../shared/api.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { showToast } from '../../shared/toasts.ts'
import { finishSignOut } from '../pending-sign-out.ts'
import { clearPendingVerification, readPendingVerification } from '../pending-verification.ts'
import { useApiErrorText } from '../api-error-text.ts'
import { markProviderSignIn } from '../session.ts'
import { OfflineNote } from './StepForm.tsx'
import { providerNames, type Step } from './step.ts'

interface Props {
  goTo: (step: Step) => void
  setAddress: (address: string) => void
  next: string | undefined
}

/** The sign-in methods, below the pending verification of this browser if there is one. */
export function SignInMethods({ goTo, setAddress, next }: Props) {
  const t = useTranslations('signIn')
  return (
    <div className="dialog__body">
      <PendingVerificationOffer goTo={goTo} setAddress={setAddress} />
      <p className="muted">{t('text')}</p>
      <div className="button-group">
        <button type="button" className="btn btn--primary btn--lg" onClick={() => goTo({ at: 'login' })}>
          {t('login')}
        </button>
        <button type="button" className="btn btn--line btn--lg" onClick={() => goTo({ at: 'register' })}>
          {t('register')}
        </button>
      </div>
      <ProviderButtons next={next} />
      <OfflineNote />
    </div>
  )
}

/** Offers to resume the pending verification. */
function PendingVerificationOffer({ goTo, setAddress }: Omit<Props, 'next'>) {
  const t = useTranslations('signIn.pending')
  const [pending] = useState(readPendingVerification)
  if (!pending) return null
  const { at, userId, type, address } = pending
  return (
    <div className="button-group">
      <button
        type="button"
        className="btn btn--ink btn--lg btn--full breakable"
        onClick={() => {
          setAddress(address)
          goTo({ at, verification: { userId, type }, isResumed: true })
        }}
      >
        {t(type === 'phone' && at === 'verify' ? 'confirm' : 'enter', { address })}
      </button>
      <button
        type="button"
        className="btn btn--quiet btn--full"
        onClick={() => {
          clearPendingVerification()
          goTo({ at: at === 'verify' ? 'register' : 'forgotten' })
        }}
      >
        {t('startOver')}
      </button>
    </div>
  )
}

/** Buttons of the configured providers; until the API returns which these are, their space is reserved. */
function ProviderButtons({ next }: { next: string | undefined }) {
  const t = useTranslations('signIn')
  const errorText = useApiErrorText()
  const online = useOnline()
  const { data, isPending } = useQuery({
    queryKey: ['signInMethods'],
    queryFn: ({ signal }) => callApi<typeof signInMethods>('GET /api/auth/methods', {}, signal),
  })
  const isAwaited = isPending && online
  const offeredProviders = providers.filter((provider) => (data ? data[provider] : isAwaited))
  if (offeredProviders.length === 0) return null

  /** Navigates to the provider. A pending sign-out ends first: its late response would delete the new session's cookie. */
  async function redirectToProvider(provider: Provider): Promise<void> {
    try {
      await finishSignOut()
    } catch (error) {
      return showToast({ kind: 'bad', title: t('failed'), text: errorText(error) })
    }
    markProviderSignIn()
    location.assign(`/api/auth/${provider}?next=${encodeURIComponent(returnPath)}`)
  }

  const returnPath = next ?? location.pathname + location.search
  return (
    <>
      <div className={isAwaited ? 'or invisible' : 'or'}>{t('or')}</div>
      <div className={isAwaited ? 'button-group invisible' : 'button-group'}>
        {offeredProviders.map((provider) => (
          <button
            key={provider}
            type="button"
            className="btn btn--line btn--lg btn--full"
            disabled={!online}
            onClick={() => void redirectToProvider(provider)}
          >
            <Icon name={provider} />
            {providerNames[provider]}
          </button>
        ))}
      </div>
    </>
  )
}
