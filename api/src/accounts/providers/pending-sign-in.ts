import type { Provider } from '@tsedra/contract/third-parties'
import type { OAuthSecrets } from './provider-client.ts'

/** A sign-in under way, kept by the browser that began it. */
export interface OAuthFlow extends OAuthSecrets {
  party: Provider
  next: string
  /** Of the session that this browser has; a form posted by another site does not bring it. */
  before?: string | undefined
}

/** A proved person who still has to give the password of an account. */
export interface PendingLink {
  party: Provider
  sub: string
  userId: string
  next: string
}
