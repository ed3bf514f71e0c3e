import { randomUUID } from 'node:crypto'
import type { Request, Response } from 'express'
import type { SealedCookie } from './cookies.ts'
import type { ProvedUser } from './hold-access.ts'

/** A browser that has signed in to this account since its last revocation: its tries are counted apart (0020). */
export interface DeviceClaim {
  uid: string
  did: string
  /** Of the account when the cookie was given; left out by a former release. */
  epoch?: number
  /** A second factor was given here. */
  isProved?: boolean
}

export interface Devices {
  /** The claim of a browser that is known to this account; undefined after a new password or any other revocation. */
  known(req: Request, user: ProvedUser | undefined): Promise<DeviceClaim | undefined>
  /** Makes this browser known to the account. One that is known already keeps its id, and with it what it was counted. */
  trust(req: Request, res: Response, user: ProvedUser, options: { isProvedTwice: boolean }): Promise<void>
}

export function createDevices(cookie: SealedCookie<DeviceClaim>): Devices {
  return {
    known,
    async trust(req, res, user, { isProvedTwice }) {
      const device = await known(req, user)
      const did = device?.did ?? randomUUID()
      const isProved = isProvedTwice || device?.isProved === true
      await cookie.write(res, { uid: user.id, did, epoch: user.accessEpoch, isProved })
    },
  }

  async function known(req: Request, user: ProvedUser | undefined): Promise<DeviceClaim | undefined> {
    const device = await cookie.read(req)
    return device && device.uid === user?.id && (device.epoch ?? 0) === user.accessEpoch ? device : undefined
  }
}
