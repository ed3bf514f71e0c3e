import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCheckout } from './checkout.ts'
import { type Program, programs } from './environments.ts'

/** Runs the script beside a `docker` that fails for one of the services. */
function examine(failing: string, ...options: string[]) {
  using checkout = openCheckout(['infra/production/doctor.sh'])
  const { root, production: directory, searchPath } = checkout
  const calls = join(root, 'calls')
  checkout.addProgram('docker', `#!/bin/sh\necho "$PWD $*" >>${calls}\ncase "$*" in *" ${failing} "*) exit 1 ;; esac\n`)
  const { status } = spawnSync('sh', [join(directory, 'doctor.sh'), ...options], {
    env: { PATH: searchPath },
    cwd: '/',
  })
  return { status, directory, calls: readFileSync(calls, 'utf8').trim().split('\n') }
}

test('doctor.sh runs each program’s doctor in the container of that program', () => {
  const { status, directory, calls } = examine('none')

  expect(status).toBe(0)
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

test('doctor.sh passes its options on to each doctor', () => {
  const { calls } = examine('none', '--allow-outages', '--no-origin')

  expect(calls).toHaveLength(3)
  for (const call of calls) expect(call).toMatch(/ node \S+\/doctor\.ts --allow-outages --no-origin$/)
})
