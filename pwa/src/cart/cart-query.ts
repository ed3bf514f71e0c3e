import type { getCart } from '@tsedra/contract/cart'
import { accountDataQuery } from '../session/account-data.ts'
import { callApi } from '../shared/api.ts'
import { changesInFlight } from './change-cart.ts'
import { countPackages } from './pending-changes.ts'
import { excludePendingCheckouts } from './exclude-pending-checkouts.ts'

/** Returns the query for the cart in the order of adding, without lines that wait in the outbox. */
export const cartQuery = () =>
  accountDataQuery(
    'cart',
    (signal) =>
      changesInFlight.readWhenIdle(async () =>
        excludePendingCheckouts(await callApi<typeof getCart>('GET /api/cart', {}, signal)),
      ),
    countPackages,
  )
