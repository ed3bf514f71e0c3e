import { STAFF_PASSWORD_MIN } from '@tsedra/contract/accounts'
import { Refusal } from '../http/refusal.ts'
import { loadCommonPasswords, type IsCommonPassword } from './common-passwords.ts'
import type { StoredUser } from './user-store.ts'

export interface PasswordOwner {
  /** E-mail or phone. */
  identities: readonly (string | null)[]
  names: readonly string[]
  isStaff: boolean
}

/** Returns what a password of this account is compared with. */
export function toPasswordOwner({ email, phone, firstName, lastName, role }: StoredUser): PasswordOwner {
  return { identities: [email, phone], names: [firstName, lastName], isStaff: role !== 'user' }
}

export type Weakness = 'short' | 'common' | 'personal'

/** Words of this shop; whoever attacks it tries them. */
const shopWords = ['tsedra', 'цедра', 'chips', 'чипсы', 'чіпси', 'cocktail', 'коктейль']
/** A shorter name may stand in a password by chance. */
const NAME_MIN = 4

/** Why a password is too easily guessed, if it is. Length, lists and names only: no rules about kinds of characters. */
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
  if (reason) throw new Refusal('password_weak', 'This password is too easily guessed.', { reason })
}

/** An address and the part before its @; a phone with and without its plus. */
function splitIdentity(identity: string | null): string[] {
  if (!identity) return []
  return identity.includes('@') ? [identity, identity.split('@')[0] ?? ''] : [identity, identity.slice(1)]
}
