import type { Verification, User } from '@tsedra/contract/accounts'
import type { Provider } from '@tsedra/contract/providers'

/** The current step of the sign-in dialog, with its data. */
export type Step =
  | { at: 'choice' | 'login' | 'register' }
  /** `isRequired`: the former password was correct, and expired when its user became staff. */
  | { at: 'forgotten'; isRequired?: true | undefined }
  /** Verifies an address, by a code or by the bot. `SignIn` sets the previous step. */
  | { at: 'verify' | 'newPassword'; verification: Verification; isResumed?: true; previousStep?: Step }
  /** A provider has verified an address that an account here already has. */
  | { at: 'link'; provider: Provider }
  /** Staff pass the second factor. */
  | { at: 'secondFactor'; user: User }

/** Brand names, the same in every language. */
export const providerNames = { google: 'Google', apple: 'Apple' } as const satisfies Record<Provider, string>

/** Props of every step. */
export interface StepProps {
  goTo: (step: Step) => void
  /** E-mail address or phone number as typed, shared by all steps. */
  address: string
  setAddress: (address: string) => void
  /** Starts the session and shows `successMessage` as a toast. */
  finish: (user: User, successMessage: string, path?: string) => Promise<void>
}
