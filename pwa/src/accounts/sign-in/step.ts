import type { Verification, User } from '@tsedra/contract/accounts'
import type { Provider } from '@tsedra/contract/third-parties'

/** Where the dialog stands. */
export type Step =
  | { at: 'choice' | 'login' | 'register' }
  /** `isRequired`: the former password was right, and is gone since its owner has become staff. */
  | { at: 'forgotten'; isRequired?: true | undefined }
  /** An address is proved: by code, or a phone to the bot. */
  | { at: 'verify' | 'newPassword'; verification: Verification; isResumed?: true }
  /** A third party has proved an address that an account here has. */
  | { at: 'link'; provider: Provider }
  /** Staff prove themselves once more. */
  | { at: 'secondFactor'; user: User }

/** As they call themselves, in every language. */
export const providerNames = { google: 'Google', apple: 'Apple' } as const satisfies Record<Provider, string>

/** What every step is given. */
export interface StepProps {
  goTo: (step: Step) => void
  /** E-mail or phone as it was typed: it stays while one goes from step to step. */
  address: string
  setAddress: (address: string) => void
  /** Somebody has signed in. */
  finish: (user: User, successMessage: string, next?: string) => Promise<void>
}
