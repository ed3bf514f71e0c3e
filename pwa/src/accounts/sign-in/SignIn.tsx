import type { User } from '@tsedra/contract/accounts'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useTranslations } from 'use-intl'
import { closeOverlay } from '../../shared/overlay-state.ts'
import art from '../../shared/art/orange.webp'
import { showToast } from '../../shared/toasts.ts'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { storeIntent } from '../../session/intent.ts'
import { storePendingVerification } from '../pending-verification.ts'
import { refreshCurrentUser, startSession } from '../session.ts'
import { readSignInParameters } from './sign-in-parameters.ts'
import { SignInMethods } from './SignInMethods.tsx'
import { ForgotPassword } from './ForgotPassword.tsx'
import { LinkProvider } from './LinkProvider.tsx'
import { Login } from './Login.tsx'
import { NewPassword } from './NewPassword.tsx'
import { Register } from './Register.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import type { Step, StepProps } from './step.ts'
import { Verify } from './Verify.tsx'
import './sign-in.css'

/** The sign-in dialog. A reopened dialog starts at the first step. */
export function SignIn() {
  const t = useTranslations('signIn')
  const navigate = useNavigate()
  const location = useLocation()
  const [{ next, problem, link }] = useState(() => readSignInParameters(location.search, globalThis.location.origin))
  const [step, goTo] = useState<Step>(link ? { at: 'link', provider: link } : { at: 'choice' })
  const [address, setAddress] = useState('')

  // The parameters have been read: removed from the URL, they do not reopen the dialog on back navigation.
  const { search, pathname } = location
  useEffect(() => {
    if (search.startsWith('?login=1')) void navigate(pathname, { replace: true })
  }, [search, pathname, navigate])

  // Stored, a verification is offered again in a reopened dialog until it expires.
  useEffect(() => {
    if ('verification' in step && !step.isResumed) storePendingVerification(step.at, step.verification, address)
  }, [step, address])

  useEffect(() => {
    if (problem) showToast({ kind: 'bad', title: t('failed'), text: t(`problem.${problem}`) })
  }, [problem, t])

  function continueAfterSignIn(user: User, path = next): void {
    if (user.secondFactor === 'setup' || user.secondFactor === 'code') return goTo({ at: 'secondFactor', user })
    closeOverlay()
    // The admin is a separate page.
    if (path && /^\/admin\b/.test(path)) globalThis.location.assign(path)
    else if (path) void navigate(path)
  }

  /** Deletes the intent, because the user has closed the dialog without signing in. */
  function dismiss(): void {
    storeIntent(undefined)
    closeOverlay()
  }

  async function finish(user: User, successMessage: string, path?: string): Promise<void> {
    await startSession(user)
    showToast({ title: successMessage })
    continueAfterSignIn(user, path)
  }

  // The user may be signed in already; staff may still have to pass the second factor.
  const onSignedIn = useEffectEvent((user: User) => continueAfterSignIn(user))
  useEffect(() => {
    if (!link) void refreshCurrentUser().then((user) => user && onSignedIn(user))
  }, [link])

  const { title, body, previousStep } = viewOf(step, { goTo, address, setAddress, finish })
  const isChoosing = step.at === 'choice'
  return (
    <Dialog
      title={t(title)}
      className={isChoosing ? 'sign-in-methods' : ''}
      onClose={dismiss}
      onBack={previousStep && (() => goTo(previousStep))}
      decoration={isChoosing && <Art />}
      hasOwnBody
    >
      {body}
    </Dialog>
  )

  function viewOf(
    current: Step,
    props: StepProps,
  ): { title: Parameters<typeof t>[0]; body: ReactNode; previousStep?: Step } {
    const choiceStep: Step = { at: 'choice' }
    switch (current.at) {
      case 'choice':
        return { title: 'title', body: <SignInMethods goTo={goTo} setAddress={setAddress} next={next} /> }
      case 'login':
        return { title: 'login', body: <Login {...props} />, previousStep: choiceStep }
      case 'register':
        return { title: 'register', body: <Register {...props} />, previousStep: choiceStep }
      case 'forgotten':
        return {
          title: 'forgotten.title',
          body: <ForgotPassword {...props} isRequired={current.isRequired} />,
          previousStep: { at: 'login' },
        }
      case 'verify':
        return {
          title: current.verification.type === 'phone' ? 'bot.title' : 'verify.title',
          body: <Verify {...props} verification={current.verification} isResumed={current.isResumed} />,
        }
      case 'newPassword':
        return {
          title: 'newPassword.title',
          body: <NewPassword {...props} verification={current.verification} isResumed={current.isResumed} />,
        }
      case 'link':
        return {
          title: 'link.title',
          body: <LinkProvider {...props} provider={current.provider} />,
          previousStep: choiceStep,
        }
      case 'secondFactor':
        return { title: 'second.title', body: <SecondFactor user={current.user} onDone={continueAfterSignIn} /> }
    }
  }
}

function Art() {
  return (
    <div className="sign-in-art" data-tone="zest" aria-hidden="true">
      <img className="slice" src={art} width={900} height={900} alt="" />
    </div>
  )
}
