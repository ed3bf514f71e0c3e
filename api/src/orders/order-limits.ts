import { createHmac } from 'node:crypto'
import { isIPv4 } from 'node:net'

/** How many new orders are taken; repeats of taken ones never count. */
export interface OrderLimits {
  /** Mobile carriers put thousands of people behind one address: generous. */
  perAddress10Min: number
  perAddressDay: number
  perPhoneHour: number
  /** Beyond it orders are still taken, and flagged. */
  shopHour: number
}

export const orderLimits: OrderLimits = { perAddress10Min: 10, perAddressDay: 50, perPhoneHour: 5, shopHour: 300 }

/** A keyed hash of the sender's network: orders keep no addresses. */
export function addressHash(secret: string, ip: string): Buffer {
  return createHmac('sha256', secret).update(network(ip)).digest()
}

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
