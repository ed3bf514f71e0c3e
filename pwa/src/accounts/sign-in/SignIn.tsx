import type { User } from '@tsedra/contract/accounts'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useTranslations } from 'use-intl'
import { closePanel } from '../../shared/panels.ts'
import art from '../../shared/art/orange.webp'
import { notify } from '../../shared/notices.ts'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { storeIntent } from '../../session/intent.ts'
import { storePending } from '../pending-verification.ts'
import { askWhoIsSignedIn, welcome } from '../session.ts'
import { readArrival } from './arrival.ts'
import { Choice } from './Choice.tsx'
import { Forgotten } from './Forgotten.tsx'
import { Link } from './Link.tsx'
import { Login } from './Login.tsx'
import { NewPassword } from './NewPassword.tsx'
import { Register } from './Register.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import type { Step, StepProps } from './step.ts'
import { Verify } from './Verify.tsx'
import './sign-in.css'

/** Signing in, step by step; closed and opened again it begins anew. */
export function SignIn() {
  const t = useTranslations('signIn')
  const navigate = useNavigate()
  const location = useLocation()
  const [{ next, problem, link }] = useState(() => readArrival(location.search, globalThis.location.origin))
  const [step, go] = useState<Step>(link ? { at: 'link', party: link } : { at: 'choice' })
  const [address, setAddress] = useState('')

  // The address has been read: it does not open the dialog again when one comes back to it.
  const { search, pathname } = location
  useEffect(() => {
    if (search.startsWith('?login=1')) void navigate(pathname, { replace: true })
  }, [search, pathname, navigate])

  // Closing the dialog does not lose it: it is offered again until it expires.
  useEffect(() => {
    if ('attempt' in step && !step.isResumed) storePending(step.at, step.attempt, address)
  }, [step, address])

  useEffect(() => {
    if (problem) notify({ kind: 'bad', title: t('failed'), text: t(`problem.${problem}`) })
  }, [problem, t])

  function arrive(user: User, to = next): void {
    if (user.secondFactor === 'setup' || user.secondFactor === 'code') return go({ at: 'secondFactor', user })
    closePanel()
    // The back office is a page of its own.
    if (to && /^\/admin\b/.test(to)) globalThis.location.assign(to)
    else if (to) void navigate(to)
  }

  /** Closed without signing in: what was to be done afterwards is not wanted any more. */
  function dismiss(): void {
    storeIntent(undefined)
    closePanel()
  }

  async function finish(user: User, said: string, to?: string): Promise<void> {
    await welcome(user)
    notify({ title: said })
    arrive(user, to)
  }

  // Somebody may be signed in already, and staff may owe their second proof alone.
  const found = useEffectEvent((user: User) => arrive(user))
  useEffect(() => {
    if (!link) void askWhoIsSignedIn().then((user) => user && found(user))
  }, [link])

  const { title, body, before } = shown(step, { go, address, setAddress, finish })
  const choosing = step.at === 'choice'
  return (
    <Dialog
      title={t(title)}
      className={choosing ? 'auth-choice' : ''}
      onClose={dismiss}
      onBack={before && (() => go(before))}
      art={choosing && <Art />}
      bare
    >
      {body}
    </Dialog>
  )

  function shown(now: Step, props: StepProps): { title: Parameters<typeof t>[0]; body: ReactNode; before?: Step } {
    const first: Step = { at: 'choice' }
    switch (now.at) {
      case 'choice':
        return { title: 'title', body: <Choice go={go} setAddress={setAddress} next={next} /> }
      case 'login':
        return { title: 'login', body: <Login {...props} />, before: first }
      case 'register':
        return { title: 'register', body: <Register {...props} />, before: first }
      case 'forgotten':
        return {
          title: 'forgotten.title',
          body: <Forgotten {...props} isRequired={now.isRequired} />,
          before: { at: 'login' },
        }
      case 'verify':
        return {
          title: now.attempt.type === 'phone' ? 'bot.title' : 'verify.title',
          body: <Verify {...props} attempt={now.attempt} isResumed={now.isResumed} />,
        }
      case 'newPassword':
        return {
          title: 'newPassword.title',
          body: <NewPassword {...props} attempt={now.attempt} isResumed={now.isResumed} />,
        }
      case 'link':
        return { title: 'link.title', body: <Link {...props} party={now.party} />, before: first }
      case 'secondFactor':
        return { title: 'second.title', body: <SecondFactor user={now.user} onDone={arrive} /> }
    }
  }
}

function Art() {
  return (
    <div className="authart" data-tone="zest" aria-hidden="true">
      <img className="slice" src={art} width={900} height={900} alt="" />
    </div>
  )
}
