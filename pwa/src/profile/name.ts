import type { User } from '@tsedra/contract/accounts'

/** First and last name; who has told none is called by their address. */
export const nameOf = ({ firstName, lastName, email, phone }: User): string =>
  `${firstName} ${lastName}`.trim() || (email ?? phone ?? '')
