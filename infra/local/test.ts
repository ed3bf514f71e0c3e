import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findAmtool, findPromtool } from './alert-tools.ts'
import { findCaddy } from './caddy.ts'
import { findChromium, findHeadlessShell } from './chromium.ts'
import { findFirefox } from './firefox.ts'
import { getErrorMessage } from './process.ts'
import { findObjectStore } from './object-store.ts'
import { findRedis } from './redis.ts'
import { root } from './repository.ts'

/** Everything that must hold, cheap things first; a later step runs even when an earlier one failed. */
interface Step {
  name: string
  command: string
  args: string[]
  /** The step is right when the command fails: it runs a planted bug. */
  shouldFail?: boolean
  /** Too slow for every run, or tests the tests: run after a change of what it covers, and before a release. */
  isOnDemand?: boolean
  env?: Record<string, string>
  /** Leaves a processor idle when alone: runs together with adjacent steps of the same group, and prints its output at the end. */
  parallelGroup?: 'building' | 'chaos' | 'drills'
  /** Steps that run before it, also when only this step is requested. */
  prerequisites?: readonly Step[]
}

const getBin = (name: string) => join(root, 'node_modules', '.bin', name)
const node = process.execPath
const unit = { command: getBin('vitest'), args: ['run', '--project', 'server', '--project', 'page'] }
const browser = { command: getBin('playwright'), args: ['test', '-c', 'pwa/e2e/playwright.config.ts'] }
/** With everything that is like its neighbour but for a language, a look or one fault (infra/decisions/0010-start-and-test-commands.md). */
const thoroughEnv = { THOROUGH: '1' }

/** Bytes that must be free in memory: a fifth of a gigabyte was seen to be used, building the S3 server needs more. */
const MIN_SCRATCH_BYTES = 4 * 1024 ** 3

/** Beside what else is built: beside a browser it would take half of what that needs. */
const objectStore: Step = {
  name: 'S3 server',
  command: node,
  args: ['infra/local/build-object-store.ts'],
  parallelGroup: 'building',
}

const caddy: Step = { name: 'Caddy', command: node, args: ['infra/local/build-caddy.ts'], parallelGroup: 'building' }

const alertTools: Step = {
  name: 'alert tools',
  command: node,
  args: ['infra/local/install-alert-tools.ts'],
  parallelGroup: 'building',
}

const unitPrerequisites = [objectStore, caddy, alertTools]

