import { randomUUID } from 'node:crypto'
import type { Request, Response } from 'express'
import { getNetworkKey } from '../http/network.ts'
import type { EncryptedCookie } from './encrypted-cookie.ts'
import type { AuthenticatedUser } from './lock-access.ts'

/** A browser that has signed in to this account since its last revocation: its tries have rate limits of their own. */
export interface DeviceClaim {
  uid: string
  did: string
  /** The account's access epoch when the cookie was set; absent in cookies of a former release. */
  epoch?: number
  /** The second factor was confirmed on this device. */
  isProved?: boolean
}

/** The sender of a request as rate limits count it: a known device by its id, any other browser by its network. */
export interface Requester {
  by: 'device' | 'address'
  /** Id of the device, or the network of the address. */
  key: string
  /** Like `key`, but the /48 of an IPv6 address: the largest block that providers assign to one customer. */
  block: string
}

export interface Devices {
  /** @param user a function is called only when the browser has a device cookie */
  identifyRequester(
    req: Request,
    user: AuthenticatedUser | undefined | (() => Promise<AuthenticatedUser | undefined>),
  ): Promise<Requester>
  /** Returns the claim of a device known to this account; undefined after a password change or another revocation. */
  findKnownDevice(req: Request, user: AuthenticatedUser | undefined): Promise<DeviceClaim | undefined>
  /** Makes this browser a known device of the account. A known device keeps its id, and so its rate-limit counters. */
  trust(req: Request, res: Response, user: AuthenticatedUser, options: { hasSecondFactor: boolean }): Promise<void>
}

export function createDevices(cookie: EncryptedCookie<DeviceClaim>): Devices {
  return {
    findKnownDevice,
    async identifyRequester(req, user) {
      const owner = typeof user === 'function' ? (await cookie.read(req)) && (await user()) : user
      const device = await findKnownDevice(req, owner)
      if (device) return { by: 'device', key: device.did, block: device.did }
      const key = getNetworkKey(req.ip ?? '')
      return { by: 'address', key, block: key.split(':').slice(0, 3).join(':') }
    },
    async trust(req, res, user, { hasSecondFactor }) {
      const device = await findKnownDevice(req, user)
      const did = device?.did ?? randomUUID()
      const isProved = hasSecondFactor || device?.isProved === true
      await cookie.write(res, { uid: user.id, did, epoch: user.accessEpoch, isProved })
    },
  }

  async function findKnownDevice(req: Request, user: AuthenticatedUser | undefined): Promise<DeviceClaim | undefined> {
    const device = await cookie.read(req)
    // mutation test: device-forgotten-on-revocation
    return device && device.uid === user?.id && (device.epoch ?? 0) === user.accessEpoch ? device : undefined
  }
}
