import { useQuery } from '@tanstack/react-query'
import { type signInMethods, thirdParties } from '@tsedra/contract/third-parties'
import { useTranslations } from 'use-intl'
import { useOnline } from '../../app/network.ts'
import { call } from '../../shared/api.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { leaveToSignIn } from '../session.ts'
import { NeedsNetwork } from './StepForm.tsx'
import { partyNames, type Step } from './step.ts'

/** The ways in. */
export function Choice({ go, next }: { go: (step: Step) => void; next: string | undefined }) {
  const t = useTranslations('signIn')
  return (
    <div className="dialog__body">
      <p className="muted">{t('text')}</p>
      <div className="ways">
        <button type="button" className="btn btn--primary btn--lg" onClick={() => go({ at: 'login' })}>
          {t('login')}
        </button>
        <button type="button" className="btn btn--line btn--lg" onClick={() => go({ at: 'register' })}>
          {t('register')}
        </button>
      </div>
      <ThirdParties next={next} />
      <NeedsNetwork />
    </div>
  )
}

/** Whoever else signs people in here; what is not set up is not offered. Until that is known their place is kept. */
function ThirdParties({ next }: { next: string | undefined }) {
  const t = useTranslations('signIn')
  const online = useOnline()
  const { data, isPending } = useQuery({
    queryKey: ['signInMethods'],
    queryFn: ({ signal }) => call<typeof signInMethods>('GET /api/auth/methods', {}, signal),
  })
  const awaited = isPending && online
  const offered = thirdParties.filter((party) => (data ? data[party] : awaited))
  if (offered.length === 0) return null
  const back = next ?? location.pathname + location.search
  return (
    <>
      <div className={awaited ? 'or invisible' : 'or'}>{t('or')}</div>
      <div className={awaited ? 'ways invisible' : 'ways'}>
        {offered.map((party) => (
          <button
            key={party}
            type="button"
            className="btn btn--line btn--lg btn--full"
            disabled={!online}
            onClick={() => {
              leaveToSignIn()
              location.assign(`/api/auth/${party}?next=${encodeURIComponent(back)}`)
            }}
          >
            <Icon name={party} />
            {partyNames[party]}
          </button>
        ))}
      </div>
    </>
  )
}
