import { STAFF_PASSWORD_MIN } from '@tsedra/contract/accounts'
import { Refusal } from '../http/refusal.ts'
import { commonPasswords, type IsCommon } from './common-passwords.ts'
import type { StoredUser } from './user-store.ts'

export interface Owner {
  /** E-mail or phone. */
  identities: readonly (string | null)[]
  names: readonly string[]
  isStaff: boolean
}

/** Returns what a password of this account is compared with. */
export function passwordOwner({ email, phone, firstName, lastName, role }: StoredUser): Owner {
  return { identities: [email, phone], names: [firstName, lastName], isStaff: role !== 'user' }
}

export type Weakness = 'short' | 'common' | 'personal'

/** Words of this shop; whoever attacks it tries them. */
const ofTheShop = ['tsedra', 'цедра', 'chips', 'чипсы', 'чіпси', 'cocktail', 'коктейль']
/** A shorter name may stand in a password by chance. */
const NAME_MIN = 4

/** Why a password is too easily guessed, if it is. Length, lists and names only: no rules about kinds of characters. */
export function weaknessOf(password: string, owner: Owner, isCommon: IsCommon): Weakness | undefined {
  if (owner.isStaff && [...password].length < STAFF_PASSWORD_MIN) return 'short'
  const plain = password.normalize('NFC').toLowerCase()
  if (isCommon(plain)) return 'common'
  const own = [...owner.identities.flatMap(partsOf), ...owner.names, ...ofTheShop].map((word) => word.toLowerCase())
  return own.some((word) => plain === word || (word.length >= NAME_MIN && plain.includes(word)))
    ? 'personal'
    : undefined
}

/** @throws Refusal `password_weak` with the reason in its details */
export async function refuseWeak(password: string, owner: Owner): Promise<void> {
  const reason = weaknessOf(password, owner, await commonPasswords())
  if (reason) throw new Refusal('password_weak', 'This password is too easily guessed.', { reason })
}

/** An address and the part before its @; a phone with and without its plus. */
function partsOf(identity: string | null): string[] {
  if (!identity) return []
  return identity.includes('@') ? [identity, identity.split('@')[0] ?? ''] : [identity, identity.slice(1)]
}
