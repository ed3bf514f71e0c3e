import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { root } from '../local/repository.ts'
import { mutants } from './all-mutants.ts'
import { findCatchingTests } from './catching-tests.ts'
import { findTestMarkers } from './markers.ts'
import type { Mutant } from './mutant.ts'
import { createMutatedCopy } from './mutated-copy.ts'
import { plantMutant } from './mutate.ts'

/**
 * Plants the bugs one at a time in a copy of the repository and runs the tests marked as catching them: they pass without a bug,
 * and at least one must fail with it.
 *
 * `--only order,cart` takes the mutants whose slug contains one of the words, `--tests simulation` only tests in files whose
 * path contains the word, `--shard 1/3` a third of them.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    tests: { type: 'string', default: '' },
    shard: { type: 'string', default: '1/1' },
  },
})
const [shardIndex = 1, shardCount = 1] = values.shard.split('/').map(Number)
const slugFilters = values.only.split(',')
const testMarkers = findTestMarkers(root).filter(({ file }) => file.includes(values.tests))
const testedSlugs = new Set(testMarkers.map(({ slug }) => slug))
const selectedMutants = mutants
  .filter(({ slug }) => testedSlugs.has(slug))
  .filter(({ slug }) => slugFilters.some((word) => slug.includes(word)))
  .filter((_, index) => index % shardCount === shardIndex - 1)
await using copy = await createMutatedCopy(`shard-${shardIndex}`)
const sound = await runTests(selectedMutants)
if (sound.failed > 0) throw new Error(`A marked test fails without any mutant:\n${sound.output.slice(-4_000)}`)
const survivors: string[] = []
for (const mutant of selectedMutants) {
  const startedAt = Date.now()
  const removeMutant = await plantMutant(copy.directory, mutant)
  const { failed, ran } = await runTests([mutant])
  await removeMutant()
  const outcome = failed > 0 ? 'caught' : `NOT CAUGHT (${ran} tests ran)`
  process.stdout.write(
    `${failed > 0 ? '✓' : '✗'} ${mutant.slug}: ${outcome}: ${mutant.bug} (${formatSeconds(startedAt)} s)\n`,
  )
  if (failed === 0) survivors.push(mutant.slug)
}
process.stdout.write(
  `mutation tests: ${selectedMutants.length - survivors.length} of ${selectedMutants.length} caught ${survivors.join(', ')}\n`,
)
process.exitCode = survivors.length > 0 || selectedMutants.length === 0 ? 1 : 0

/** Runs the tests that must catch the mutants, up to the first that fails. @throws when none could run */
async function runTests(all: readonly Mutant[]): Promise<{ failed: number; ran: number; output: string }> {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const report = join(copy.directory, 'report.json')
  await rm(report, { force: true })
  const tests = all.flatMap(({ slug }) => findCatchingTests(copy.directory, slug, testMarkers))
  const files = [...new Set(tests.map(({ file }) => file))]
  const projects = new Set(files.map((file) => (file.startsWith('pwa/') ? 'page' : 'server')))
  const args = [vitest, 'run', ...[...projects].flatMap((project) => ['--project', project]), ...files]
  args.push('--bail', '1', '--reporter', 'default', '--reporter', 'json', '--outputFile', report)
  args.push('-t', [...new Set(tests.map(({ title }) => title))].join('|'))
  const child = spawn(process.execPath, args, { cwd: copy.directory, stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  try {
    const summary = JSON.parse(await readFile(report, 'utf8')) as Record<string, number>
    const { numFailedTests: failed, numPassedTests: passed } = summary
    if (failed === undefined || passed === undefined || failed + passed === 0) throw new Error('no test ran')
    return { failed, ran: failed + passed, output }
  } catch (cause) {
    throw new Error(
      `The tests of ${all.map(({ slug }) => slug).join(', ')} did not run\n${output.slice(-2_000)}\n${errors.slice(-2_000)}`,
      { cause },
    )
  }
}

function formatSeconds(since: number): string {
  return ((Date.now() - since) / 1_000).toFixed(1)
}
