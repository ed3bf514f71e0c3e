import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readCluster, readManifests } from './cluster.ts'

const script = fileURLToPath(new URL('upgrade.sh', import.meta.url))

interface FakeCluster {
  /** Jobs that fail, by the start of their names. */
  failedJob?: string
  /** Jobs that never end. */
  stuckJob?: string
  /** Jobs that no longer exist. */
  goneJob?: string
  /** Jobs that `kubectl get` fails for: this often, or always. */
  unreadJob?: string
  errors?: number
  /** The signal that the script receives while it waits for the worker. */
  signal?: string
  /** A Deployment whose new pods do not become ready. */
  unready?: string
  /** The Deployment that was never installed. */
  missing?: string
  /** `kubectl apply` of these objects fails. */
  rejected?: 'rest' | 'servers' | 'CronJobs'
  /** A Deployment whose rollout cannot be undone. */
  stuckUndo?: string
  /** Whether Ctrl-C is pressed again and again during the undo: it ends `kubectl`, unless no terminal reaches that. */
  ctrlC?: boolean
}

/** Revisions of the Deployments before the upgrade. */
const revisions = { api: 7, worker: 4, edge: 9 }

/** Runs the script with a `kubectl` that plays this cluster; returns the calls without the namespace. */
function upgrade(cluster: FakeCluster = {}) {
  const shims = mkdtempSync(join(tmpdir(), 'tsedra-upgrade-'))
  const calls = join(shims, 'calls')
  const answers = [
    ...Object.entries(revisions).map(
      ([name, revision]) =>
        `"get deployment ${name} "*) ${name === cluster.missing ? 'exit 1' : `echo ${revision}`} ;;`,
    ),
    ...(cluster.failedJob ? [`"get job ${cluster.failedJob}"*) printf 'job: FailureTarget Failed ' ;;`] : []),
    ...(cluster.stuckJob ? [`"get job ${cluster.stuckJob}"*) printf 'job: ' ;;`] : []),
    ...(cluster.goneJob ? [`"get job ${cluster.goneJob}"*--ignore-not-found*) ;;`] : []),
    ...(cluster.goneJob ? [`"get job ${cluster.goneJob}"*) exit 1 ;;`] : []),
    ...(cluster.unreadJob
      ? [
          `"get job ${cluster.unreadJob}"*)
            [ "$(grep -c 'get job ${cluster.unreadJob}' ${calls})" -gt ${cluster.errors ?? 999} ] || exit 1
            printf 'job: SuccessCriteriaMet Complete ' ;;`,
        ]
      : []),
    `"get job "*) printf 'job: SuccessCriteriaMet Complete ' ;;`,
    ...(cluster.signal
      ? [`"rollout status deployment/worker "*) grep -q 'rollout undo' ${calls} || kill -s ${cluster.signal} $PPID ;;`]
      : []),
    ...(cluster.stuckUndo ? [`"rollout undo deployment/${cluster.stuckUndo} "*) exit 1 ;;`] : []),
    ...(cluster.ctrlC
      ? [
          `"rollout undo"*) [ "$(group_of $$)" != "$(group_of $PPID)" ] || { echo interrupted >>${calls}; exit 130; } ;;`,
        ]
      : []),
    // Until it is undone.
    ...(cluster.unready
      ? [`"rollout status deployment/${cluster.unready} "*) grep -q 'rollout undo' ${calls} || exit 1 ;;`]
      : []),
    ...(cluster.rejected === 'rest' ? [`"apply "*notin*) exit 1 ;;`] : []),
    ...(cluster.rejected === 'servers' ? [`"apply "*component=server) exit 1 ;;`] : []),
    ...(cluster.rejected === 'CronJobs' ? [`"apply "*component=scheduled) exit 1 ;;`] : []),
  ]
  const kubectl = `#!/bin/sh\n[ "$1 $2" = '-n tsedra' ] || exit 9\nshift 2\necho "$*" >>${calls}\ngroup_of() { ps -o pgid= -p "$1"; }\ncase "$*" in\n${answers.join('\n')}\nesac\n`
  try {
    writeFileSync(join(shims, 'kubectl'), kubectl, { mode: 0o755 })
    writeFileSync(join(shims, 'sleep'), '#!/bin/sh\n', { mode: 0o755 })
    const { status, stderr } = spawnSync('sh', [script, 'overlay'], {
      env: { PATH: `${shims}:${process.env['PATH']}`, JOB_TIMEOUT: '90' },
      encoding: 'utf8',
    })
    const lines = readFileSync(calls, 'utf8').trim().split('\n')
    return { status, stderr, calls: lines.map((line) => line.replace(/-\d{14}\b/, '-NOW')) }
  } finally {
    rmSync(shims, { recursive: true })
  }
}

/** Calls that change the cluster, or wait for a change. */
const listSteps = (calls: readonly string[]) => calls.filter((call) => !/^(get|logs) /.test(call))
const backup = ['create job backup-NOW --from=cronjob/backup']
const migration = [
  'delete job migrate --ignore-not-found',
  'apply -k overlay -l app.kubernetes.io/component notin (server,scheduled)',
]
const pictures = ['create job complete-pictures-NOW --from=cronjob/complete-pictures']
const rollout = 'apply -k overlay -l app.kubernetes.io/component=server'
const cronJobs = 'apply -k overlay -l app.kubernetes.io/component=scheduled'
const waits = Object.keys(revisions).map((name) => `rollout status deployment/${name} --timeout 600s`)
const undo = [
  ...Object.entries(revisions).map(([name, revision]) => `rollout undo deployment/${name} --to-revision ${revision}`),
  ...waits,
]

