import type { User } from '@tsedra/contract/accounts'
import type { ReactNode } from 'react'
import { ForgotPassword } from './ForgotPassword.tsx'
import { LinkProvider } from './LinkProvider.tsx'
import { Login } from './Login.tsx'
import { NewPassword } from './NewPassword.tsx'
import { Register } from './Register.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { SignInMethods } from './SignInMethods.tsx'
import type { Step, StepProps } from './step.ts'
import { Verify } from './Verify.tsx'

interface StepView {
  /** Key of the dialog's title below `signIn`. */
  title:
    | 'title'
    | 'login'
    | 'register'
    | 'forgotten.title'
    | 'bot.title'
    | 'verify.title'
    | 'newPassword.title'
    | 'link.title'
    | 'second.title'
  body: ReactNode
  /** The step of the back button, if the step has one. */
  previousStep?: Step | undefined
}

interface Options {
  stepProps: StepProps
  /** Return path after the sign-in. */
  next: string | undefined
  onSecondFactor: (user: User) => void
}

/** Returns title and content of the dialog at a step. */
export function viewOf(step: Step, { stepProps, next, onSecondFactor }: Options): StepView {
  const { goTo, setAddress } = stepProps
  const choiceStep: Step = { at: 'choice' }
  switch (step.at) {
    case 'choice':
      return { title: 'title', body: <SignInMethods goTo={goTo} setAddress={setAddress} next={next} /> }
    case 'login':
      return { title: 'login', body: <Login {...stepProps} />, previousStep: choiceStep }
    case 'register':
      return { title: 'register', body: <Register {...stepProps} />, previousStep: choiceStep }
    case 'forgotten':
      return {
        title: 'forgotten.title',
        body: <ForgotPassword {...stepProps} isRequired={step.isRequired} />,
        previousStep: { at: 'login' },
      }
    case 'verify':
      return {
        title: step.verification.type === 'phone' ? 'bot.title' : 'verify.title',
        body: <Verify {...stepProps} verification={step.verification} isResumed={step.isResumed} />,
        previousStep: step.previousStep,
      }
    case 'newPassword':
      return {
        title: 'newPassword.title',
        body: <NewPassword {...stepProps} verification={step.verification} isResumed={step.isResumed} />,
        previousStep: step.previousStep,
      }
    case 'link':
      return {
        title: 'link.title',
        body: <LinkProvider {...stepProps} provider={step.provider} />,
        previousStep: choiceStep,
      }
    case 'secondFactor':
      return { title: 'second.title', body: <SecondFactor user={step.user} onDone={onSecondFactor} /> }
  }
}
