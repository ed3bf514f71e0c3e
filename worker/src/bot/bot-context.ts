import type { Context } from 'grammy'
import type { Knex } from 'knex'

/** What a handler of one update works with: the transaction of what it does, and what is said after that. */
export interface BotContext extends Context {
  trx: Knex.Transaction
  /** Says something once the transaction is through; in the order of the calls. */
  afterCommit(send: () => Promise<unknown>): void
}
