import { createHmac } from 'node:crypto'
import { getNetworkKey } from '../http/network.ts'

/**
 * Limits on new orders. Replays never count, nor do orders that staff have confirmed or completed: a bar may order all
 * evening while staff handle its requests. Cancelled orders count, or alternating orders and cancels would be
 * unlimited.
 */
export interface OrderLimits {
  /** Mobile carriers share one address among thousands of customers, and a bar among all its phones: generous. */
  perAddress10Min: number
  perAddressDay: number
  /** Per phone, for guests. */
  perPhoneHour: number
  /** Per phone, for signed-in customers. */
  perCustomerPhoneHour: number
  /** Beyond it orders are still placed, and those of unknown senders are flagged. */
  shopHour: number
  /** Maximum concurrent requests of one address. */
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

/** Returns a keyed hash of a sender's network: orders store no addresses. */
export function hashNetwork(secret: string, key: string): Buffer {
  return createHmac('sha256', secret).update(key).digest()
}

/** Returns the hash under which an order counts for its sender's own network. */
export const hashAddress = (secret: string, ip: string): Buffer => hashNetwork(secret, getNetworkKey(ip))
