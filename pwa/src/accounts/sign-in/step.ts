import type { Attempt, User } from '@tsedra/contract/accounts'
import type { ThirdParty } from '@tsedra/contract/third-parties'

/** Where the dialog stands. */
export type Step =
  | { at: 'choice' | 'login' | 'register' }
  /** `isRequired`: the former password was right, and is gone since its owner has become staff. */
  | { at: 'forgotten'; isRequired?: true | undefined }
  /** An address is proved: by code, or a phone to the bot. */
  | { at: 'verify' | 'newPassword'; attempt: Attempt; isResumed?: true }
  /** A third party has proved an address that an account here has. */
  | { at: 'link'; party: ThirdParty }
  /** Staff prove themselves once more. */
  | { at: 'secondFactor'; user: User }

/** As they call themselves, in every language. */
export const partyNames = { google: 'Google', apple: 'Apple' } as const satisfies Record<ThirdParty, string>

/** What every step is given. */
export interface StepProps {
  go: (step: Step) => void
  /** E-mail or phone as it was typed: it stays while one goes from step to step. */
  address: string
  setAddress: (address: string) => void
  /** Somebody has signed in. */
  finish: (user: User, said: string, next?: string) => Promise<void>
}
