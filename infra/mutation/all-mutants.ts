import { accountMutants } from './account-mutants.ts'
import { botMutants } from './bot-mutants.ts'
import { catalogueMutants } from './catalogue-mutants.ts'
import { serverMutants } from './chaos-mutants.ts'
import type { Mutant } from './mutant.ts'
import { operationMutants } from './operation-mutants.ts'
import { orderMutants } from './order-mutants.ts'
import { outboxMutants } from './outbox-mutants.ts'
import { pageMutants } from './page-mutants.ts'
import { requestMutants } from './request-mutants.ts'
import { simulationMutants } from './simulation-mutants.ts'

/** Caught by the tests marked "catches mutation: <slug>" (infra/mutation/run.ts). */
export const testMutants: readonly Mutant[] = [
  ...accountMutants,
  ...requestMutants,
  ...pageMutants,
  ...botMutants,
  ...catalogueMutants,
  ...orderMutants,
  ...operationMutants,
  ...simulationMutants,
]

/** Caught by the random stories of the outbox (infra/chaos/outbox-model.ts) or by phones under chaos, many by tests too. */
export const modelMutants: readonly Mutant[] = [...outboxMutants, ...serverMutants]

export const mutants: readonly Mutant[] = [...testMutants, ...modelMutants]
