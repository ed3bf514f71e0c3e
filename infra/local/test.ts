import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findCaddy } from './caddy.ts'
import { findChromium, findHeadlessShell } from './chromium.ts'
import { findFirefox } from './firefox.ts'
import { messageOf } from './process.ts'
import { findObjectStore } from './object-store.ts'
import { findRedis } from './redis.ts'
import { root } from './repository.ts'

/** Everything that must hold, cheap things first; a later step runs even when an earlier one failed. */
interface Step {
  name: string
  command: string
  args: string[]
  /** The step is right when the command fails: it runs a planted bug. */
  mustFail?: boolean
  /** It takes too long for every time, or judges the tests: run by whoever changes what it is about, and before a release. */
  onlyAsked?: boolean
  env?: Record<string, string>
  /** It leaves a processor idle, alone: it runs together with its neighbours of the same word, and says everything at its end. */
  together?: 'building' | 'chaos' | 'drills'
  /** Steps that run before it, even when only it is asked for. */
  needs?: readonly Step[]
}

const bin = (name: string) => join(root, 'node_modules', '.bin', name)
const node = process.execPath
const unit = { command: bin('vitest'), args: ['run', '--project', 'server', '--project', 'page'] }
const browser = { command: bin('playwright'), args: ['test', '-c', 'pwa/e2e/playwright.config.ts'] }
/** With everything that is like its neighbour but for a language, a look or one fault (infra/decisions/0010-start-and-test-commands.md). */
const thorough = { THOROUGH: '1' }

/** Bytes that must be free in memory: a fifth of a gigabyte was seen to be used, building the S3 server needs more. */
const SCRATCH_BYTES = 4 * 1024 ** 3

/** Beside what else is built: beside a browser it would take half of what that needs. */
const objectStore: Step = {
  name: 'S3 server',
  command: node,
  args: ['infra/local/build-object-store.ts'],
  together: 'building',
}

const caddy: Step = { name: 'Caddy', command: node, args: ['infra/local/build-caddy.ts'], together: 'building' }

const steps: Step[] = [
  { name: 'format', command: bin('biome'), args: ['format', '.'] },
  { name: 'lint', command: bin('oxlint'), args: ['api', 'worker', 'pwa', 'infra'] },
  { name: 'layers', command: node, args: ['infra/layers/check.ts'] },
  { name: 'types', command: bin('tsc'), args: ['-b'], together: 'building' },
  {
    name: 'mutation tests of the outbox',
    command: node,
    args: ['infra/campaigns/outbox-model.ts', '--mutants', '--runs', '800', '--seed', '7'],
    together: 'building',
  },
  { name: 'page build', command: node, args: ['infra/local/build-page.ts'], together: 'building' },
  objectStore,
  caddy,
  { name: 'size budget', command: node, args: ['infra/local/size-budget.ts'] },
  { name: 'unit and database', ...unit, needs: [objectStore, caddy] },
  { name: 'unit and database, thorough', ...unit, env: thorough, needs: [objectStore, caddy], onlyAsked: true },
  {
    name: 'mutation tests',
    command: node,
    args: ['infra/mutation/run.ts'],
    onlyAsked: true,
    needs: [objectStore, caddy],
  },
  { name: 'browser', ...browser },
  { name: 'browser, thorough', ...browser, env: thorough, onlyAsked: true },
  {
    name: 'orders under chaos',
    command: node,
    args: ['infra/campaigns/orders-under-chaos.ts', '--seconds', '45', '--seed', '20261121'],
    together: 'chaos',
  },
  {
    name: 'orders under chaos, reconciler removed',
    command: node,
    args: ['infra/campaigns/orders-under-chaos.ts', '--seconds', '15', '--seed', '7', '--mutant'],
    mustFail: true,
    onlyAsked: true,
  },
  {
    name: 'phones under chaos',
    command: node,
    args: ['infra/campaigns/phones-under-chaos.ts', '--seeds', '3,23', '--rounds', '9', '--at-once', '2'],
    together: 'chaos',
  },
  { name: 'restore drill', command: bin('vitest'), args: ['run', '--project', 'drill'], together: 'drills' },
  {
    name: 'helpers away',
    command: node,
    args: ['infra/campaigns/resiliency-matrix.ts', 'Redis', 'Telegram'],
    together: 'drills',
  },
  {
    name: 'resiliency matrix',
    command: node,
    args: ['infra/campaigns/resiliency-matrix.ts'],
    onlyAsked: true,
    needs: [objectStore],
  },
  {
    name: 'hostile edge',
    command: node,
    args: ['infra/campaigns/hostile-edge.ts', '--minutes', '15', '--seed', '20261123'],
    onlyAsked: true,
    needs: [caddy],
  },
  { name: 'rolling restarts', command: node, args: ['infra/campaigns/rolling-restarts.ts'], onlyAsked: true },
  { name: 'former release', command: node, args: ['infra/campaigns/former-release.ts'], onlyAsked: true },
]

