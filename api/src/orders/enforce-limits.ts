import { isLoopback, type Network } from '../http/network.ts'
import type { InFlightCounter } from './in-flight-counter.ts'
import { tooManyOrders } from './order-errors.ts'
import type { OrderLimits } from './order-limits.ts'
import type { OrderRequest } from './order-request.ts'
import type { OrderSituation, SituationQuery } from './order-situation.ts'

/** `Retry-After` when in-flight orders alone exhaust a limit: they complete within seconds. */
const IN_FLIGHT_RETRY_S = 2
/** Maximum `Retry-After`: staff may handle a counted order at any moment, which frees its slot. */
const MAX_WAIT_S = 600

interface InFlightLoad {
  ahead: string[]
  calls: number
}

type NetworkLoad = Network & InFlightLoad
type InFlightRequest<R> = R & Pick<SituationQuery, 'networks' | 'phoneAhead'>

/**
 * Runs `work` while the request counts as in flight for its networks and its phone.
 *
 * @throws Refusal `too_many_requests` when in-flight calls alone exhaust a limit; `work` does not run then
 */
export async function withInFlightLimits<R extends OrderRequest, T>(
  counter: InFlightCounter,
  limits: OrderLimits,
  request: R,
  work: (request: InFlightRequest<R>) => Promise<T>,
): Promise<T> {
  const networks = request.networks.map((network) => ({
    ...network,
    ...counter.enter(network.key, request.inFlightId),
  }))
  const phone = counter.enter(`phone ${request.phone}`, request.inFlightId)
  try {
    rejectInFlightExcess(limits, request.address, networks, phone.ahead.length)
    return await work({ ...request, networks, phoneAhead: phone.ahead })
  } finally {
    for (const entry of [...networks, phone]) entry.leave()
  }
}

/**
 * Rejects senders whose in-flight calls exhaust their limits, before any query runs for them: a sender with hundreds of
 * connections does not delay the orders of others. A repeat of a placed order may be rejected here too: that does not
 * use up its id, and the sender retries.
 */
function rejectInFlightExcess(
  { perAddress10Min, perAddressDay, perPhoneHour, perCustomerPhoneHour, inFlight }: OrderLimits,
  address: string,
  networks: readonly NetworkLoad[],
  phonesAhead: number,
): void {
  const maxIds = Math.min(perAddress10Min, perAddressDay)
  const maxCalls = isLoopback(address) ? Number.POSITIVE_INFINITY : inFlight
  const isOverLimit =
    networks.some(({ ahead, calls, factor }) => calls >= maxCalls * factor || ahead.length >= maxIds * factor) ||
    phonesAhead >= Math.max(perPhoneHour, perCustomerPhoneHour)
  // mutation test: crowded-sender-refused
  if (isOverLimit) throw tooManyOrders(IN_FLIGHT_RETRY_S)
}

/** @throws Refusal `too_many_requests` when stored and in-flight orders together exhaust a limit */
export function rejectOverLimit(
  { perPhoneHour, perCustomerPhoneHour }: OrderLimits,
  phonesAhead: number,
  { addressWaitS, phoneWaitS, customerPhoneWaitS }: OrderSituation,
  isSignedIn: boolean,
): void {
  const phoneLimit = isSignedIn ? Math.max(perPhoneHour, perCustomerPhoneHour) : perPhoneHour
  const inFlightWaitS = phonesAhead >= phoneLimit ? IN_FLIGHT_RETRY_S : 0
  const waitS = Math.max(addressWaitS ?? 0, (isSignedIn ? customerPhoneWaitS : phoneWaitS) ?? 0, inFlightWaitS)
  if (waitS > 0) throw tooManyOrders(Math.min(waitS, MAX_WAIT_S))
}
