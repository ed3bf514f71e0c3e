import type { Db } from '@tsedra/database/connection'
import type { Request } from 'express'
import { Refusal, tooManyRequests } from '../http/refusal.ts'
import { network } from '../http/network.ts'
import type { Devices } from './devices.ts'
import type { Hasher } from './hasher.ts'
import type { Throttles } from './throttles.ts'
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
  throttles: Throttles
  hasher: Hasher
  devices: Devices
}

/** The one way a password is compared (infra/decisions/0020-guessing.md). */
export function createPasswordCheck({ db, throttles, hasher, devices }: Deps): PasswordCheck {
  return {
    async check(req, user, account, password) {
      const { giveBackGuess, giveBackRight } = await count(req, user, user?.id ?? account)
      let isFormer = false
      try {
        const { fits, isOld } = await hasher.verify(user?.password ?? user?.formerPassword ?? null, password)
        if (!fits || !user?.isActive) {
          await giveBackRight()
          return false
        }
        isFormer = user.password === null
        if (isOld && !isFormer)
          await replaceHash(db, user.id, { former: user.password ?? '', hash: await hasher.hash(password) })
        await giveBackGuess()
      } catch (error) {
        // Nothing was compared, so nothing was tried.
        await Promise.all([giveBackGuess(), giveBackRight()])
        throw error
      }
      // Only whoever knows the former password hears that there is an account, and what to do.
      if (isFormer) throw new Refusal('password_reset_required', 'Set a new password: the former one is gone.')
      return true
    },
  }

  async function count(req: Request, user: StoredUser | undefined, account: string) {
    const device = await devices.known(req, user)
    const isKnown = device !== undefined && (await throttles.take('login-device', device.did)) === 0
    const address = network(req.ip ?? '')
    const giveBackGuess = isKnown
      ? () => throttles.clear('login-device', device.did)
      : await countGuess(address, account)
    try {
      return { giveBackGuess, giveBackRight: await countRight(account, isKnown ? undefined : address) }
    } catch (error) {
      await giveBackGuess()
      throw error
    }
  }

  /** Counts a guess from anywhere; answers how to take it back. */
  async function countGuess(address: string, account: string): Promise<() => Promise<void>> {
    const pair = `${address} ${account}`
    await throttles.takeOrRefuse('login-address', address)
    await throttles.takeOrRefuse('login-pair', pair)
    const waitS = await throttles.take('login-account', account)
    if (waitS > 0) throw tooManyRequests(waitS)
    return async () => {
      await throttles.giveBack('login-address', address)
      await throttles.clear('login-pair', pair)
      await throttles.giveBack('login-account', account)
    }
  }

  /**
   * Counts a right password; answers how to take it back. What each costs is not to be had without end, with one's own
   * account either.
   */
  async function countRight(account: string, address: string | undefined): Promise<() => Promise<void>> {
    await throttles.takeOrRefuse('right-account', account)
    const giveBack = () => throttles.giveBack('right-account', account)
    if (!address) return giveBack
    const waitS = await throttles.take('right-address', address)
    if (waitS > 0) {
      await giveBack()
      throw tooManyRequests(waitS)
    }
    return async () => {
      await giveBack()
      await throttles.giveBack('right-address', address)
    }
  }
}