test('upgrade.sh takes a backup, migrates, completes the pictures, rolls out, waits, then replaces the CronJobs', () => {
  const { status, calls } = upgrade()

  expect(status).toBe(0)
  expect(listSteps(calls)).toEqual([...backup, ...migration, ...pictures, rollout, ...waits, cronJobs])
})

test('upgrade.sh rolls out although a picture cannot be completed', () => {
  const { status, stderr, calls } = upgrade({ failedJob: 'complete-pictures' })

  expect(status).toBe(0)
  expect(listSteps(calls)).toEqual([...backup, ...migration, ...pictures, rollout, ...waits, cronJobs])
  expect(stderr).toContain('Some pictures lack sizes')
})

test.each([
  ['there is no shop', { missing: 'edge' }, [], 'There is no deployment edge'],
  ['the backup fails', { failedJob: 'backup' }, backup, 'Nothing was changed'],
  ['the backup does not end in time', { stuckJob: 'backup' }, backup, 'Nothing was changed'],
  ['the migration fails', { failedJob: 'migrate' }, [...backup, ...migration], 'The previous release keeps running'],
  ['the migration does not end in time', { stuckJob: 'migrate' }, [...backup, ...migration], 'keeps running'],
  ['the backup no longer exists', { goneJob: 'backup' }, backup, /^The job backup-\d+ no longer exists/],
  [
    'the migration no longer exists',
    { goneJob: 'migrate' },
    [...backup, ...migration],
    'The job migrate no longer exists',
  ],
  [
    'the cluster does not report the migration',
    { unreadJob: 'migrate' },
    [...backup, ...migration],
    'kubectl could not read the job migrate for a minute',
  ],
  ['the cluster rejects the settings', { rejected: 'rest' }, [...backup, ...migration], 'keeps running'],
] as const)('upgrade.sh rolls nothing out when %s', (_, cluster, steps, message) => {
  const { status, stderr, calls } = upgrade(cluster)

  expect(status).toBe(1)
  expect(listSteps(calls)).toEqual(steps)
  expect(stderr).toMatch(message)
})

test('upgrade.sh goes on waiting for a job after some errors of kubectl', () => {
  expect(upgrade({ unreadJob: 'migrate', errors: 3 }).status).toBe(0)
})

test.each(['INT', 'TERM', 'HUP'])('upgrade.sh undoes the rollout of all when SIG%s interrupts it', (signal) => {
  const { status, stderr, calls } = upgrade({ signal })

  expect(status).toBe(1)
  expect(listSteps(calls)).toEqual([...backup, ...migration, ...pictures, rollout, ...waits.slice(0, 2), ...undo])
  expect(stderr).toContain('The previous release is running')
})

// catches mutation: undo-not-interrupted
test('Ctrl-C, pressed again and again, does not stop the undo of upgrade.sh', () => {
  const { status, stderr, calls } = upgrade({ signal: 'INT', ctrlC: true })

  expect(status).toBe(1)
  expect(listSteps(calls).slice(-undo.length)).toEqual(undo)
  expect(stderr).toContain('The previous release is running')
})

// catches mutation: failed-undo-reported
test('upgrade.sh reports a Deployment whose rollout could not be undone, after it has undone the others', () => {
  const { status, stderr, calls } = upgrade({ unready: 'edge', stuckUndo: 'worker' })

  expect(status).toBe(1)
  expect(listSteps(calls).slice(-3)).toEqual(undo.slice(0, 3))
  expect(stderr).toMatch(/could not be undone: .* for worker=4\n$/)
})

test('upgrade.sh fails when the new release is running without its CronJobs', () => {
  const { status, stderr, calls } = upgrade({ rejected: 'CronJobs' })

  expect(status).toBe(1)
  expect(listSteps(calls)).toEqual([...backup, ...migration, ...pictures, rollout, ...waits, cronJobs])
  expect(stderr).toContain('The new release is running, but not its CronJobs: kubectl apply')
})

test('a finished migration exists for a day: upgrade.sh reads its result', () => {
  const { spec } = readCluster(readManifests()).objectsOfKind('Job')[0] ?? {}

  expect(spec).toMatchObject({ ttlSecondsAfterFinished: 86_400 })
})

test.each(['api', 'worker', 'edge'])(
  'upgrade.sh undoes the rollout of all when %s does not become ready',
  (unready) => {
    const { status, stderr, calls } = upgrade({ unready })

    const waited = waits.slice(0, Object.keys(revisions).indexOf(unready) + 1)
    expect(status).toBe(1)
    expect(listSteps(calls)).toEqual([...backup, ...migration, ...pictures, rollout, ...waited, ...undo])
    expect(stderr).toContain('The previous release is running')
  },
)

test('upgrade.sh undoes the rollout when the cluster rejects a Deployment, of which some may be changed', () => {
  const { status, calls } = upgrade({ rejected: 'servers' })

  expect(status).toBe(1)
  expect(listSteps(calls)).toEqual([...backup, ...migration, ...pictures, rollout, ...undo])
})

test('upgrade.sh rolls out every Deployment of the shop, and nothing else with them', () => {
  const { objects } = readCluster(readManifests())
  const servers = objects.filter(({ metadata }) => metadata.labels?.['app.kubernetes.io/component'] === 'server')

  expect(servers.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted()).toEqual(
    objects.flatMap(({ kind, metadata }) => (kind === 'Deployment' ? [`${kind} ${metadata.name}`] : [])).toSorted(),
  )
  expect(servers.map(({ metadata }) => metadata.name).toSorted()).toEqual(Object.keys(revisions).toSorted())
})
