import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildPage } from '../local/page.ts'
import { mutants } from '../mutation/all-mutants.ts'
import { noticedByPhones } from '../mutation/chaos-mutants.ts'
import { mutatedCopy } from '../mutation/mutated-copy.ts'
import { type PhoneVerdict, isUnbroken, phoneUnderChaos } from './phone-story.ts'

/**
 * Order requests from a real browser while everything between it and the shop dies: each POST meets a random fault, the
 * browser and the API are killed with -9, tabs are reloaded, the network goes and comes.
 *
 * What the page promised is compared with what the shop has and what staff were told. `--seeds 7,11` repeats the same
 * dice, though not the same milliseconds; `--at-once 2` runs two at a time. `--mutant <slug>` plants one bug in a
 * copy of the source (infra/decisions/0038-mutation-tests.md): exit code 1 means that the expected count noticed it.
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
  const count = noticedByPhones[values.mutant]
  const mutant = mutants.find(({ slug }) => slug === values.mutant)
  if (!count || !mutant) throw new Error(`Known mutants: ${Object.keys(noticedByPhones).join(', ')}`)
  await using copy = await mutatedCopy(mutant.slug, mutant)
  const args = ['--seeds', values.seeds, '--rounds', values.rounds]
  const output = await copy.run('infra/campaigns/phones-under-chaos.ts', args)
  const noticed = new RegExp(`"${count}": [1-9]`).test(output)
  process.stdout.write(`${output}${mutant.bug}: ${noticed ? 'noticed' : 'NOT NOTICED'}\n`)
  process.exitCode = noticed ? 1 : 0
} else {
  await buildPage()
  let clean = true
  const queue = seeds.values()
  const lane = async () => {
    for (const seed of queue) if (!(await tell(seed))) clean = false
  }
  await Promise.all(Array.from({ length: Number(values['at-once']) }, lane))
  process.exitCode = clean ? 0 : 1
}

async function tell(seed: number): Promise<boolean> {
  const dir = await mkdtemp(join(tmpdir(), 'tsedra-phones-'))
  try {
    const startedAt = Date.now()
    const verdict: PhoneVerdict = await phoneUnderChaos({ dir, seed, rounds })
    const good = isUnbroken(verdict)
    const seconds = Math.round((Date.now() - startedAt) / 1_000)
    process.stdout.write(`${JSON.stringify({ seed, rounds, ...verdict, seconds }, null, 1)}\n`)
    process.stdout.write(`phones under chaos: ${good ? 'clean' : 'NOT CLEAN'} (seed ${seed})\n`)
    return good
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
