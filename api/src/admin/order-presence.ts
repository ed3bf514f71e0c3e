import type { OrderPresence } from '@tsedra/contract/admin-orders'
import type { Db } from '@tsedra/database/connection'
import { sanitiseLine } from '@tsedra/service/sanitise-text'

/** Characters of a name: NOTIFY limits its payload to 8,000 bytes. */
const MAX_NAME_LENGTH = 100

/**
 * Announces who has opened or closed an order, by NOTIFY to the order feed of every process. Nothing is stored
 * (infra/decisions/0044-order-list.md).
 */
export async function announcePresence(db: Db, presence: Omit<OrderPresence, 'name'>): Promise<void> {
  const user = await db('users').where({ id: presence.userId }).first<NameRow | undefined>('first_name', 'last_name')
  const name = sanitiseLine([user?.first_name, user?.last_name].filter(Boolean).join(' ')).slice(0, MAX_NAME_LENGTH)
  await db.raw(`SELECT pg_notify('order_events', ?)`, [JSON.stringify({ ...presence, name } satisfies OrderPresence)])
}

interface NameRow {
  first_name: string | null
  last_name: string | null
}