const say = (text: string) => console.log(text)
const scratch = scratchFolder()
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const results: { name: string; passed: boolean; seconds: number; complaints: string[] }[] = []

const only = process.argv.slice(2)
const unknown = only.find((name) => !steps.some((step) => step.name === name))
if (unknown !== undefined) {
  const names = steps.map(({ name, onlyAsked }) => `  "${name}"${onlyAsked ? '  when asked for' : ''}\n`).join('')
  if (unknown !== 'help') console.error(`There is no step "${unknown}".`)
  say(`npm test -- <step> <step> …\n${names}`)
  process.exit(unknown === 'help' ? 0 : 1)
}

try {
  findRedis(say)
  process.env['CHROMIUM'] = findChromium(say)
  process.env['HEADLESS_SHELL'] = findHeadlessShell(say)
  process.env['FIREFOX'] = findFirefox(say)
} catch (error) {
  console.error(messageOf(error))
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

const isWanted = ({ name, onlyAsked }: Step) => (only.length === 0 ? !onlyAsked : only.includes(name))
const needed = new Set(steps.filter(isWanted).flatMap(({ needs = [] }) => needs))
const wanted = steps.filter((step) => isWanted(step) || needed.has(step))
for (const group of groups(wanted)) await Promise.all(group.map(take))

say('\n')
for (const { name, passed, seconds } of results)
  say(`${passed ? '✓' : '✗'} ${name.padEnd(42)} ${seconds.toFixed(0).padStart(4)} s`)
if (needed.has(objectStore)) say(`\nS3: ${findObjectStore() ?? 'A STAND-IN, strangers untried (why: above)'}`)
if (needed.has(caddy)) say(`Caddy: ${findCaddy() ?? 'MISSING, the production edge is not tested (why: above)'}`)
const failed = results.filter(({ passed }) => !passed)
// A log of an hour is often cut, and read from its end.
for (const { name, complaints } of failed) say(`\n✗ ${name}\n${complaints.join('\n')}`)
say(`\n${results.length - failed.length} passed, ${failed.length} failed`)
process.exit(failed.length > 0 ? 1 : 0)

/** Where tests keep what they make: hundreds of databases, in memory where there is much of it. */
function scratchFolder(): string {
  const inMemory = '/dev/shm'
  const isRoomy = existsSync(inMemory) && freeBytes(inMemory) >= SCRATCH_BYTES
  return mkdtempSync(join(isRoomy ? inMemory : tmpdir(), 'tsedra-tests-'))
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Steps of one word run together with the ones right before and after them, every other one alone. */
function groups(all: readonly Step[]): Step[][] {
  const grouped: Step[][] = []
  for (const step of all) {
    const last = grouped.at(-1)
    if (step.together && last?.[0]?.together === step.together) last.push(step)
    else grouped.push([step])
  }
  return grouped
}

async function take(step: Step): Promise<void> {
  const startedAt = Date.now()
  if (!step.together) say(`\n── ${step.name}`)
  const { succeeded, said } = await run(step)
  const passed = succeeded !== (step.mustFail ?? false)
  results.push({
    name: step.name,
    passed,
    seconds: (Date.now() - startedAt) / 1000,
    complaints: complaintsIn(said),
  })
}

/** What a step has said is kept where nobody looks at it while it runs: a terminal gets it with its colours, as it comes. */
function run({ name, command, args, together, env }: Step): Promise<{ succeeded: boolean; said: string }> {
  return new Promise((done) => {
    if (!existsSync(command)) {
      console.error(`${command} is not installed`)
      return done({ succeeded: false, said: '' })
    }
    const isKept = together !== undefined || !process.stdout.isTTY
    const child = spawn(command, args, {
      cwd: root,
      stdio: isKept ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, CI: process.env['CI'] ?? '', TMPDIR: scratch, ...env },
    })
    const kept: Buffer[] = []
    const hear = (words: Buffer) => {
      kept.push(words)
      if (!together) process.stdout.write(words)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('error', () => done({ succeeded: false, said: '' }))
    child.once('close', (code) => {
      const said = Buffer.concat(kept).toString()
      if (together) say(`\n── ${name}\n${said}`)
      done({ succeeded: code === 0, said })
    })
  })
}

/** The lines that name what failed, as the test runners and our campaigns write them. */
function complaintsIn(said: string): string[] {
  const lines = stripVTControlCharacters(said).split('\n')
  return lines.filter((line) => /^\s*(✗|✘|×|FAIL|\d+\) \[|\w*Error:)|NOT CLEAN|error TS/.test(line)).slice(0, 40)
}
