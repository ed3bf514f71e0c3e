import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type Program, programs } from './environments.ts'

const script = fileURLToPath(new URL('doctor.sh', import.meta.url))

/** Runs the script beside a `docker` that fails for one of the services. */
function examine(failing: string, ...options: string[]) {
  const shims = mkdtempSync(join(tmpdir(), 'tsedra-doctor-'))
  try {
    const calls = join(shims, 'calls')
    writeFileSync(
      join(shims, 'docker'),
      `#!/bin/sh\necho "$PWD $*" >>${calls}\ncase "$*" in *" ${failing} "*) exit 1 ;; esac\n`,
      { mode: 0o755 },
    )
    const { status } = spawnSync('sh', [script, ...options], {
      env: { PATH: `${shims}:${process.env['PATH']}` },
      cwd: '/',
    })
    return { status, calls: readFileSync(calls, 'utf8').trim().split('\n') }
  } finally {
    rmSync(shims, { recursive: true })
  }
}

test('doctor.sh runs each program’s doctor in the container of that program', () => {
  const { status, calls } = examine('none')

  expect(status).toBe(0)
  const directory = fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '')
  const runs = calls.map((call) => {
    const [, service = '', program = ''] =
      /^(?:\S+) compose --profile backup run --rm --no-deps -T (\S+) node (\S+)$/.exec(call) ?? []
    return { service, program }
  })
  expect(calls.every((call) => call.startsWith(`${directory} `))).toBe(true)
  const doctors = Object.keys(programs).filter((program) => program.endsWith('/doctor.ts'))
  expect(runs.map(({ program }) => program).toSorted()).toEqual(doctors.toSorted())
  for (const { service, program } of runs) expect(programs[program as Program].service).toBe(service)
})

test.each(['api', 'worker', 'backup'])(
  'doctor.sh exits with 1 when the checks of %s fail, after all others ran',
  (service) => {
    expect(examine(service)).toMatchObject({ status: 1, calls: { length: 3 } })
  },
)

test('doctor.sh passes its option on to the doctor of the API alone', () => {
  const { calls } = examine('none', '--no-origin')

  expect(calls.filter((call) => call.endsWith(' --no-origin'))).toEqual([
    expect.stringMatching(/ api node api\/src\/doctor\.ts --no-origin$/),
  ])
})
