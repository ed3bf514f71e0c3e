import { firstName, lastName } from '@tsedra/contract/accounts'
import type { Provider } from '@tsedra/contract/third-parties'
import * as z from 'zod/mini'
import { parseIdentity } from '../identity.ts'

/** A person as a third party has proved them. */
export interface ProviderIdentity {
  /** The third party's own lasting id; the key, because addresses change hands. */
  sub: string
  /** Only when the third party has seen its owner; in lower case. */
  email: string | undefined
  /** Whether the third party runs the mailbox, so that its word is worth as much as a letter of ours. */
  isAuthoritative: boolean
  firstName: string
  lastName: string
}

/**
 * Domains whose mailboxes a third party runs itself. What it says of others was true when it looked, perhaps years ago.
 *
 * @see https://support.apple.com/en-us/102609 for Apple's
 */
const mailboxHosts: Record<Provider, ReadonlySet<string>> = {
  google: new Set(['gmail.com']),
  apple: new Set(['icloud.com', 'me.com', 'mac.com', 'privaterelay.appleid.com']),
}

/** @see OpenID Connect Core 1.0, section 5.1; the claims were checked against issuer, audience, nonce, time and signature */
export function parseClaims(
  provider: Provider,
  claims: Record<string, unknown> & { sub: string },
  form: string | null,
): ProviderIdentity {
  // Apple has sent both.
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

/** Apple tells the name once, beside the token and unsigned: good for a greeting and for nothing else. */
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
