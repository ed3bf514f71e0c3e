import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export interface Network {
  key: string
  /** Multiple of the limit of a single address. */
  factor: number
}

/**
 * Returns the networks whose limits an address counts against, the narrowest first: an IPv4 address alone; for IPv6 the /64
 * of one household or phone, and the /56 and /48 that providers assign, so that a change of address escapes no limit.
 */
export function listNetworks(ip: string): Network[] {
  const address = parse(ip)
  const narrowest = { key: address ? formatNetwork(address) : ip, factor: 1 }
  if (!(address instanceof ipaddr.IPv6)) return [narrowest]
  const [a = 0, b = 0, c = 0, d = 0] = address.parts
  return [narrowest, { key: `${hex(a, b, c, d & 0xff00)}/56`, factor: 2 }, { key: `${hex(a, b, c)}/48`, factor: 4 }]
}

/** Rate limits skip requests from this machine: every other request carries the address that the proxy received. */
export const isLoopback = (ip: string): boolean => parse(ip)?.range() === 'loopback'

/** Returns an IPv4 address unchanged, and the /64 of an IPv6 address: its user chooses the other half. */
export function getNetworkKey(ip: string): string {
  const address = parse(ip)
  return address ? formatNetwork(address) : ip
}

const formatNetwork = (address: Address): string =>
  address instanceof ipaddr.IPv6 ? hex(...address.parts.slice(0, 4)) : address.toString()

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Returns IPv4 also for an IPv4-mapped IPv6 address. `isIP` rejects short forms such as `127.1`, which `process` takes. */
const parse = (ip: string): Address | undefined => (isIP(ip) === 0 ? undefined : ipaddr.process(ip))

const hex = (...groups: number[]): string => groups.map((group) => group.toString(16)).join(':')
