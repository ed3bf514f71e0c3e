import { useQuery } from '@tanstack/react-query'
import { type signInMethods, type ThirdParty, thirdParties } from '@tsedra/contract/third-parties'
import { useTranslations } from 'use-intl'
import { useState } from 'react'
import { useOnline } from '../../shared/network.ts'
import { call } from '../../shared/api.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { notify } from '../../shared/notices.ts'
import { finishSignOut } from '../pending-sign-out.ts'
import { clearPending, readPending } from '../pending-verification.ts'
import { useRefusalWords } from '../refusal-words.ts'
import { leaveToSignIn } from '../session.ts'
import { NeedsNetwork } from './StepForm.tsx'
import { partyNames, type Step } from './step.ts'

interface Props {
  go: (step: Step) => void
  setAddress: (address: string) => void
  next: string | undefined
}

/** The sign-in methods, below a verification that was begun in this browser and not finished. */
export function Choice({ go, setAddress, next }: Props) {
  const t = useTranslations('signIn')
  return (
    <div className="dialog__body">
      <Unfinished go={go} setAddress={setAddress} />
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

/** Offers to go on where the dialog was closed. */
function Unfinished({ go, setAddress }: Omit<Props, 'next'>) {
  const t = useTranslations('signIn.pending')
  const [pending] = useState(readPending)
  if (!pending) return null
  const { at, userId, type, address } = pending
  return (
    <div className="ways">
      <button
        type="button"
        className="btn btn--ink btn--lg btn--full breakable"
        onClick={() => {
          setAddress(address)
          go({ at, attempt: { userId, type }, isResumed: true })
        }}
      >
        {t(type === 'phone' && at === 'verify' ? 'confirm' : 'enter', { address })}
      </button>
      <button
        type="button"
        className="btn btn--quiet btn--full"
        onClick={() => {
          clearPending()
          go({ at: at === 'verify' ? 'register' : 'forgotten' })
        }}
      >
        {t('startOver')}
      </button>
    </div>
  )
}

/** Whoever else signs people in here; what is not set up is not offered. Until that is known their place is kept. */
function ThirdParties({ next }: { next: string | undefined }) {
  const t = useTranslations('signIn')
  const words = useRefusalWords()
  const online = useOnline()
  const { data, isPending } = useQuery({
    queryKey: ['signInMethods'],
    queryFn: ({ signal }) => call<typeof signInMethods>('GET /api/auth/methods', {}, signal),
  })
  const awaited = isPending && online
  const offered = thirdParties.filter((party) => (data ? data[party] : awaited))
  if (offered.length === 0) return null

  /** The answer sets the cookie of a session: the one of who has signed out here must be over by then. */
  async function leaveTo(party: ThirdParty): Promise<void> {
    try {
      await finishSignOut()
    } catch (error) {
      return notify({ kind: 'bad', title: t('failed'), text: words(error) })
    }
    leaveToSignIn()
    location.assign(`/api/auth/${party}?next=${encodeURIComponent(back)}`)
  }

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
            onClick={() => void leaveTo(party)}
          >
            <Icon name={party} />
            {partyNames[party]}
          </button>
        ))}
      </div>
    </>
  )
}
