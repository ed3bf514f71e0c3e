import { isIPv4 } from 'node:net'

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

/** Rate limits skip requests from this machine: every other request carries the address that the proxy received. */
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
