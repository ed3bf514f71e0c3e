import { orderAmended, orderReplied, orderStatusChanged } from '@tsedra/contract/jobs'
import { SEARCH_COUNT_DAYS } from '@tsedra/contract/search-counts'
import type { Db } from './connection.ts'
import { recountLikes } from './likes.ts'

/** Retention periods of expired rows. An operator may configure other values (worker/src/config.ts). */
export interface Retention {
  /** Unfinished verifications and bot links; codes and cookies expire much earlier. */
  verificationDays: number
  /** Sessions after their end. Unused sessions expire by themselves and stay twice as long after their last use. */
  sessionDays: number
  /**
   * Personal data of orders: name, phone, comment, notes, reasons of changes, chats, address, fingerprint. Lines, total and status stay.
   */
  orderMonths: number
}

export const defaultRetention: Retention = { verificationDays: 1, sessionDays: 30, orderMonths: 24 }

/** Table, column and days of every rule, fixed or configured. */
const retentionRules = ({ verificationDays, sessionDays }: Retention) =>
  [
    ['pending_registrations', 'created_at', verificationDays],
    ['telegram_verifications', 'created_at', verificationDays],
    // Mail servers do not accept an e-mail after so long a time.
    ['account_changes', 'created_at', 2],
    // The audit log has who was invited.
    ['staff_invitations', 'created_at', 90],
    // Telegram repeats an update for a day at most.
    ['telegram_updates', 'seen_at', 2],
    ['throttles', 'window_ends', 2],
    ['user_sessions', 'revoked_at', sessionDays],
    ['user_sessions', 'last_seen_at', 2 * sessionDays],
    // An uploaded picture is saved or abandoned by then.
    ['uploads', 'created_at', 1],
    // Only recent jobs matter for questions about deliveries. No dedupe key is reused: causes have ids and events of
    // their own.
    ['job_outbox', 'done_at', 30],
    // Anonymous; three months show the season (infra/decisions/0041-drinks-and-synonyms.md).
    ['search_counts', 'day', SEARCH_COUNT_DAYS],
    // A trigger of the table rejects the deletion of a younger line.
    ['audit_log', 'created_at', 365],
  ] as const

/** Rows per statement: short locks and short statements. */
const BATCH_SIZE = 500

/**
 * Deletes and anonymises expired rows and corrects like counts; returns the number of rows. Any number of processes may
 * run it at once. A failing step does not stop the others.
 *
 * @throws AggregateError at the end, which names the failed steps
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

/** Deletes completed jobs with a chat that belongs to no account and to no order any more. */
async function deleteOrphanedChatJobs(db: Db): Promise<number> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `DELETE FROM job_outbox WHERE ctid = ANY(ARRAY(
       SELECT j.ctid FROM job_outbox j
       WHERE j.done_at IS NOT NULL AND j.name = ANY(?)
         AND NOT EXISTS (SELECT FROM users WHERE telegram_id = j.payload->>'chatId')
         AND NOT EXISTS (SELECT FROM order_chats c
           WHERE c.order_id = (j.payload->>'orderId')::uuid AND c.chat_id = j.payload->>'chatId')
       LIMIT ?))`,
    [[orderStatusChanged.name, orderAmended.name, orderReplied.name], BATCH_SIZE],
  )
  return rowCount
}

/**
 * Clears old fingerprints: they reveal an order's customer to anyone who can guess phones. Without one the id decides.
 */
async function clearFingerprints(db: Db, months: number): Promise<number> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `UPDATE order_ids SET fingerprint = NULL WHERE id = ANY(ARRAY(
       SELECT id FROM order_ids WHERE created_at < now() - make_interval(months => ?) AND fingerprint IS NOT NULL
       LIMIT ? FOR UPDATE SKIP LOCKED))`,
    [months, BATCH_SIZE],
  )
  return rowCount
}

/** Adjustments without what staff wrote about them, which may name the customer. */
const withoutReasonsSql = (table: string): string =>
  `(SELECT coalesce(jsonb_agg(a - 'reason' ORDER BY place), '[]')
    FROM jsonb_array_elements(${table}.adjustments) WITH ORDINALITY list(a, place))`

/**
 * Removes the personal data of old orders. Money, status, lines, times and the id stay, so a repeat is still
 * recognised. The order stays in its account's list until the account is deleted. An empty phone marks a completed row.
 */
async function anonymiseOrders(db: Db, months: number): Promise<number> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    // mutation test: retention-erases-name
    `WITH due AS (
       SELECT id FROM orders WHERE created_at < now() - make_interval(months => ?) AND customer_phone <> ''
       ORDER BY created_at LIMIT ? FOR UPDATE SKIP LOCKED
     ), noted AS (
       UPDATE order_events SET note = NULL FROM due WHERE order_id = due.id AND note IS NOT NULL
     ), versions AS (
       UPDATE order_versions SET reason = NULL, adjustments = ${withoutReasonsSql('order_versions')} FROM due
       WHERE order_id = due.id
     ), chats AS (
       DELETE FROM order_chats USING due WHERE order_id = due.id
     )
     UPDATE orders
     SET customer_name = '', customer_phone = '', customer_phone_typed = '', customer_telegram = NULL, phone_is_valid = false,
       customer_comment = NULL, address_hash = NULL, address_hash_56 = NULL,
       address_hash_48 = NULL, content_hash = NULL, adjustments = ${withoutReasonsSql('orders')}
     FROM due WHERE orders.id = due.id RETURNING orders.id`,
    [months, BATCH_SIZE],
  )
  return rows.length
}
