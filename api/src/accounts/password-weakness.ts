import { STAFF_PASSWORD_MIN } from '@tsedra/contract/account-limits'
import { Refusal } from '../http/refusal.ts'
import { loadCommonPasswords, type IsCommonPassword } from './common-passwords.ts'
import type { StoredUser } from './user-store.ts'

export interface PasswordOwner {
  /** E-mail or phone. */
  identities: readonly (string | null)[]
  names: readonly string[]
  isStaff: boolean
}

/** Returns the personal data that a password of this account must not contain. */
export function toPasswordOwner({ email, phone, firstName, lastName, role }: StoredUser): PasswordOwner {
  return { identities: [email, phone], names: [firstName, lastName], isStaff: role !== 'user' }
}

export type Weakness = 'short' | 'common' | 'personal'

/** Words of this shop, which attackers try first. */
const shopWords = ['tsedra', 'цедра', 'chips', 'чипсы', 'чіпси', 'cocktail', 'коктейль']
/** Minimum length of a name to search for: a password may contain a shorter one by chance. */
const NAME_MIN = 4

/** Returns why a password is easy to guess; undefined if it is not. Checks length, lists and names, no character classes. */
export function findWeakness(password: string, owner: PasswordOwner, isCommon: IsCommonPassword): Weakness | undefined {
  if (owner.isStaff && [...password].length < STAFF_PASSWORD_MIN) return 'short'
  const plain = password.normalize('NFC').toLowerCase()
  if (isCommon(plain)) return 'common'
  const personalWords = [...owner.identities.flatMap(splitIdentity), ...owner.names, ...shopWords].map((word) =>
    word.toLowerCase(),
  )
  return personalWords.some((word) => plain === word || (word.length >= NAME_MIN && plain.includes(word)))
    ? 'personal'
    : undefined
}

/** @throws Refusal `password_weak` with the reason in its details */
export async function rejectWeakPassword(password: string, owner: PasswordOwner): Promise<void> {
  const reason = findWeakness(password, owner, await loadCommonPasswords())
  if (reason) throw new Refusal('password_weak', 'This password is too easy to guess.', { reason })
}

/** Returns an address and the part before its @, or a phone number with and without its plus. */
function splitIdentity(identity: string | null): string[] {
  if (!identity) return []
  return identity.includes('@') ? [identity, identity.split('@')[0] ?? ''] : [identity, identity.slice(1)]
}
