import type { Knex } from 'knex'

/** The acting user; without an id, a caller with that role from elsewhere (`telegram`). */
export interface Actor {
  id: string | null
  role: string
}

export interface AuditEntry {
  /** The action as `entity.event`: `product.changed`. */
  action: `${string}.${string}`
  /** Id of the changed entity; absent for a list. */
  id?: string
  /** Absent for a new entity. */
  before?: Readonly<Record<string, unknown>>
  /** Absent for a deleted entity. */
  after?: Readonly<Record<string, unknown>>
}

/** Longer lists are inserted in batches: Postgres accepts 65,535 values per statement. */
const INSERT_BATCH_SIZE = 1_000

/**
 * Records an action of staff, in the transaction of the action; of a change, only the differences.
 *
 * Lines are immutable; @tsedra/database/retention deletes them after a year.
 */
export async function audit(trx: Knex.Transaction, actor: Actor, ...entries: AuditEntry[]): Promise<void> {
  const rows = entries.map(({ action, id = null, before, after }) => ({
    user_id: actor.id,
    actor: actor.role,
    action,
    thing_id: id,
    before: before && pickDifferences(before, after),
    after: after && pickDifferences(after, before),
  }))
  for (let from = 0; from < rows.length; from += INSERT_BATCH_SIZE) {
    await trx('audit_log').insert(rows.slice(from, from + INSERT_BATCH_SIZE))
  }
}

/** Returns the fields that differ from the other version; all of them without another version. */
function pickDifferences(
  values: Readonly<Record<string, unknown>>,
  otherValues: Readonly<Record<string, unknown>> | undefined,
) {
  const fields = Object.entries(values)
  const differences = otherValues
    ? fields.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(otherValues[name]))
    : fields
  return Object.fromEntries(differences)
}
