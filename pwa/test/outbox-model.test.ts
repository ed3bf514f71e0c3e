import { test } from 'vitest'
import { runScenarios } from './outbox-model.ts'

/** infra/chaos/outbox-model.ts runs 5,000, also against mutants. */
const RUNS = 400
const SEED = 7

test(
  `I1 I2 I3 I4 I5 I6 I7 I8 I9 I11 I13: directed and ${RUNS} random scenarios violate no invariant of the outbox`,
  {
    timeout: 600_000,
  },
  () => runScenarios({ runs: RUNS, seed: SEED }),
)
