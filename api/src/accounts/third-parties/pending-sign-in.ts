import type { ThirdParty } from '@tsedra/contract/third-parties'
import type { Secrets } from './client.ts'

/** A sign-in under way, kept by the browser that began it. */
export interface Dance extends Secrets {
  party: ThirdParty
  next: string
  /** Of the session that this browser has; a form posted by another site does not bring it. */
  before?: string | undefined
}

/** A proved person who still has to give the password of an account. */
export interface PendingLink {
  party: ThirdParty
  sub: string
  userId: string
  next: string
}
