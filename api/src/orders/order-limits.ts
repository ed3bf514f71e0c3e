import { createHmac } from 'node:crypto'
import { isIPv4 } from 'node:net'

/**
 * How many new orders are taken; repeats of taken ones never count, nor do orders that staff have confirmed or completed:
 * a bar may order all evening while somebody handles its requests. Cancelled orders count, or sending and cancelling in
 * turns would be free.
 */
export interface OrderLimits {
  /** Mobile carriers put thousands of people behind one address, and a bar all its phones: generous. */
  perAddress10Min: number
  perAddressDay: number
  /** Of one phone, for guests. */
  perPhoneHour: number
  /** The same for customers who are signed in. */
  perCustomerPhoneHour: number
  /** Beyond it orders are still taken, and those of strangers are flagged. */
  shopHour: number
  /** Calls of one address that are worked on at a time. */
  inFlight: number
}

export const orderLimits: OrderLimits = {
  perAddress10Min: 20,
  perAddressDay: 50,
  perPhoneHour: 5,
  perCustomerPhoneHour: 15,
  shopHour: 300,
  inFlight: 20,
}

/** A keyed hash of a sender's network: orders keep no addresses. */
export function networkHash(secret: string, key: string): Buffer {
  return createHmac('sha256', secret).update(key).digest()
}

/** The hash under which an order counts for its sender's own network. */
export const addressHash = (secret: string, ip: string): Buffer => networkHash(secret, network(ip))

export interface Network {
  key: string
  /** How many times the limit of a single address this network has. */
  factor: number
}

/**
 * Returns the networks that an address counts in, the narrowest first: an IPv4 address alone; of IPv6 the /64 that one
 * household or phone has, the /56 and /48 that providers hand out, so that moving about in them does not escape a limit.
 */
export function networks(ip: string): Network[] {
  const key = network(ip)
  if (isIPv4(key)) return [{ key, factor: 1 }]
  const groups = key.split(':')
  const site = groups.slice(0, 3).join(':')
  const subnet = (Number.parseInt(groups[3] ?? '0', 16) & 0xff00).toString(16)
  return [
    { key, factor: 1 },
    { key: `${site}:${subnet}/56`, factor: 2 },
    { key: `${site}/48`, factor: 4 },
  ]
}

/** Calls from this machine are not counted by call rates: whatever comes from elsewhere has the address that the proxy saw. */
export const isLoopback = (ip: string): boolean => /^(?:(?:::ffff:)?127\.|::1$)/.test(ip)

/** An IPv4 address as it is, an IPv6 address without the half that its owner chooses. */
export function network(ip: string): string {
  const mapped = ip.replace(/^::ffff:/i, '')
  if (isIPv4(mapped)) return mapped
  const [head = '', tail = ''] = ip.split('%', 1)[0]?.split('::') ?? []
  const before = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  const zeros = ip.includes('::') ? Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0') : []
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
