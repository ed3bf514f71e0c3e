import type { Db } from './connection.ts'

/** How long what is over is kept. An owner may choose other figures (worker/src/config.ts). */
export interface Retention {
  /** Registrations that nobody finished, and ways to the bot; codes and cookies are long over by then. */
  attemptDays: number
  /** Sessions after their end. Those that nobody uses end by themselves, and stay twice as long after the last use. */
  sessionDays: number
  /** Who ordered: name, phone, comment, notes, chats, address. What was ordered, for how much and what became of it stays. */
  orderMonths: number
}

export const usualRetention: Retention = { attemptDays: 1, sessionDays: 30, orderMonths: 24 }

/** Table, condition and days of what nobody has reason to keep longer or shorter, and of what somebody may. */
const over = ({ attemptDays, sessionDays }: Retention) =>
  [
    ['pending_registrations', 'created_at', attemptDays],
    ['telegram_verifications', 'created_at', attemptDays],
    // A letter that mail servers would not take in so long is no news any more.
    ['account_changes', 'created_at', 2],
    // Telegram tells again for a day at most.
    ['telegram_updates', 'seen_at', 2],
    ['throttles', 'window_ends', 2],
    ['user_sessions', 'revoked_at', sessionDays],
    ['user_sessions', 'last_seen_at', 2 * sessionDays],
    // A picture that was sent has been looked at by then, or never will be.
    ['uploads', 'created_at', 1],
    // A younger line does not go: the table itself refuses.
    ['audit_log', 'created_at', 365],
  ] as const

/** Orders at a time: none of them is locked for long. */
const BATCH = 500

/** Deletes and anonymises what is over; answers how many rows it was. Any number of processes may do it at once. */
export async function sweep(db: Db, retention: Retention = usualRetention): Promise<number> {
  let swept = 0
  for (const [table, column, days] of over(retention)) {
    swept += await db(table).whereRaw('?? < now() - make_interval(days => ?)', [column, days]).delete()
  }
  for (;;) {
    const anonymised = await anonymiseOrders(db, retention.orderMonths)
    swept += anonymised
    if (anonymised < BATCH) return swept
  }
}

/**
 * Money, status, lines and times stay, and so does the id: an order that a phone sends again is still known. It stays in the
 * list of whoever was signed in, until that account is gone. A phone number is never empty: an empty one says that it is done.
 */
async function anonymiseOrders(db: Db, months: number): Promise<number> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `WITH due AS (
       SELECT id FROM orders WHERE created_at < now() - make_interval(months => ?) AND customer_phone <> ''
       ORDER BY created_at LIMIT ? FOR UPDATE SKIP LOCKED
     ), noted AS (
       UPDATE order_events SET note = NULL FROM due WHERE order_id = due.id AND note IS NOT NULL
     ), chats AS (
       DELETE FROM order_chats USING due WHERE order_id = due.id
     )
     UPDATE orders
     SET customer_name = '', customer_phone = '', customer_phone_typed = '', phone_is_valid = false,
       customer_comment = NULL, address_hash = NULL, content_hash = NULL
     FROM due WHERE orders.id = due.id RETURNING orders.id`,
    [months, BATCH],
  )
  return rows.length
}
