import type { User } from '@tsedra/contract/accounts'

type NamedUser = Pick<User, 'firstName' | 'lastName' | 'email' | 'phone'>

/** First and last name; who has told none is called by their address. */
export const getDisplayName = ({ firstName, lastName, email, phone }: NamedUser): string =>
  `${firstName} ${lastName}`.trim() || (email ?? phone ?? '')
