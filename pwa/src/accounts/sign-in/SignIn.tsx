import type { User } from '@tsedra/contract/accounts'
import type { SignInProblem } from '@tsedra/contract/providers'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from '../../shared/router/Router.tsx'
import { useTranslations } from 'use-intl'
import { closeOverlay } from '../../shared/overlay-state.ts'
import art from '../../shared/art/orange.avif'
import { showToast } from '../../shared/toasts.ts'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { storeIntent } from '../../session/intent.ts'
import { storePendingVerification } from '../pending-verification.ts'
import { refreshCurrentUser, startSession } from '../session.ts'
import { readSignInParameters } from './sign-in-parameters.ts'
import type { Step } from './step.ts'
import { viewOf } from './step-view.tsx'
import './sign-in.css'

/** The sign-in dialog. A reopened dialog starts at the first step. */
export function SignIn() {
  const t = useTranslations('signIn')
  const navigate = useNavigate()
  const { search } = useLocation()
  const [{ next, problem, link }] = useState(() => readSignInParameters(search, location.origin))
  const [step, setStep] = useState<Step>(link ? { at: 'link', provider: link } : { at: 'choice' })
  const [address, setAddress] = useState('')
  const goTo = (nextStep: Step) => setStep((currentStep) => withPreviousStep(nextStep, currentStep))

  useRemoveSignInParameters()
  useShowProblem(problem)
  // Stored, a verification is offered again in a reopened dialog until it expires.
  useEffect(() => {
    if ('verification' in step && !step.isResumed) storePendingVerification(step.at, step.verification, address)
  }, [step, address])

  function continueAfterSignIn(user: User, path = next): void {
    if (user.secondFactor === 'setup' || user.secondFactor === 'code') return goTo({ at: 'secondFactor', user })
    closeOverlay()
    // The admin is a separate page.
    if (path && /^\/admin\b/.test(path)) location.assign(path)
    else if (path) navigate(path)
  }

  function goBack(previousStep: Step): void {
    // A resumed verification has a masked address.
    if ('verification' in step && previousStep.at === 'choice') setAddress('')
    goTo(previousStep)
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

  const { title, body, previousStep } = viewOf(step, {
    stepProps: { goTo, address, setAddress, finish },
    next,
    onSecondFactor: continueAfterSignIn,
  })
  const isChoosing = step.at === 'choice'
  return (
    <Dialog
      title={t(title)}
      className={isChoosing ? 'sign-in-methods' : ''}
      onClose={dismiss}
      onBack={previousStep && (() => goBack(previousStep))}
      decoration={isChoosing && <Art />}
      hasOwnBody
    >
      {body}
    </Dialog>
  )
}

/** Adds the step to return to from a verification; another code or bot link does not change it. */
function withPreviousStep(step: Step, currentStep: Step): Step {
  if (!('verification' in step)) return step
  const previousStep = 'verification' in currentStep ? currentStep.previousStep : currentStep
  return previousStep ? { ...step, previousStep } : step
}

/** Removes the parameters from the URL once they are read, so that back navigation does not reopen the dialog. */
function useRemoveSignInParameters(): void {
  const navigate = useNavigate()
  const { search, pathname } = useLocation()
  useEffect(() => {
    if (search.startsWith('?login=1')) navigate(pathname, { replace: true })
  }, [search, pathname, navigate])
}

/** Shows a toast if the sign-in at a provider has failed. */
function useShowProblem(problem: SignInProblem | undefined): void {
  const t = useTranslations('signIn')
  useEffect(() => {
    if (problem) showToast({ kind: 'bad', title: t('failed'), text: t(`problem.${problem}`) })
  }, [problem, t])
}

function Art() {
  return (
    <div className="sign-in-art" data-tone="zest" aria-hidden="true">
      <img className="slice" src={art} width={900} height={900} alt="" />
    </div>
  )
}