const steps: Step[] = [
  { name: 'format', command: getBin('biome'), args: ['format', '.'] },
  { name: 'lint', command: getBin('oxlint'), args: ['api', 'worker', 'pwa', 'infra'] },
  { name: 'words', command: node, args: ['infra/lint/private-words.ts'] },
  { name: 'layers', command: node, args: ['infra/layers/check.ts'] },
  { name: 'types', command: getBin('tsc'), args: ['-b'], parallelGroup: 'building' },
  {
    name: 'mutation tests of the outbox',
    command: node,
    args: ['infra/chaos/outbox-model.ts', '--mutants', '--runs', '800', '--seed', '7'],
    parallelGroup: 'building',
  },
  { name: 'page build', command: node, args: ['infra/local/build-page.ts'], parallelGroup: 'building' },
  objectStore,
  caddy,
  alertTools,
  { name: 'size budget', command: node, args: ['infra/local/size-budget.ts'] },
  { name: 'unit and database', ...unit, prerequisites: unitPrerequisites },
  {
    name: 'unit and database, thorough',
    ...unit,
    env: thoroughEnv,
    prerequisites: unitPrerequisites,
    isOnDemand: true,
  },
  {
    name: 'mutation tests',
    command: node,
    args: ['infra/mutation/run.ts'],
    isOnDemand: true,
    prerequisites: unitPrerequisites,
  },
  { name: 'browser', ...browser },
  { name: 'browser, thorough', ...browser, env: thoroughEnv, isOnDemand: true },
  {
    name: 'orders under chaos',
    command: node,
    args: ['infra/chaos/orders-under-chaos.ts', '--seconds', '45', '--seed', '20261121'],
    parallelGroup: 'chaos',
  },
  {
    name: 'mutation test of the reconciler',
    command: node,
    args: ['infra/chaos/orders-under-chaos.ts', '--seconds', '15', '--seed', '7', '--mutant'],
    shouldFail: true,
    isOnDemand: true,
  },
  {
    name: 'phones under chaos',
    command: node,
    args: ['infra/chaos/phones-under-chaos.ts', '--seeds', '3,23', '--rounds', '9', '--at-once', '2'],
    parallelGroup: 'chaos',
  },
  { name: 'restore drill', command: getBin('vitest'), args: ['run', '--project', 'drill'], parallelGroup: 'drills' },
  {
    name: 'dependency outages',
    command: node,
    args: ['infra/chaos/resiliency-matrix.ts', 'Redis', 'Telegram'],
    parallelGroup: 'drills',
  },
  {
    name: 'resiliency matrix',
    command: node,
    args: ['infra/chaos/resiliency-matrix.ts'],
    isOnDemand: true,
    prerequisites: [objectStore],
  },
  {
    name: 'edge under attack',
    command: node,
    args: ['infra/chaos/edge-under-attack.ts', '--minutes', '15', '--seed', '20261123'],
    isOnDemand: true,
    prerequisites: [caddy],
  },
  { name: 'rolling restarts', command: node, args: ['infra/chaos/rolling-restarts.ts'], isOnDemand: true },
  { name: 'previous release', command: node, args: ['infra/drills/previous-release.ts'], isOnDemand: true },
  { name: 'Kubernetes drill', command: node, args: ['infra/kubernetes/drill.ts'], isOnDemand: true },
]

