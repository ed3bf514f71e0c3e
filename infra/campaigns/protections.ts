import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { root } from '../local/repository.ts'
import { plant, plantedCopy } from './planted-copy.ts'
import type { ProtectionMutant } from './protection-mutant.ts'
import { protectionMutants } from './protection-mutants.ts'

/**
 * Takes the protections of server and phone away, one at a time, in a copy of the repository: the tests named beside each must
 * notice. `--only state` tries those whose name has the word, `--shard 1/3` a third of them.
 */
const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, shard: { type: 'string', default: '1/1' } },
})
const [part = 1, parts = 1] = values.shard.split('/').map(Number)
const wanted = protectionMutants
  .filter(({ bug }) => bug.includes(values.only))
  .filter((_, place) => place % parts === part - 1)
await using copy = await plantedCopy(`protections-${part}`, { bug: 'none', changes: [] })
const survivors: string[] = []
for (const mutant of wanted) {
  const startedAt = Date.now()
  const takeOut = await plant(copy.directory, mutant)
  const { failed, ran } = await runTests(mutant)
  await takeOut()
  const verdict = failed > 0 ? `${failed} of ${ran} tests notice` : `NOBODY NOTICES (${ran} tests ran)`
  process.stdout.write(`${failed > 0 ? '✓' : '✗'} ${mutant.bug}: ${verdict} (${seconds(startedAt)} s)\n`)
  if (failed === 0) survivors.push(mutant.bug)
}
process.stdout.write(`protections: ${wanted.length - survivors.length} of ${wanted.length} missed when they are gone\n`)
process.exitCode = survivors.length > 0 || wanted.length === 0 ? 1 : 0

/** How many of the named tests ran in the copy, and how many went red. @throws when none could run */
async function runTests({ bug, file, titles }: ProtectionMutant): Promise<{ failed: number; ran: number }> {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const report = join(copy.directory, 'report.json')
  await rm(report, { force: true })
  const project = file.startsWith('pwa/') ? 'page' : 'server'
  const args = [vitest, 'run', '--project', project, '--reporter', 'json', '--outputFile', report, file, '-t', titles]
  const child = spawn(process.execPath, args, { cwd: copy.directory, stdio: ['ignore', 'pipe', 'pipe'] })
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)])
  try {
    const summary = JSON.parse(await readFile(report, 'utf8')) as Record<string, number>
    const { numFailedTests: failed, numPassedTests: passed } = summary
    if (failed === undefined || passed === undefined || failed + passed === 0) throw new Error('no test ran')
    return { failed, ran: failed + passed }
  } catch (cause) {
    throw new Error(`"${bug}": the tests did not run\n${said.slice(-2_000)}\n${complained.slice(-2_000)}`, { cause })
  }
}

function seconds(since: number): string {
  return ((Date.now() - since) / 1_000).toFixed(1)
}
