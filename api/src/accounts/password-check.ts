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
   * Whether the password is this user's. Each try is counted before it is looked at, as a guess and as a right one; what it
   * turns out not to be is given back.
   *
   * @param user undefined when there is no such account: everything happens all the same
   * @param account what tries are counted by when there is none
   * @throws Refusal `too_many_requests`; `busy`; `password_reset_required` when it was the password before a change of role
   */
  check(req: Request, user: StoredUser | undefined, account: string, password: string): Promise<boolean>
}

interface Deps {
  db: Db
  accountRateLimits: AccountRateLimits
  hasher: PasswordHasher
  devices: Devices
}

/** The one way a password is compared (infra/decisions/0020-brute-force-limits.md). */
export function createPasswordCheck({ db, accountRateLimits, hasher, devices }: Deps): PasswordCheck {
  return {
    async check(req, user, account, password) {
      const { giveBackGuess: refundGuess, refundSuccess } = await countTry(req, user, user?.id ?? account)
      let isFormerPassword = false
      try {
        const { isMatch, needsRehash } = await hasher.verify(user?.password ?? user?.formerPassword ?? null, password)
        if (!isMatch || !user?.isActive) {
          await refundSuccess()
          return false
        }
        isFormerPassword = user.password === null
        if (needsRehash && !isFormerPassword)
          await replaceHash(db, user.id, { former: user.password ?? '', hash: await hasher.hash(password) })
        await refundGuess()
      } catch (error) {
        // Nothing was compared, so nothing was tried.
        await Promise.all([refundGuess(), refundSuccess()])
        throw error
      }
      // Only whoever knows the former password hears that there is an account, and what to do.
      if (isFormerPassword) throw new Refusal('password_reset_required', 'Set a new password: the former one is gone.')
      return true
    },
  }

  async function countTry(req: Request, user: StoredUser | undefined, account: string) {
    const device = await devices.findKnownDevice(req, user)
    const isKnownDevice = device !== undefined && (await accountRateLimits.consume('login-device', device.did)) === 0
    const address = getNetworkKey(req.ip ?? '')
    const refundGuess = isKnownDevice
      ? () => accountRateLimits.clear('login-device', device.did)
      : await countGuess(address, account)
    try {
      return {
        giveBackGuess: refundGuess,
        refundSuccess: await countSuccess(account, isKnownDevice ? undefined : address),
      }
    } catch (error) {
      await refundGuess()
      throw error
    }
  }

  /** Counts a guess from anywhere; answers how to take it back. */
  async function countGuess(address: string, account: string): Promise<() => Promise<void>> {
    const pair = `${address} ${account}`
    await accountRateLimits.consumeOrReject('login-address', address)
    await accountRateLimits.consumeOrReject('login-pair', pair)
    const waitS = await accountRateLimits.consume('login-account', account)
    if (waitS > 0) throw tooManyRequests(waitS)
    return async () => {
      await accountRateLimits.refund('login-address', address)
      await accountRateLimits.clear('login-pair', pair)
      await accountRateLimits.refund('login-account', account)
    }
  }

  /**
   * Counts a right password; answers how to take it back. What each costs is not to be had without end, with one's own
   * account either.
   */
  async function countSuccess(account: string, address: string | undefined): Promise<() => Promise<void>> {
    await accountRateLimits.consumeOrReject('right-account', account)
    const refund = () => accountRateLimits.refund('right-account', account)
    if (!address) return refund
    const waitS = await accountRateLimits.consume('right-address', address)
    if (waitS > 0) {
      await refund()
      throw tooManyRequests(waitS)
    }
    return async () => {
      await refund()
      await accountRateLimits.refund('right-address', address)
    }
  }
}
