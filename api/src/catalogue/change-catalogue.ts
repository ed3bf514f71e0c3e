import type { Db } from '@tsedra/database/connection'
import type { Knex } from 'knex'

/** The last one in line for each pool. */
const queueTails = new WeakMap<Db, Promise<unknown>>()

/**
 * Changes the catalogue in one transaction, one change after the other.
 *
 * Every change ends at the one row of `catalogue_version`; taking it first means that nobody waits there with rows that
 * somebody else waits for, and that what was read at the beginning is still so at the end. Who waits in this process
 * waits without a connection: the row is for the other processes.
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
