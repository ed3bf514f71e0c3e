import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const script = fileURLToPath(new URL('upgrade.sh', import.meta.url))

/** Runs the script beside a `kubectl` that fails where its arguments match the shell pattern; `deploy/edge` has revision 7. */
function upgrade(fails: string) {
  const directory = mkdtempSync(join(tmpdir(), 'tsedra-cluster-'))
  try {
    const calls = join(directory, 'calls')
    writeFileSync(
      join(directory, 'kubectl'),
      `#!/bin/sh
case "$*" in *" get deploy/edge "*) printf 7 ;; *" get "*) printf 12 ;; *) echo "$*" >>${calls} ;; esac
case "$*" in ${fails}) exit 1 ;; esac
`,
      { mode: 0o755 },
    )
    const { status, stderr } = spawnSync('sh', [script, 'overlay'], {
      env: { PATH: `${directory}:${process.env['PATH']}` },
      encoding: 'utf8',
    })
    const lines = existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []
    return {
      status,
      stderr,
      calls: lines.map((line) => line.replace('-n tsedra ', '').replaceAll(/backup-\d+/g, 'backup-now')),
    }
  } finally {
    rmSync(directory, { recursive: true })
  }
}

const backup = [
  'create job backup-now --from=cronjob/backup',
  'wait --for=condition=complete --timeout=30m job/backup-now',
]
const rollout = [
  'delete job migrate --ignore-not-found',
  'apply -k overlay',
  'wait --for=condition=complete --timeout=10m job/migrate',
]

test('R-44: an upgrade of a cluster has the order of one machine: backup, migration, rollout', () => {
  expect(upgrade('none')).toEqual({
    status: 0,
    stderr: '',
    calls: [
      ...backup,
      ...rollout,
      'rollout status deploy/api --timeout=10m',
      'rollout status deploy/worker --timeout=10m',
      'rollout status deploy/edge --timeout=10m',
    ],
  })
})

// catches mutation: cluster-upgrade-needs-backup
test('R-44: without a backup nothing of the cluster is changed', () => {
  expect(upgrade('*job/backup-*')).toEqual({
    status: 1,
    stderr: 'upgrade: the backup failed: nothing was changed\n',
    calls: backup,
  })
})

// catches mutation: cluster-rollout-undone
test.each(['*job/migrate', '*status\\ deploy/worker*'])(
  'R-44: when "%s" fails, every deployment returns to the revision that it had',
  (fails) => {
    const { status, stderr, calls } = upgrade(fails)

    expect([status, stderr]).toEqual([1, expect.stringContaining('the former one runs again')])
    expect(calls.slice(-3)).toEqual([
      'rollout undo deploy/api --to-revision=12',
      'rollout undo deploy/worker --to-revision=12',
      'rollout undo deploy/edge --to-revision=7',
    ])
  },
)
