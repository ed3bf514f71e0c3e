import type { Knex } from 'knex'

/** Who acts: a person of the staff, or, without an id, whoever acts in that role from elsewhere (`telegram`). */
export interface Actor {
  id: string | null
  role: string
}

export interface AuditEntry {
  /** What was done, as `thing.happened`: `product.changed`. */
  action: `${string}.${string}`
  /** Of what it was done to; left out for a list. */
  id?: string
  /** Left out for what is new. */
  before?: Readonly<Record<string, unknown>>
  /** Left out for what is gone. */
  after?: Readonly<Record<string, unknown>>
}

/** A longer list goes in parts: Postgres takes 65,535 values in a statement. */
const INSERT_BATCH_SIZE = 1_000

/**
 * Writes down what staff did, in the transaction that does it; of a change only what differs.
 *
 * Lines are never changed; @tsedra/database/retention takes them away after a year.
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

/** The fields that the other one has differently; all of them when there is no other one. */
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
