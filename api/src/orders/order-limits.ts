import { createHmac } from 'node:crypto'
import { getNetworkKey } from '../http/network.ts'

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

export const defaultOrderLimits: OrderLimits = {
  perAddress10Min: 20,
  perAddressDay: 50,
  perPhoneHour: 5,
  perCustomerPhoneHour: 15,
  shopHour: 300,
  inFlight: 20,
}

/** A keyed hash of a sender's network: orders keep no addresses. */
export function hashNetwork(secret: string, key: string): Buffer {
  return createHmac('sha256', secret).update(key).digest()
}

/** The hash under which an order counts for its sender's own network. */
export const hashAddress = (secret: string, ip: string): Buffer => hashNetwork(secret, getNetworkKey(ip))
