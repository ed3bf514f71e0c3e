import type { User } from '@tsedra/contract/accounts'

type Named = Pick<User, 'firstName' | 'lastName' | 'email' | 'phone'>

/** First and last name; who has told none is called by their address. */
export const nameOf = ({ firstName, lastName, email, phone }: Named): string =>
  `${firstName} ${lastName}`.trim() || (email ?? phone ?? '')
