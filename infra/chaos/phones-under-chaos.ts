import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildPage } from '../local/page.ts'
import { mutants } from '../mutation/all-mutants.ts'
import { detectedByPhones } from '../mutation/chaos-mutants.ts'
import { createMutatedCopy } from '../mutation/mutated-copy.ts'
import { type PhoneResult, isClean, runPhoneScenario } from './phone-scenario.ts'

/**
 * Sends order requests from a real browser during faults: each POST meets a random fault, browser and API are killed
 * with -9, tabs are reloaded, the network fails and recovers.
 *
 * The promises of the page are compared with the shop's orders and the staff messages. `--seeds 7,11` repeats the same
 * random sequence, not the same milliseconds; `--at-once 2` runs two at a time. `--mutant <slug>` plants one mutation in a
 * copy of the source (infra/decisions/0038-mutation-tests.md): exit code 1 means that the expected count caught it.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: String(Date.now() % 1e6) },
    rounds: { type: 'string', default: '40' },
    'at-once': { type: 'string', default: '1' },
    mutant: { type: 'string' },
  },
})
const seeds = values.seeds.split(',').map(Number)
const rounds = Number(values.rounds)

if (values.mutant) {
  const detectingCount = detectedByPhones[values.mutant]
  const mutant = mutants.find(({ slug }) => slug === values.mutant)
  if (!detectingCount || !mutant) throw new Error(`Known mutants: ${Object.keys(detectedByPhones).join(', ')}`)
  await using copy = await createMutatedCopy(mutant.slug, mutant)
  const args = ['--seeds', values.seeds, '--rounds', values.rounds]
  const output = await copy.run('infra/chaos/phones-under-chaos.ts', args)
  const isDetected = new RegExp(`"${detectingCount}": [1-9]`).test(output)
  process.stdout.write(`${output}${mutant.bug}: ${isDetected ? 'noticed' : 'NOT NOTICED'}\n`)
  process.exitCode = isDetected ? 1 : 0
} else {
  await buildPage()
  let isClean = true
  const queue = seeds.values()
  const runNext = async () => {
    for (const seed of queue) if (!(await runSeed(seed))) isClean = false
  }
  await Promise.all(Array.from({ length: Number(values['at-once']) }, runNext))
  process.exitCode = isClean ? 0 : 1
}

async function runSeed(seed: number): Promise<boolean> {
  const dir = await mkdtemp(join(tmpdir(), 'tsedra-phones-'))
  try {
    const startedAt = Date.now()
    const result: PhoneResult = await runPhoneScenario({ dir, seed, rounds })
    const isGood = isClean(result)
    const seconds = Math.round((Date.now() - startedAt) / 1_000)
    process.stdout.write(`${JSON.stringify({ seed, rounds, ...result, seconds }, null, 1)}\n`)
    process.stdout.write(`phones under chaos: ${isGood ? 'clean' : 'FAILED'} (seed ${seed})\n`)
    return isGood
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
