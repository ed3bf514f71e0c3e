import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { testDatabase } from '../../api/test/database.ts'

const SEED = 7
const program = fileURLToPath(new URL('simulate.ts', import.meta.url))

interface Run {
  code: number | null
  output: string
}

/** Runs the simulation in processes of its own, because it replaces global timers: one for each database. */
async function run(options: string, databases: string[], env: NodeJS.ProcessEnv = {}): Promise<Run> {
  const args = [program, ...options.split(' '), '--databases', databases.join()]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await exit, output: output + errors }
}

async function simulate(submits: number, seed: number): Promise<Run> {
  await using first = await testDatabase()
  await using second = await testDatabase()
  return await run(`--submits ${submits} --seed ${seed}`, [first.url, second.url])
}

const readHash = (output: string): string | undefined => /hash ([0-9a-f]+)/.exec(output)?.[1]

// catches mutation: only-our-200-counts, body-kept-until-sent, same-id-on-retry, body-never-rebuilt, next-run-scheduled
// catches mutation: order-id-known, order-job-in-statement, early-cancel-uses-id-up, only-pending-order-cancelled
// catches mutation: cancelled-id-marked
test('I1 I2 I3 I4 I5 I6 I8 I9 I10 I11: 2,000 simulated submits under faults violate no invariant', async () => {
  const { code, output } = await simulate(2_000, SEED)

  expect(output).toContain('nothing lost, doubled or changed')
  expect(output).toContain('17 of 17 worlds: 2000 submits')
  expect(Number(/(\d+) % faulted/.exec(output)?.[1])).toBeGreaterThanOrEqual(30)
  expect(code).toBe(0)
}, 600_000)

test('simulation: the same seed repeats the same events, another one does not', async () => {
  const [first, second, other] = [await simulate(240, SEED), await simulate(240, SEED), await simulate(240, SEED + 1)]

  expect(readHash(first.output)).toMatch(/^[0-9a-f]{16}$/)
  expect(readHash(second.output)).toBe(readHash(first.output))
  expect(readHash(other.output)).not.toBe(readHash(first.output))
}, 600_000)

test('simulation: `--world` runs a world with as many submits as it has in the whole run', async () => {
  await using database = await testDatabase()

  const { output } = await run('--submits 130 --seed 7 --world 1', [database.url])

  expect(output).toContain('1 of 1 worlds: 10 submits')
})

test('simulation: a run that ends before all worlds have run does not succeed', async () => {
  await using database = await testDatabase()

  const { code, output } = await run('--submits 130 --seed 7 --minutes 0.02', [database.url])

  expect(output).toMatch(/simulation: INCOMPLETE, [01] of 2 worlds \(seed 7\)/)
  expect(output).not.toContain('nothing lost')
  expect(code).toBe(1)
})

test('simulation: a failure prints its seed, world and log, and the command that repeats it', async () => {
  await using database = await testDatabase()
  await database.db.raw('ALTER TABLE job_outbox RENAME payload TO renamed')

  const { code, output } = await run('--submits 130 --seed 7 --world 1', [database.url])

  expect(output).toContain('repeat it: npm run simulate -- --submits 130 --seed 7 --world 1\n')
  expect(output).toMatch(/world 1 of seed 7: \S+seed-7-world-1\.log/)
  expect(code).toBe(1)
})

test.for([
  ['a process that is killed', "process.kill(process.pid, 'SIGKILL')", 'ended with SIGKILL', 'no log'],
  [
    'an error that nothing awaits',
    "Promise.reject(new Error('not awaited by anything'))",
    'not awaited by anything',
    'seed-7-world-0.log',
  ],
])('simulation: %s fails its world', async ([, fault, violation, log]) => {
  await using database = await testDatabase()
  const faulty = `data:text/javascript,process.send && process.on('message', () => { setTimeout(() => ${fault}, 200) })`

  const { code, output } = await run('--submits 130 --seed 7 --world 0', [database.url], {
    NODE_OPTIONS: `--import="${faulty}"`,
  })

  expect(output).toContain(violation)
  expect(output).toMatch(new RegExp(`world 0 of seed 7: .*${log}\n`))
  expect(output).toContain('repeat it: npm run simulate -- --submits 130 --seed 7 --world 0\n')
  expect(output).toContain('simulation: FAILED (seed 7)')
  expect(code).toBe(1)
})
