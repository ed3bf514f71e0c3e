import { spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium, findHeadlessShell } from './chromium.ts'
import { findFirefox } from './firefox.ts'
import { messageOf } from './process.ts'
import { findOrBuildObjectStore } from './object-store.ts'
import { findRedis } from './redis.ts'
import { root } from './repository.ts'

/** Everything that must hold, cheap things first; a later step runs even when an earlier one failed. */
interface Step {
  name: string
  command: string
  args: string[]
  /** The step is right when the command fails: it runs a planted bug. */
  mustFail?: boolean
  /** It takes too long for every time, or judges the tests: run by whoever changes what it is about. */
  onlyAsked?: boolean
  /** It leaves a processor idle, alone: it runs together with its neighbours of the same word, and says everything at its end. */
  together?: 'building' | 'chaos'
  /** It runs against the S3 server: while that is still being built, the steps after it go first. */
  needsStore?: boolean
}

const bin = (name: string) => join(root, 'node_modules', '.bin', name)
const node = process.execPath

const steps: Step[] = [
  { name: 'format', command: bin('biome'), args: ['format', '.'] },
  { name: 'lint', command: bin('oxlint'), args: ['api', 'worker', 'pwa', 'infra'] },
  { name: 'types', command: bin('tsc'), args: ['-b'], together: 'building' },
  {
    name: 'outbox model, bugs planted',
    command: node,
    args: ['infra/campaigns/outbox-model.ts', '--mutants', '--runs', '800', '--seed', '7'],
    together: 'building',
  },
  { name: 'page build', command: node, args: ['infra/local/build-page.ts'], together: 'building' },
  { name: 'size budget', command: node, args: ['infra/local/size-budget.ts'] },
  {
    name: 'unit and database',
    command: bin('vitest'),
    args: ['run', '--project', 'server', '--project', 'page'],
    needsStore: true,
  },
  {
    name: 'protections removed',
    command: node,
    args: ['infra/campaigns/protections.ts'],
    onlyAsked: true,
    needsStore: true,
  },
  { name: 'browser', command: bin('playwright'), args: ['test', '-c', 'pwa/e2e/playwright.config.ts'] },
  {
    name: 'orders under chaos',
    command: node,
    args: ['infra/campaigns/orders-under-chaos.ts', '--seconds', '90', '--seed', '20261121'],
    together: 'chaos',
  },
  {
    name: 'orders under chaos, reconciler removed',
    command: node,
    args: ['infra/campaigns/orders-under-chaos.ts', '--seconds', '15', '--seed', '7', '--mutant'],
    mustFail: true,
    together: 'chaos',
  },
  {
    name: 'phones under chaos',
    command: node,
    args: ['infra/campaigns/phones-under-chaos.ts', '--seeds', '3,23', '--rounds', '9', '--at-once', '2'],
    together: 'chaos',
  },
  { name: 'restore drill', command: bin('vitest'), args: ['run', '--project', 'drill'], together: 'chaos' },
  {
    name: 'helpers away',
    command: node,
    args: ['infra/campaigns/resiliency-matrix.ts', 'Redis', 'Telegram'],
    together: 'chaos',
  },
  {
    name: 'resiliency matrix',
    command: node,
    args: ['infra/campaigns/resiliency-matrix.ts'],
    onlyAsked: true,
    needsStore: true,
  },
  { name: 'rolling restarts', command: node, args: ['infra/campaigns/rolling-restarts.ts'], onlyAsked: true },
  { name: 'former release', command: node, args: ['infra/campaigns/former-release.ts'], onlyAsked: true },
]

const say = (text: string) => console.log(text)
const results: { name: string; passed: boolean; seconds: number }[] = []

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

const only = process.argv.slice(2)
const wanted = steps.filter(({ name, onlyAsked }) => (only.length === 0 ? !onlyAsked : only.includes(name)))
for (const word of only.filter((name) => !steps.some((step) => step.name === name))) {
  console.error(`There is no step "${word}": ${steps.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}
let storeIsSettled = !wanted.some(({ needsStore }) => needsStore)
const store = storeIsSettled ? undefined : findOrBuildObjectStore(say).finally(() => (storeIsSettled = true))
const left = groups(wanted)
while (left.length > 0) {
  const ready = left.findIndex((group) => storeIsSettled || !group.some(({ needsStore }) => needsStore))
  if (ready < 0) await store
  else await Promise.all((left.splice(ready, 1)[0] ?? []).map(take))
}

say('\n')
for (const { name, passed, seconds } of results)
  say(`${passed ? '✓' : '✗'} ${name.padEnd(42)} ${seconds.toFixed(0).padStart(4)} s`)
if (store) say(`\nS3: ${(await store) ?? 'A STAND-IN, strangers untried (why: above)'}`)
const failed = results.filter(({ passed }) => !passed).length
say(`\n${results.length - failed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

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
  const passed = (await run(step)) !== (step.mustFail ?? false)
  results.push({ name: step.name, passed, seconds: (Date.now() - startedAt) / 1000 })
}

function run({ name, command, args, together }: Step): Promise<boolean> {
  return new Promise((done) => {
    if (!existsSync(command)) {
      console.error(`${command} is not installed`)
      return done(false)
    }
    const child = spawn(command, args, {
      cwd: root,
      stdio: together ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, CI: process.env['CI'] ?? '' },
    })
    const said: Buffer[] = []
    child.stdout?.on('data', (words: Buffer) => said.push(words))
    child.stderr?.on('data', (words: Buffer) => said.push(words))
    child.once('error', () => done(false))
    child.once('close', (code) => {
      if (together) say(`\n── ${name}\n${Buffer.concat(said).toString()}`)
      done(code === 0)
    })
  })
}
