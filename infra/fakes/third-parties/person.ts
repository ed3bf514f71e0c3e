import { createHash } from 'node:crypto'
import type { Fields } from '../web.ts'

/** Somebody who signs in at a third party. */
export interface Person {
  sub: string
  email: string
  isVerified: boolean
  firstName: string
  lastName: string
  /** The organisation that Google runs the mailbox for. */
  organisation: string | undefined
}

/** The person of the form on the page; the same address is the same person unless the form says otherwise. */
export function personOf(fields: Fields): Person {
  const text = (name: string) => {
    const value = fields[name]
    return typeof value === 'string' ? value.trim() : ''
  }
  const email = text('email')
  return {
    sub: text('sub') || createHash('sha256').update(email).digest('hex').slice(0, 21),
    email,
    isVerified: text('unverified') === '',
    firstName: text('firstName'),
    lastName: text('lastName'),
    organisation: text('organisation') || undefined,
  }
}
