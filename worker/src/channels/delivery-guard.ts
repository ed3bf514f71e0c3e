import type { CircuitBreaker } from './circuit-breaker.ts'
import { type Delivery, type NotDelivered, notSent, type Sent } from './delivery.ts'
import { type Failure, type FailurePolicy, toDelivery } from './failure.ts'

interface Options {
  circuit: CircuitBreaker
  /** Maps an error of the protocol to a failure. */
  classify: (error: unknown) => Failure
  policy: FailurePolicy
  /** Maximum number of messages in flight; the other channels need the rest of the worker. */
  concurrency?: number
}

/** Runs one delivery; `deliver` throws the error of its protocol, or returns a rejection that it recognised. */
export type DeliveryGuard = <Receipt extends Sent>(
  deliver: () => Promise<Receipt | NotDelivered>,
) => Promise<Receipt | NotDelivered>

const IN_FLIGHT_WAIT_MS = 500

/** Creates the guard of a channel: circuit breaker, concurrency limit and error classification around each send. */
export function createDeliveryGuard({ circuit, classify, policy, concurrency = Infinity }: Options): DeliveryGuard {
  let inFlight = 0

  return async (deliver) => {
    const outage = circuit.readOutage()
    if (outage) return notSent(outage.reason, outage.untilMs - Date.now())
    if (inFlight >= concurrency) return notSent('too many messages in flight', IN_FLIGHT_WAIT_MS)
    inFlight += 1
    try {
      const delivery = await deliver()
      if (isSent(delivery)) circuit.close()
      return delivery
    } catch (error) {
      return toDelivery(classify(error), circuit, policy)
    } finally {
      inFlight -= 1
    }
  }
}

const isSent = (delivery: Delivery): delivery is Sent => delivery.kind === 'sent'
