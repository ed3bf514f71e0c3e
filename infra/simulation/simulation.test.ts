import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { testDatabase } from '../../api/test/database.ts'

const SEED = 7
const program = fileURLToPath(new URL('simulate.ts', import.meta.url))

/** Runs the simulation in processes of its own, because it replaces global timers. */
async function simulate(submits: number, seed: number): Promise<{ code: number | null; output: string }> {
  await using first = await testDatabase()
  await using second = await testDatabase()
  const args = [program, '--submits', `${submits}`, '--seed', `${seed}`, '--databases', `${first.url},${second.url}`]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await exit, output: output + errors }
}

const readHash = (output: string): string | undefined => /hash ([0-9a-f]+)/.exec(output)?.[1]

// catches mutation: only-our-200-counts, body-kept-until-sent, same-id-on-retry, body-never-rebuilt, next-run-scheduled
// catches mutation: order-id-known, order-job-in-statement, early-cancel-uses-id-up, only-pending-order-cancelled
// catches mutation: cancelled-id-marked
test('I1 I2 I3 I4 I5 I6 I8 I9 I10 I11: 2,000 simulated submits under faults violate no invariant', async () => {
  const { code, output } = await simulate(2_000, SEED)

  expect(output).toContain('nothing lost, doubled or changed')
  expect(Number(/(\d+) % faulted/.exec(output)?.[1])).toBeGreaterThanOrEqual(30)
  expect(code).toBe(0)
}, 600_000)

test('simulation: the same seed repeats the same events, another one does not', async () => {
  const [first, second, other] = [await simulate(240, SEED), await simulate(240, SEED), await simulate(240, SEED + 1)]

  expect(readHash(first.output)).toMatch(/^[0-9a-f]{16}$/)
  expect(readHash(second.output)).toBe(readHash(first.output))
  expect(readHash(other.output)).not.toBe(readHash(first.output))
}, 600_000)
