import type { Provider } from '@tsedra/contract/providers'
import type { OAuthSecrets } from './provider-client.ts'

/** An OAuth flow in progress, in the cookie of the browser that started it. */
export interface OAuthFlow extends OAuthSecrets {
  party: Provider
  next: string
  /** Id of this browser's session: the session cookie (SameSite=Lax) is not sent with Apple's cross-site form. */
  before?: string | undefined
}

/** A provider's user who must still enter the password of the account. */
export interface PendingLink {
  party: Provider
  sub: string
  userId: string
  next: string
}
