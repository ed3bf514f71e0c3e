import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildPage } from '../local/page.ts'
import { plantedCopy } from './planted-copy.ts'
import { type PhoneVerdict, isUnbroken, phoneUnderChaos } from './phone-story.ts'
import { phoneMutants } from './phone-mutants.ts'

/**
 * Order requests from a real browser while everything between it and the shop dies: each POST meets a random fault, the
 * browser and the API are killed with -9, tabs are reloaded, the network goes and comes.
 *
 * What the page promised is compared with what the shop has and what staff were told. `--seeds 7,11` repeats the same
 * dice, though not the same milliseconds; `--at-once 2` runs two at a time. `--mutant <name>` plants one bug in a copy of the source and must fail:
 * exit code 1 says that it was noticed as what it is.
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
  const mutant = phoneMutants[values.mutant]
  if (!mutant) throw new Error(`There is no mutant "${values.mutant}": ${Object.keys(phoneMutants).join(', ')}`)
  await using copy = await plantedCopy(values.mutant, mutant)
  const args = ['--seeds', values.seeds, '--rounds', values.rounds]
  const said = await copy.run('infra/campaigns/phones-under-chaos.ts', args)
  const noticed = new RegExp(`"${mutant.noticedAs}": [1-9]`).test(said)
  process.stdout.write(`${said}${mutant.bug}: ${noticed ? 'noticed' : 'NOT NOTICED'}\n`)
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
