import { Suspense, useEffect, useState } from 'react'
import { outboxMayHaveEntries } from '../../outbox/outbox-may-have-entries.ts'
import { lazyComponent } from '../../shared/lazy-component.ts'

const ReceivedOrders = lazyComponent(() => import('./DeviceOrders.tsx').then((module) => module.ReceivedOrders))

/** Lists the received orders of this device once there may be one: reading them creates the database. */
export function ReceivedOrdersWhenStored({ ofGuests = false }: { ofGuests?: boolean }) {
  const [isNeeded, setIsNeeded] = useState(false)
  useEffect(() => void outboxMayHaveEntries().then(setIsNeeded), [])
  return isNeeded ? (
    <Suspense>
      <ReceivedOrders ofGuests={ofGuests} />
    </Suspense>
  ) : null
}
