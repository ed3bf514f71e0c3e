import type { getCart } from '@tsedra/contract/cart'
import { mineQuery } from '../session/mine.ts'
import { call } from '../shared/api.ts'
import { changesUnderWay } from './changes.ts'
import { countPackages } from './pending-changes.ts'
import { withoutWaiting } from './waiting-checkouts.ts'

/** The cart in the order of adding, without what waits in the outbox. */
export const cartQuery = () =>
  mineQuery(
    'cart',
    (signal) =>
      changesUnderWay.ask(async () => withoutWaiting(await call<typeof getCart>('GET /api/cart', {}, signal))),
    countPackages,
  )
