import { condition, mutant, type Mutant, remove, replace } from './mutant.ts'

/** Caught by the deterministic simulation (infra/decisions/0052-deterministic-simulation.md). */
export const simulationMutants: readonly Mutant[] = [
  mutant(
    'early-cancel-uses-id-up',
    'a copy of an order that arrives after its cancel is placed',
    replace('() => $insertCancel($trx, $id)', 'async () => true'),
  ),
  mutant('only-pending-order-cancelled', 'a customer cancels a confirmed order', replace("$from: 'pending',", '')),
  mutant('cancelled-id-marked', 'a repeated request returns a cancelled order as placed', remove()),
  mutant(
    'order-job-in-statement',
    'an order is stored without the job that notifies staff',
    replace('?::boolean FROM placed UNION', '?::boolean FROM placed WHERE false UNION'),
  ),
  mutant(
    'body-never-rebuilt',
    'a retry sends another body under the same id',
    replace(
      '{ $id, $v, $bodyJson, $attempt,',
      '{ $id, $v, $bodyJson: $attempt > 1 ? $bodyJson.replace(\'"quantity":1\', \'"quantity":2\') : $bodyJson, $attempt,',
    ),
  ),
  mutant('next-run-scheduled', 'a failed request waits until the page is opened again', condition(false)),
]
