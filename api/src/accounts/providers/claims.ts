import { firstName, lastName } from '@tsedra/contract/accounts'
import type { Provider } from '@tsedra/contract/providers'
import * as z from 'zod/mini'
import { parseIdentity } from '../identity.ts'

/** A user as a provider has verified them. */
export interface ProviderIdentity {
  /** The provider's permanent id of the user; the key, because an address can change its owner. */
  sub: string
  /** In lower case; undefined unless the provider has verified it. */
  email: string | undefined
  /** The provider runs the mailbox, so its claim proves as much as an e-mail with a code. */
  isAuthoritative: boolean
  firstName: string
  lastName: string
}

/**
 * Domains whose mailboxes a provider runs. Its claim about other domains may be years old.
 *
 * @see https://support.apple.com/en-us/102609 for Apple's
 */
const mailboxHosts: Record<Provider, ReadonlySet<string>> = {
  google: new Set(['gmail.com']),
  apple: new Set(['icloud.com', 'me.com', 'mac.com', 'privaterelay.appleid.com']),
}

/**
 * Parses claims that the OAuth library has checked: issuer, audience, nonce, time and signature.
 *
 * @see OpenID Connect Core 1.0, section 5.1
 */
export function parseClaims(
  provider: Provider,
  claims: Record<string, unknown> & { sub: string },
  form: string | null,
): ProviderIdentity {
  // Apple sends a boolean or a string.
  const isVerified = claims['email_verified'] === true || claims['email_verified'] === 'true'
  // mutation test: oauth-unverified-address
  const identity = isVerified && typeof claims['email'] === 'string' ? parseIdentity(claims['email']) : undefined
  const email = identity?.kind === 'email' ? identity.value : undefined
  const host = email?.split('@')[1] ?? ''
  // mutation test: provider-owns-mailbox
  const isAuthoritative =
    mailboxHosts[provider].has(host) || (provider === 'google' && typeof claims['hd'] === 'string')
  const [first, last] = provider === 'apple' ? parseAppleNames(form) : [claims['given_name'], claims['family_name']]
  return {
    sub: claims.sub,
    email,
    isAuthoritative: email !== undefined && isAuthoritative,
    firstName: parseName(firstName, first),
    lastName: parseName(lastName, last),
  }
}

/** Parses the name that Apple posts, once and unsigned, beside the token: never use it for more than display. */
function parseAppleNames(form: string | null): unknown[] {
  try {
    const { name } = JSON.parse(form ?? '{}') as { name?: { firstName?: unknown; lastName?: unknown } }
    return [name?.firstName, name?.lastName]
  } catch {
    return []
  }
}

function parseName(schema: typeof firstName, value: unknown): string {
  const parsed = z.safeParse(schema, value)
  return parsed.success ? parsed.data : ''
}
