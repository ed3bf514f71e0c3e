import type { Context } from 'grammy'
import type { Knex } from 'knex'

/** The context of one update: its transaction, and the replies to send after the commit. */
export interface BotContext extends Context {
  trx: Knex.Transaction
  /** Queues a reply for after the commit; replies are sent in the order of the calls. */
  afterCommit(send: () => Promise<unknown>): void
}
