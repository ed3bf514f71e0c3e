import type { Db } from '@tsedra/database/connection'
import type { Request } from 'express'
import { Refusal, tooManyRequests } from '../http/refusal.ts'
import { getNetworkKey } from '../http/network.ts'
import type { Devices } from './devices.ts'
import type { PasswordHasher } from './password-hasher.ts'
import type { AccountRateLimits } from './rate-limits.ts'
import { replaceHash, type StoredUser } from './user-store.ts'

export interface PasswordCheck {
  /**
   * Returns whether this is the user's password. Each try is counted before the comparison, as a guess and as a success;
   * the comparison refunds the one that it was not.
   *
   * @param user undefined for an unknown account, which costs the same time and counts the same
   * @param account rate-limit key of an unknown account
   * @throws Refusal `too_many_requests`; `busy`; `password_reset_required` for the password before a change of role
   */
  check(req: Request, user: StoredUser | undefined, account: string, password: string): Promise<boolean>
}

interface Deps {
  db: Db
  accountRateLimits: AccountRateLimits
  hasher: PasswordHasher
  devices: Devices
}

/** Creates the only check that compares passwords (infra/decisions/0020-brute-force-limits.md). */
export function createPasswordCheck(deps: Deps): PasswordCheck {
  return {
    async check(req, user, account, password) {
      const { refundGuess, refundSuccess } = await countTry(deps, req, user, user?.id ?? account)
      let isFormerPassword = false
      try {
        if (!(await compare(deps, user, password))) {
          await refundSuccess()
          return false
        }
        isFormerPassword = user?.password === null
        await refundGuess()
      } catch (error) {
        // Without a comparison there was no try.
        await Promise.all([refundGuess(), refundSuccess()])
        throw error
      }
      // Only the owner of the former password learns that the account exists and needs a reset.
      if (isFormerPassword) {
        throw new Refusal('password_reset_required', 'Set a new password: the former one is no longer valid.')
      }
      return true
    },
  }
}

/** Compares a password with the stored hash, and replaces a hash of another cost. */
async function compare({ db, hasher }: Deps, user: StoredUser | undefined, password: string): Promise<boolean> {
  const { isMatch, needsRehash } = await hasher.verify(user?.password ?? user?.formerPassword ?? null, password)
  if (!isMatch || !user?.isActive) return false
  if (needsRehash && user.password !== null)
    await replaceHash(db, user.id, { former: user.password, hash: await hasher.hash(password) })
  return true
}

type Refund = () => Promise<void>

/** Counts a try as a guess and as a success before the comparison; returns how to refund each. */
async function countTry(
  { devices, accountRateLimits }: Deps,
  req: Request,
  user: StoredUser | undefined,
  account: string,
): Promise<{ refundGuess: Refund; refundSuccess: Refund }> {
  const device = await devices.findKnownDevice(req, user)
  const isKnownDevice = device !== undefined && (await accountRateLimits.consume('login-device', device.did)) === 0
  const address = getNetworkKey(req.ip ?? '')
  const refundGuess = isKnownDevice
    ? () => accountRateLimits.clear('login-device', device.did)
    : await countGuess(accountRateLimits, address, account)
  try {
    const refundSuccess = await countSuccess(accountRateLimits, account, isKnownDevice ? undefined : address)
    return { refundGuess, refundSuccess }
  } catch (error) {
    await refundGuess()
    throw error
  }
}

async function countGuess(rateLimits: AccountRateLimits, address: string, account: string): Promise<Refund> {
  const pair = `${address} ${account}`
  await rateLimits.consumeOrReject('login-address', address)
  await rateLimits.consumeOrReject('login-pair', pair)
  await rateLimits.consumeOrReject('login-account', account)
  return async () => {
    await rateLimits.refund('login-address', address)
    await rateLimits.clear('login-pair', pair)
    await rateLimits.refund('login-account', account)
  }
}

/** Counts a correct password: hashing and starting sessions without limit would exhaust the server. */
async function countSuccess(
  rateLimits: AccountRateLimits,
  account: string,
  address: string | undefined,
): Promise<Refund> {
  await rateLimits.consumeOrReject('right-account', account)
  const refund = () => rateLimits.refund('right-account', account)
  if (!address) return refund
  const waitS = await rateLimits.consume('right-address', address)
  if (waitS > 0) {
    await refund()
    throw tooManyRequests(waitS)
  }
  return async () => {
    await refund()
    await rateLimits.refund('right-address', address)
  }
}
