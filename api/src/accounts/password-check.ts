import { randomUUID } from 'node:crypto'
import type { Db } from '@tsedra/database/connection'
import type { Request, Response } from 'express'
import { network } from '../orders/order-limits.ts'
import type { SealedCookie } from './cookies.ts'
import type { Hasher } from './hasher.ts'
import { type Throttles, tooMany } from './throttles.ts'
import { setPassword, type StoredUser } from './user-store.ts'

/** A browser that has signed in to this account before. */
export interface DeviceClaim {
  uid: string
  did: string
}

export interface PasswordCheck {
  /**
   * Whether the password is this user's. Each try is counted before it is looked at and given back when it was right.
   *
   * @param user undefined when there is no such account: everything happens all the same
   * @param account what tries are counted by when there is none
   * @throws Refusal `too_many_requests`; `busy`
   */
  check(req: Request, user: StoredUser | undefined, account: string, password: string): Promise<boolean>
  /** From now on this browser's tries at the account are counted apart from everybody else's. */
  trust(res: Response, userId: string): Promise<void>
}

interface Deps {
  db: Db
  throttles: Throttles
  hasher: Hasher
  cookie: SealedCookie<DeviceClaim>
}

/** The one way a password is compared (infra/decisions/0020-guessing.md). */
export function createPasswordCheck({ db, throttles, hasher, cookie }: Deps): PasswordCheck {
  return {
    async check(req, user, account, password) {
      const done = await count(req, user, user?.id ?? account)
      try {
        const { fits, isOld } = await hasher.verify(user?.password ?? null, password)
        if (!fits || !user) return false
        if (isOld) await setPassword(db, user.id, await hasher.hash(password))
        await done()
        return true
      } catch (error) {
        // Nothing was compared, so nothing was tried.
        await done()
        throw error
      }
    },
    trust: (res, userId) => cookie.write(res, { uid: userId, did: randomUUID() }),
  }

  /** Counts one try; answers how to take it back. */
  async function count(req: Request, user: StoredUser | undefined, account: string): Promise<() => Promise<void>> {
    const device = await cookie.read(req)
    if (device && device.uid === user?.id && (await throttles.take('login-device', device.did)) === 0) {
      return () => throttles.clear('login-device', device.did)
    }
    const address = network(req.ip ?? '')
    const pair = `${address} ${account}`
    await throttles.takeOrRefuse('login-address', address)
    await throttles.takeOrRefuse('login-pair', pair)
    const waitS = await throttles.take('login-account', account)
    if (waitS > 0) throw tooMany(waitS)
    return async () => {
      await throttles.giveBack('login-address', address)
      await throttles.clear('login-pair', pair)
      await throttles.giveBack('login-account', account)
    }
  }
}
