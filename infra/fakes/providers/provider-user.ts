import { createHash } from 'node:crypto'
import type { Fields } from '../fake-server.ts'

/** A user who signs in at a provider. */
export interface ProviderUser {
  sub: string
  email: string
  isVerified: boolean
  firstName: string
  lastName: string
  /** The organisation that Google runs the mailbox for. */
  organisation: string | undefined
}

/** Returns the user of the submitted form; the same address is the same user unless the form has another id. */
export function parseProviderUser(fields: Fields): ProviderUser {
  const readText = (name: string) => {
    const value = fields[name]
    return typeof value === 'string' ? value.trim() : ''
  }
  const email = readText('email')
  return {
    sub: readText('sub') || createHash('sha256').update(email).digest('hex').slice(0, 21),
    email,
    isVerified: readText('unverified') === '',
    firstName: readText('firstName'),
    lastName: readText('lastName'),
    organisation: readText('organisation') || undefined,
  }
}