const print = (text: string) => console.log(text)
const scratchDir = createScratchDir()
process.once('exit', () => rmSync(scratchDir, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const stepResults: { name: string; passed: boolean; seconds: number; failureLines: string[] }[] = []

const requestedSteps = process.argv.slice(2)
const unknownStep = requestedSteps.find((name) => !steps.some((step) => step.name === name))
if (unknownStep !== undefined) {
  const stepNames = steps.map(({ name, isOnDemand }) => `  "${name}"${isOnDemand ? '  when asked for' : ''}\n`).join('')
  if (unknownStep !== 'help') console.error(`There is no step "${unknownStep}".`)
  print(`npm test -- <step> <step> …\n${stepNames}`)
  process.exit(unknownStep === 'help' ? 0 : 1)
}

try {
  findRedis(print)
  process.env['CHROMIUM'] = findChromium(print)
  process.env['HEADLESS_SHELL'] = findHeadlessShell(print)
  process.env['FIREFOX'] = findFirefox(print)
} catch (error) {
  console.error(getErrorMessage(error))
  process.exit(1)
}
// The compiler trusts timestamps of its notes, and a checkout makes files that look older than they are.
for (const program of [
  'api/contract',
  'api/database',
  'api/service',
  'api',
  'worker',
  'pwa',
  'pwa/src/sw',
  'pwa/build',
  'infra',
  'infra/bench',
  'infra/fakes',
  'infra/production',
  'pwa/e2e',
  'pwa/e2e/harness',
]) {
  rmSync(join(root, program, 'node_modules/.tsc'), { recursive: true, force: true })
}
rmSync(join(root, 'pwa/node_modules/.tsc-test'), { recursive: true, force: true })

const isSelected = ({ name, isOnDemand }: Step) =>
  requestedSteps.length === 0 ? !isOnDemand : requestedSteps.includes(name)
const prerequisiteSteps = new Set(steps.filter(isSelected).flatMap(({ prerequisites: needs = [] }) => needs))
const selected = steps.filter((step) => isSelected(step) || prerequisiteSteps.has(step))
for (const group of groupSteps(selected)) await Promise.all(group.map(runStep))

print('\n')
for (const { name, passed, seconds } of stepResults)
  print(`${passed ? '✓' : '✗'} ${name.padEnd(42)} ${seconds.toFixed(0).padStart(4)} s`)
if (prerequisiteSteps.has(objectStore))
  print(`\nS3: ${findObjectStore() ?? 'A FAKE, anonymous access untested (reason: above)'}`)
if (prerequisiteSteps.has(caddy))
  print(`Caddy: ${findCaddy() ?? 'MISSING, the production edge is not tested (why: above)'}`)
if (prerequisiteSteps.has(alertTools)) {
  print(`promtool: ${findPromtool() ?? 'MISSING, the alert rules are not evaluated (why: above)'}`)
  print(`amtool: ${findAmtool() ?? 'MISSING, the messages of alerts are not rendered (why: above)'}`)
}
const failedResults = stepResults.filter(({ passed }) => !passed)
// A log of an hour is often cut, and read from its end.
for (const { name, failureLines } of failedResults) print(`\n✗ ${name}\n${failureLines.join('\n')}`)
print(`\n${stepResults.length - failedResults.length} passed, ${failedResults.length} failed`)
process.exit(failedResults.length > 0 ? 1 : 0)

/** Where tests keep what they make: hundreds of databases, in memory where there is much of it. */
function createScratchDir(): string {
  const memoryFolder = '/dev/shm'
  const isRoomy = existsSync(memoryFolder) && getFreeBytes(memoryFolder) >= MIN_SCRATCH_BYTES
  return mkdtempSync(join(isRoomy ? memoryFolder : tmpdir(), 'tsedra-tests-'))
}

function getFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Steps of one word run together with the ones right before and after them, every other one alone. */
function groupSteps(selectedSteps: readonly Step[]): Step[][] {
  const grouped: Step[][] = []
  for (const step of selectedSteps) {
    const lastGroup = grouped.at(-1)
    if (step.parallelGroup && lastGroup?.[0]?.parallelGroup === step.parallelGroup) lastGroup.push(step)
    else grouped.push([step])
  }
  return grouped
}

async function runStep(step: Step): Promise<void> {
  const startedAt = Date.now()
  if (!step.parallelGroup) print(`\n── ${step.name}`)
  const { isSuccess, output } = await spawnStep(step)
  const passed = isSuccess !== (step.shouldFail ?? false)
  stepResults.push({
    name: step.name,
    passed,
    seconds: (Date.now() - startedAt) / 1000,
    failureLines: findFailureLines(output),
  })
}

/** Captures the output of a step unless stdout is a terminal, which gets it directly and with colours. */
function spawnStep({ name, command, args, parallelGroup, env }: Step): Promise<{ isSuccess: boolean; output: string }> {
  return new Promise((resolve) => {
    if (!existsSync(command)) {
      console.error(`${command} is not installed`)
      return resolve({ isSuccess: false, output: '' })
    }
    const isCaptured = parallelGroup !== undefined || !process.stdout.isTTY
    const child = spawn(command, args, {
      cwd: root,
      stdio: isCaptured ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, CI: process.env['CI'] ?? '', TMPDIR: scratchDir, ...env },
    })
    const chunks: Buffer[] = []
    const collect = (chunk: Buffer) => {
      chunks.push(chunk)
      if (!parallelGroup) process.stdout.write(chunk)
    }
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    child.once('error', () => resolve({ isSuccess: false, output: '' }))
    child.once('close', (code) => {
      const output = Buffer.concat(chunks).toString()
      if (parallelGroup) print(`\n── ${name}\n${output}`)
      resolve({ isSuccess: code === 0, output })
    })
  })
}

/** The lines that name what failed, as the test runners and our campaigns write them. */
function findFailureLines(output: string): string[] {
  const lines = stripVTControlCharacters(output).split('\n')
  return lines.filter((line) => /^\s*(✗|✘|×|FAIL|\d+\) \[|\w*Error:)|FAILED|error TS/.test(line)).slice(0, 40)
}
