import { spawn } from 'node:child_process'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { root } from '../local/repository.ts'
import { findSourceMarkers } from '../mutation/markers.ts'
import type { Mutant } from '../mutation/mutant.ts'
import { applyMutant } from '../mutation/mutate.ts'
import { outboxMutants } from '../mutation/outbox-mutants.ts'

/**
 * Runs random scenarios of the phone's outbox (pwa/test/outbox-model.ts), many more than the unit test.
 *
 * `--mutants` runs them on copies of the outbox with one mutation each: every mutant must be caught.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5000' },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
    mutants: { type: 'boolean', default: false },
    source: { type: 'string', default: join(root, 'pwa') },
  },
})
const runs = Number(values.runs)
const seed = Number(values.seed)
/** Where copies with a planted bug lie while they are tried. */
const mutantsDir = join(root, '.local', 'mutants')
const markers = values.mutants ? findSourceMarkers(root) : []

/** The model belongs to the page's program; this is what it offers. */
interface OutboxModel {
  runScenarios: (options: { runs: number; seed: number; shortest: boolean }) => Promise<void>
}

process.exitCode = (await (values.mutants ? runMutationTests() : runModel(values.source))) ? 0 : 1

async function runModel(source: string): Promise<boolean> {
  // Timers that only time out do not keep a process alive, and the stories wait for them.
  const keepAlive = setInterval(() => {}, 1_000)
  const startedAt = Date.now()
  try {
    const { runScenarios } = (await import(pathToFileURL(join(source, 'test/outbox-model.ts')).href)) as OutboxModel
    await runScenarios({ runs, seed, shortest: !source.includes(mutantsDir) })
    printLine(
      `outbox model: ${runs} stories, nothing lost, doubled or untrue (seed ${seed}, ${secondsSince(startedAt)} s)`,
    )
    return true
  } catch (error) {
    const { message, cause } = error as Error
    printLine(`${message}\n${cause instanceof Error ? cause.message : ''}\noutbox model: BROKEN (seed ${seed})`)
    return false
  } finally {
    clearInterval(keepAlive)
    // A story that went wrong may have left a tab waiting for ever.
    setImmediate(() => process.exit())
  }
}

async function runMutationTests(): Promise<boolean> {
  const survivors: string[] = []
  for (const mutant of outboxMutants) {
    const startedAt = Date.now()
    const failedScenario = await findFailingScenario(mutant)
    printLine(
      `${failedScenario ? '✓' : '✗'} ${mutant.slug}: ${mutant.bug} — ${failedScenario ?? 'NOT FOUND'} (${secondsSince(startedAt)} s)`,
    )
    if (!failedScenario) survivors.push(mutant.slug)
  }
  printLine(
    `outbox mutants: ${outboxMutants.length - survivors.length} of ${outboxMutants.length} found (seed ${seed})`,
  )
  return survivors.length === 0
}

/** Returns the story that failed in a copy of the outbox with the bug in it; undefined when all passed. */
async function findFailingScenario(mutant: Mutant): Promise<string | undefined> {
  // Inside the repository, so that the copy finds its packages.
  const folder = join(mutantsDir, mutant.slug)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  // The outbox imports from nowhere else, as far as the model needs it.
  for (const path of ['src/outbox', 'src/shared', 'test'])
    await cp(join(root, 'pwa', path), join(folder, path), { recursive: true })
  for (const [file, text] of applyMutant(root, mutant, markers)) {
    await writeFile(join(folder, relative('pwa', file)), text)
  }
  const { code, output } = await runChild(['--source', folder, '--runs', values.runs, '--seed', values.seed])
  await rm(folder, { recursive: true, force: true })
  if (code === 0) return undefined
  const [, scenarioNumber, scenarioName] = /after (\d+) tests|^The scenario "(.+)" failed/m.exec(output) ?? []
  const scenario = scenarioName ? `“${scenarioName}”` : scenarioNumber
  const violation = /^(?:I\d+ )?[^\n{[]*(?=: [[{"])/m.exec(output.split('\n\n').at(-1) ?? '')?.[0]
  if (!scenario) throw new Error(`"${mutant.slug}" broke the stories themselves:\n${output}`)
  return `story ${scenario}${violation ? `: ${violation}` : ''}`
}

function runChild(args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [fileURLToPath(import.meta.url), ...args])
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()))
    child.once('close', (code) => resolve({ code, output }))
  })
}

function printLine(text: string): void {
  process.stdout.write(`${text}\n`)
}

function secondsSince(startedAt: number): string {
  return ((Date.now() - startedAt) / 1_000).toFixed(0)
}
