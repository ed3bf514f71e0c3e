import { expect, test } from 'vitest'
import { edgeCheckOf, openReleaseMachine, SECRETS, servicesOf } from './release-machine.ts'

test('a rollback returns to the release before, twice, and has no third', () => {
  using machine = openReleaseMachine({ release: '1.2.0', formers: '1.1.0 1.0.0' })

  const first = machine.rollBack()
  const runningAfterFirst = machine.running()
  const second = machine.rollBack()
  const third = machine.rollBack()

  expect(first).toMatchObject({
    status: 0,
    calls: [
      '1.1.0 run --rm --no-deps -T migrate',
      '1.1.0 try api',
      '1.1.0 candidate responds',
      edgeCheckOf('1.1.0'),
      '1.1.0 start api, 2 run',
      'stop 1 api',
      '1.1.0 start worker, 1 run',
      '1.1.0 start edge, 1 run',
      '1.1.0 read http://edge:8080',
    ],
  })
  expect(runningAfterFirst).toEqual(servicesOf('1.1.0'))
  expect(second.status).toBe(0)
  expect(machine.running()).toEqual(servicesOf('1.0.0'))
  expect(machine.readEnv()).toBe(`${SECRETS}RELEASE=1.0.0\nFORMER_RELEASES=\n`)
  expect(third).toEqual({
    status: 1,
    calls: [],
    output: 'rollback: there is no release before 1.0.0: nothing to return to\n',
  })
})

// catches mutation: rollback-checks-schema
test.each([
  ['1.0.0 * migrate', 'release 1.0.0 cannot run on the schema of 1.1.0 (see above)'],
  ['1.0.0 candidate responds', 'the API of release 1.0.0 does not respond'],
])('R-44: a rollback whose check "%s" fails replaces nothing', (fails, reason) => {
  using machine = openReleaseMachine({ release: '1.1.0', formers: '1.0.0' })

  const { status, output } = machine.rollBack({ fails })

  expect([status, output]).toEqual([
    1,
    expect.stringContaining(`rollback: ${reason}: nothing was replaced, release 1.1.0 still runs\n`),
  ])
  expect(machine.running()).toEqual(servicesOf('1.1.0'))
  expect(machine.readEnv()).toBe(`${SECRETS}RELEASE=1.1.0\nFORMER_RELEASES=1.0.0\n`)
})

// catches mutation: rollback-needs-images
test('a rollback never builds the former release from this checkout', () => {
  using machine = openReleaseMachine({ release: '1.1.0', formers: '1.0.0' })
  machine.removeImages('1.0.0')

  const { status, calls, output } = machine.rollBack()

  expect([status, output]).toEqual([
    1,
    'rollback: the images of release 1.0.0 are not on this machine: nothing was replaced, release 1.1.0 still runs\n',
  ])
  expect(calls).toEqual([])
})

test('a rollback that fails while it replaces containers returns to the release that ran', () => {
  using machine = openReleaseMachine({ release: '1.1.0', formers: '1.0.0' })

  const { status, output } = machine.rollBack({ fails: '1.0.0 read *' })

  expect([status, output]).toEqual([1, expect.stringContaining('rollback: release 1.0.0 failed its checks')])
  expect(machine.running()).toEqual(servicesOf('1.1.0'))
})
