import { orderStatusChanged } from '@tsedra/contract/jobs'
import type { Db } from './connection.ts'
import { recountLikes } from './likes.ts'

/** How long what is over is kept. An owner may choose other figures (worker/src/config.ts). */
export interface Retention {
  /** Registrations that nobody finished, and ways to the bot; codes and cookies are long over by then. */
  verificationDays: number
  /** Sessions after their end. Those that nobody uses end by themselves, and stay twice as long after the last use. */
  sessionDays: number
  /**
   * Who ordered: name, phone, comment, notes, chats, address, fingerprint. What was ordered, for how much and what became of
   * it stays.
   */
  orderMonths: number
}

export const defaultRetention: Retention = { verificationDays: 1, sessionDays: 30, orderMonths: 24 }

/** Table, condition and days of what nobody has reason to keep longer or shorter, and of what somebody may. */
const retentionRules = ({ verificationDays, sessionDays }: Retention) =>
  [
    ['pending_registrations', 'created_at', verificationDays],
    ['telegram_verifications', 'created_at', verificationDays],
    // A letter that mail servers would not take in so long is no news any more.
    ['account_changes', 'created_at', 2],
    // Telegram tells again for a day at most.
    ['telegram_updates', 'seen_at', 2],
    ['throttles', 'window_ends', 2],
    ['user_sessions', 'revoked_at', sessionDays],
    ['user_sessions', 'last_seen_at', 2 * sessionDays],
    // A picture that was sent has been looked at by then, or never will be.
    ['uploads', 'created_at', 1],
    // By then nobody asks any more whether somebody was told. No key comes again: causes have ids and events of their own.
    ['job_outbox', 'done_at', 30],
    // A younger line does not go: the table itself refuses.
    ['audit_log', 'created_at', 365],
  ] as const

/** Rows at a time: none of them is locked for long, and no statement takes long. */
const BATCH_SIZE = 500

/**
 * Deletes and anonymises what is over, and counts likes anew; answers how many rows it was. Any number of processes may do
 * it at once. What cannot be swept keeps nothing else from being swept.
 *
 * @throws AggregateError at the end; it names what was not swept
 */
export async function sweep(db: Db, retention: Retention = defaultRetention): Promise<number> {
  const { orderMonths } = retention
  const steps: [what: string, batch: () => Promise<number>][] = [
    ...retentionRules(retention).map((rule): [string, () => Promise<number>] => [
      rule[0],
      () => deleteExpired(db, rule),
    ]),
    ['chats of jobs', () => deleteOrphanedChatJobs(db)],
    ['orders', () => anonymiseOrders(db, orderMonths)],
    ['fingerprints', () => clearFingerprints(db, orderMonths)],
    ['likes', () => recountLikes(db)],
  ]
  const failures: [what: string, error: unknown][] = []
  let rowCount = 0
  for (const [step, batch] of steps) {
    try {
      let rows: number
      do {
        rows = await batch()
        rowCount += rows
      } while (rows >= BATCH_SIZE)
    } catch (error) {
      failures.push([step, error])
    }
  }
  if (failures.length === 0) return rowCount
  const reasons = failures.map(([step, error]) => `${step} (${(error as { code?: string }).code ?? 'no code'})`)
  throw new AggregateError(
    failures.map(([, error]) => error),
    `retention sweep failed: ${reasons.join(', ')}`,
  )
}

async function deleteExpired(
  db: Db,
  [table, column, days]: ReturnType<typeof retentionRules>[number],
): Promise<number> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `DELETE FROM ?? WHERE ctid = ANY(ARRAY(SELECT ctid FROM ?? WHERE ?? < now() - make_interval(days => ?) LIMIT ?))`,
    [table, table, column, days, BATCH_SIZE],
  )
  return rowCount
}

/** A chat that belongs to no account and to no order any more is in no job either that is done. */
async function deleteOrphanedChatJobs(db: Db): Promise<number> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `DELETE FROM job_outbox WHERE ctid = ANY(ARRAY(
       SELECT j.ctid FROM job_outbox j
       WHERE j.done_at IS NOT NULL AND j.name = ?
         AND NOT EXISTS (SELECT FROM users WHERE telegram_id = j.payload->>'chatId')
         AND NOT EXISTS (SELECT FROM order_chats c
           WHERE c.order_id = (j.payload->>'orderId')::uuid AND c.chat_id = j.payload->>'chatId')
       LIMIT ?))`,
    [orderStatusChanged.name, BATCH_SIZE],
  )
  return rowCount
}

/** A fingerprint tells whoever can guess phones whose order it was; without one an id is answered by what it became. */
async function clearFingerprints(db: Db, months: number): Promise<number> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `UPDATE order_ids SET fingerprint = NULL WHERE id = ANY(ARRAY(
       SELECT id FROM order_ids WHERE created_at < now() - make_interval(months => ?) AND fingerprint IS NOT NULL
       LIMIT ? FOR UPDATE SKIP LOCKED))`,
    [months, BATCH_SIZE],
  )
  return rowCount
}

/**
 * Money, status, lines and times stay, and so does the id: an order that a phone sends again is still known. It stays in the
 * list of whoever was signed in, until that account is gone. A phone number is never empty: an empty one says that it is done.
 */
async function anonymiseOrders(db: Db, months: number): Promise<number> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    // mutation test: retention-erases-name
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
       customer_comment = NULL, address_hash = NULL, address_hash_56 = NULL,
       address_hash_48 = NULL, content_hash = NULL
     FROM due WHERE orders.id = due.id RETURNING orders.id`,
    [months, BATCH_SIZE],
  )
  return rows.length
}
