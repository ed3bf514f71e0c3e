import { expect, test } from 'vitest'
import { openReleaseMachine, SECRETS, servicesOf } from './release-machine.ts'

// catches mutation: failed-switch-returns, replaced-when-healthy
test.each([
  '1.1.0 * caddy validate *',
  '1.1.0 start api,*',
  '1.1.0 start worker,*',
  '1.1.0 start edge,*',
  '1.1.0 read *',
])('R-44: an upgrade that fails at "%s" returns to the former release by itself', (fails) => {
  using machine = openReleaseMachine()
  machine.checkOut('1.1.0')

  const { status, output, calls } = machine.upgrade({ fails })

  expect([status, output]).toEqual([
    1,
    expect.stringContaining(
      'upgrade: release 1.1.0 failed its checks (see above); 1.0.0 runs again, on the schema as it is now\n',
    ),
  ])
  expect(machine.running()).toEqual(servicesOf('1.0.0'))
  expect(machine.readEnv()).toBe(`${SECRETS}RELEASE=1.0.0\nFORMER_RELEASES=\n`)
  // No moment without an API: every start has the former one beside it.
  expect(calls.filter((call) => call.endsWith(' start api, 1 run'))).toEqual([])
})

test('R-44: an upgrade whose API does not become healthy returns to the former release by itself', () => {
  using machine = openReleaseMachine({ apis: 2 })
  machine.checkOut('1.1.0')
  const containers = machine.listContainers()

  const { status, output, calls } = machine.upgrade({ unhealthy: '1.1.0' })

  expect([status, output]).toEqual([1, expect.stringContaining('upgrade: release 1.1.0 failed its checks')])
  expect(machine.listContainers()).toEqual(containers)
  expect(calls.filter((call) => call.startsWith('stop '))).toEqual([])
})

// catches mutation: new-apis-removed-first, stopping-apis-replaced
test.each([
  ['1.1.0 start api,*', []],
  ['stop 2 api', ['1.0.0 start api, 4 run']],
  ['1.1.0 start worker,*', ['1.0.0 start api, 4 run']],
  ['1.1.0 read*', ['1.0.0 start api, 4 run']],
])('R-44: an upgrade that is interrupted at "%s" returns to the former release, with as many APIs', (call, starts) => {
  // SIGTERM reaches the script alone, Ctrl-C the call as well.
  for (const options of [{}, { fails: call }, { fails: call, shell: 'bash --posix' }]) {
    using machine = openReleaseMachine({ apis: 2 })
    machine.checkOut('1.1.0')

    const { status, calls } = machine.upgrade({ interrupts: call, ...options })

    expect(status).toBe(1)
    expect(machine.running()).toEqual(['api: app of 1.0.0', ...servicesOf('1.0.0')])
    expect(calls.filter((line) => line.startsWith('1.0.0 start api'))).toEqual(starts)
  }
})

// catches mutation: return-not-interrupted
test('R-44: Ctrl-C, pressed again and again, does not stop the return to the former release', () => {
  using machine = openReleaseMachine({ apis: 2 })
  machine.checkOut('1.1.0')

  const { status, output } = machine.upgrade({ interrupts: '1.1.0 start edge,*', ctrlC: '1.0.0 start *' })

  expect([status, output]).toEqual([1, expect.stringContaining('1.0.0 runs again')])
  expect(machine.running()).toEqual(['api: app of 1.0.0', ...servicesOf('1.0.0')])
})

// catches mutation: output-may-be-gone
test.each([
  ['a full disk', '>/dev/full 2>&1', { fails: '1.1.0 start worker,*' }],
  ['a pipe that is closed', "2>&1 | sed '/: 5[.] from/q'", { fails: '1.1.0 start worker,*' }],
  ['a pipe of its stdout that is closed', '| sed "/caddy validate/q"', { fails: '1.1.0 start worker,*' }],
  ['a terminal that has hung up', '>/dev/full 2>&1', { interrupts: '1.1.0 start worker,*' }],
])('R-44: an upgrade returns to the former release when its output goes to %s', (_, output, fault) => {
  using machine = openReleaseMachine()
  machine.checkOut('1.1.0')

  const { status, calls } = machine.upgrade({ output, ...fault })

  expect(status).toBe(1)
  expect(calls.at(-1)).toMatch(/^1\.0\.0 read/)
  expect(machine.running()).toEqual(servicesOf('1.0.0'))
})

test('R-44: when the former release fails as well, the message states it', () => {
  using machine = openReleaseMachine()
  machine.checkOut('1.1.0')

  const { status, output } = machine.upgrade({ fails: '* read *' })

  expect([status, output]).toEqual([1, expect.stringContaining('upgrade: release 1.0.0 does not run either: ')])
})

test('R-44: a return keeps the containers that were not replaced, even when compose.yml has changed', () => {
  using machine = openReleaseMachine()
  machine.checkOut('1.1.0')
  machine.defineServices('second')
  const containers = machine.listContainers()

  const { status } = machine.upgrade({ fails: '1.1.0 start api,*' })

  expect(status).toBe(1)
  expect(machine.listContainers()).toEqual(containers)
})
