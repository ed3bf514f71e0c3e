import { randomUUID } from 'node:crypto'
import type { Request, Response } from 'express'
import { getNetworkKey } from '../http/network.ts'
import type { EncryptedCookie } from './encrypted-cookie.ts'
import type { AuthenticatedUser } from './lock-access.ts'

/** A browser that has signed in to this account since its last revocation: its tries are counted apart (0020). */
export interface DeviceClaim {
  uid: string
  did: string
  /** Of the account when the cookie was given; left out by a former release. */
  epoch?: number
  /** A second factor was given here. */
  isProved?: boolean
}

/** Who asks, as limits count them: a browser that is known to the account for itself, everybody else by network. */
export interface Requester {
  by: 'device' | 'address'
  /** Id of the device, or the network of the address. */
  key: string
  /** The same, but an IPv6 address by its /48: as much as one customer of a provider is given. */
  block: string
}

export interface Devices {
  /** @param user a function is called only when the browser claims to be known to some account */
  identifyRequester(
    req: Request,
    user: AuthenticatedUser | undefined | (() => Promise<AuthenticatedUser | undefined>),
  ): Promise<Requester>
  /** The claim of a browser that is known to this account; undefined after a new password or any other revocation. */
  findKnownDevice(req: Request, user: AuthenticatedUser | undefined): Promise<DeviceClaim | undefined>
  /** Makes this browser known to the account. One that is known already keeps its id, and with it what it was counted. */
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
