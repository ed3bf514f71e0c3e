import type { Language } from '@tsedra/contract/language'
import type { EnteredOrder } from '@tsedra/contract/admin-entered-orders'
import type { NewOrder, Order } from '@tsedra/contract/orders'
import { readOrder } from '@tsedra/database/orders'
import { Refusal } from '../http/refusal.ts'
import { cancelOrder, type CancelResult } from './cancel-order.ts'
import { withInFlightLimits } from './enforce-limits.ts'
import { createInFlightCounter } from './in-flight-counter.ts'
import type { ReadUserId } from './order-owner.ts'
import { parseOrderRequest } from './order-request.ts'
import type { OrderEntry } from './order-store.ts'
import { orderView } from './order-view.ts'
import { placeOrderOnce, type PlaceOrderContext } from './place-order.ts'
import { findReplay, type PlacedOrder } from './replay-order.ts'

export interface OrderService {
  /** @param readUserId returns the signed-in account; called only for a request that is not a replay */
  place(input: NewOrder, address: string, readUserId: ReadUserId): Promise<PlacedOrder>
  /** Places an order that staff enter for a customer on the phone. */
  enter(input: EnteredOrder, address: string, by: OrderEntry['by']): Promise<PlacedOrder>
  /** Returns the outcome of an earlier request by its id alone; undefined when no request used the id. */
  findReplay(id: string): Promise<PlacedOrder | undefined>
  cancel(id: string, address: string): Promise<CancelResult>
  find(id: string, language: Language | undefined): Promise<Order>
}

export function createOrderService(context: PlaceOrderContext): OrderService {
  const { db, addressSecret, limits } = context
  const inFlightCounter = createInFlightCounter()
  return {
    async place(input, address, readUserId) {
      const request = { ...parseOrderRequest(input, address, addressSecret), readUserId }
      return withInFlightLimits(inFlightCounter, limits, request, async (counted) => placeOrderOnce(context, counted))
    },
    async enter({ customerTelegram = null, ...input }, address, by) {
      const request = parseOrderRequest({ ...input, ownerId: null }, address, addressSecret)
      // The sender is not the customer: the order counts for no network.
      return placeOrderOnce(context, {
        ...request,
        networks: [],
        phoneAhead: [],
        readUserId: async () => null,
        entry: { by, customerTelegram },
      })
    },
    findReplay: async (id) => findReplay(db, id),
    cancel: async (id, address) => cancelOrder(db, addressSecret, id, address),
    async find(id, language) {
      const stored = await readOrder(db, id)
      if (!stored) throw new Refusal('not_found', 'No such order.')
      return orderView(stored, language ?? stored.language)
    },
  }
}
