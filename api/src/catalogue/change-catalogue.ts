import type { Db } from '@tsedra/database/connection'
import type { Knex } from 'knex'

/** The last queued change of each pool. */
const queueTails = new WeakMap<Db, Promise<unknown>>()

/**
 * Changes the catalogue in one transaction; changes run one after another.
 *
 * Every change locks the single row of `catalogue_version`. Taking this lock first prevents deadlocks and stale reads.
 * Changes of this process queue in memory, without a connection.
 */
export function changeCatalogue<T>(db: Db, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  const change = async () =>
    db.transaction(async (trx) => {
      // mutation test: catalogue-changes-serialised
      await trx('catalogue_version').forUpdate().select('version')
      return work(trx)
    })
  const turn = (queueTails.get(db) ?? Promise.resolve()).then(change)
  queueTails.set(
    db,
    turn.catch(() => {}),
  )
  return turn
}
