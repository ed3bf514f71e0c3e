import type { Db } from './connection.ts'

/** What is kept no longer than it is good for: table, condition, days. */
const over = [
  // A registration that nobody finished; codes and cookies are long over by then.
  ['pending_registrations', 'created_at', 1],
  ['telegram_verifications', 'created_at', 1],
  // A letter that mail servers would not take in so long is no news any more.
  ['account_changes', 'created_at', 2],
  // Telegram tells again for a day at most.
  ['telegram_updates', 'seen_at', 2],
  ['throttles', 'window_ends', 2],
  ['user_sessions', 'revoked_at', 30],
  ['user_sessions', 'last_seen_at', 60],
] as const

/** Deletes what is over; answers how many rows it was. Any number of processes may do it at once. */
export async function sweep(db: Db): Promise<number> {
  let swept = 0
  for (const [table, column, days] of over) {
    swept += await db(table).whereRaw('?? < now() - make_interval(days => ?)', [column, days]).delete()
  }
  return swept
}
