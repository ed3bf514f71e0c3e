import type { User } from '@tsedra/contract/accounts'

type NamedUser = Pick<User, 'firstName' | 'lastName' | 'email' | 'phone'>

/** Returns first and last name, or the e-mail address or phone number of a user without a name. */
export const getDisplayName = ({ firstName, lastName, email, phone }: NamedUser): string =>
  `${firstName} ${lastName}`.trim() || (email ?? phone ?? '')
