import { statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { edgeCheckOf, openReleaseMachine, SECRETS, servicesOf } from './release-machine.ts'

const checksBeforeSwitch = [
  '1.0.0 run --rm --no-deps -T backup',
  '1.0.0 run --rm --no-deps -T backup node api/src/backup/check.ts',
  '1.1.0 build api edge',
  '1.1.0 up -d --no-deps --wait postgres redis store',
  '1.1.0 run --rm --no-deps -T migrate',
  '1.1.0 run --rm --no-deps -T prepare',
  '1.1.0 run --rm --no-deps -T api node api/src/doctor.ts --allow-outages',
  '1.1.0 run --rm --no-deps -T worker node worker/src/doctor.ts --allow-outages',
  '1.1.0 run --rm --no-deps -T backup node api/src/backup/doctor.ts --allow-outages',
  '1.1.0 try api',
  '1.1.0 candidate responds',
  '1.1.0 run --rm --no-deps -T api node api/src/complete-pictures.ts',
]

test('R-44: an upgrade checks the release before it replaces anything, starts APIs first and the edge last', () => {
  using machine = openReleaseMachine({ apis: 2 })
  machine.checkOut('1.1.0')

  const { status, calls, output } = machine.upgrade()

  expect([status, output]).toEqual([0, expect.stringContaining('release 1.1.0 runs; ./rollback.sh returns to 1.0.0\n')])
  expect(calls).toEqual([
    ...checksBeforeSwitch,
    edgeCheckOf('1.1.0'),
    '1.1.0 start api, 4 run',
    'stop 2 api',
    '1.1.0 start worker, 1 run',
    '1.1.0 start edge, 1 run',
    '1.1.0 read http://edge:8080',
  ])
  expect(machine.running()).toEqual(['api: app of 1.1.0', ...servicesOf('1.1.0')])
  expect(machine.readEnv()).toBe(`${SECRETS}RELEASE=1.1.0\nFORMER_RELEASES=1.0.0\n`)
  expect(statSync(machine.envFile).mode & 0o777).toBe(0o600)
})

// catches mutation: upgrade-needs-backup, upgrade-needs-doctor, upgrade-tries-api
test.each([
  ['1.0.0 run --rm --no-deps -T backup', 'the backup failed'],
  ['1.0.0 * node api/src/backup/check.ts', 'the backup does not open'],
  ['1.1.0 build *', 'the images cannot be built'],
  ['1.1.0 * postgres redis store', 'Postgres, Redis or the store is not healthy'],
  ['1.1.0 * migrate', 'the migrations failed'],
  ['1.1.0 * prepare', 'the picture store could not be prepared'],
  ['1.1.0 * worker/src/doctor.ts *', 'doctor.sh found a problem'],
  ['1.1.0 try api', 'the API of release 1.1.0 does not respond'],
  ['1.1.0 candidate responds', 'the API of release 1.1.0 does not respond'],
])('R-44: an upgrade whose check "%s" fails replaces nothing', (fails, reason) => {
  using machine = openReleaseMachine()
  machine.checkOut('1.1.0')
  const containers = machine.listContainers()

  const { status, output } = machine.upgrade({ fails })

  expect([status, output]).toEqual([
    1,
    expect.stringContaining(`upgrade: ${reason}: nothing was replaced, release 1.0.0 still runs\n`),
  ])
  expect(machine.listContainers()).toEqual(containers)
  expect(machine.readEnv()).toContain('\nRELEASE=1.0.0\n')
})

test.each(['try api', 'candidate responds'])('R-44: an interruption at "%s" leaves no API that was tried', (call) => {
  using upgraded = openReleaseMachine()
  using rolledBack = openReleaseMachine({ release: '1.1.0', formers: '1.0.0' })
  upgraded.checkOut('1.1.0')

  const upgrade = upgraded.upgrade({ interrupts: `1.1.0 ${call}` })
  const rollback = rolledBack.rollBack({ interrupts: `1.0.0 ${call}` })

  expect([upgrade, rollback]).toMatchObject([
    { status: 1, output: expect.stringContaining('upgrade: interrupted: nothing was replaced, release 1.0.0 still') },
    { status: 1, output: expect.stringContaining('rollback: interrupted: nothing was replaced, release 1.1.0 still') },
  ])
  expect([upgraded.hasCandidate(), rolledBack.hasCandidate()]).toEqual([false, false])
  expect([upgraded.running(), rolledBack.running()]).toEqual([servicesOf('1.0.0'), servicesOf('1.1.0')])
})

// catches mutation: external-services-not-started
test('R-44: an upgrade starts no bundled container of a service that is external', () => {
  using machine = openReleaseMachine()
  machine.checkOut('1.1.0')

  const { status, calls } = machine.upgrade({ services: 'redis migrate api worker edge' })

  expect(status).toBe(0)
  expect(calls.filter((call) => / up -d --no-deps --wait /.test(call))).toEqual(['1.1.0 up -d --no-deps --wait redis'])
  expect(calls.filter((call) => call.endsWith(' prepare'))).toEqual([])
})

test('R-44: a picture that cannot be completed does not stop an upgrade', () => {
  using machine = openReleaseMachine()
  machine.checkOut('1.1.0')

  const { status, output } = machine.upgrade({ fails: '* api/src/complete-pictures.ts' })

  expect([status, output]).toEqual([0, expect.stringContaining('upgrade: some pictures lack sizes (see above)')])
  expect(machine.running()).toEqual(servicesOf('1.1.0'))
})

// catches mutation: broken-release-replaced
test('R-44: a release whose API is broken is replaced by an upgrade, without a check through it, and by a rollback', () => {
  using upgraded = openReleaseMachine({ apis: 2 })
  using rolledBack = openReleaseMachine({ release: '1.1.0', formers: '1.0.0' })
  upgraded.checkOut('1.1.0')
  upgraded.breakApi()
  rolledBack.breakApi()

  const upgrade = upgraded.upgrade()
  const rollback = rolledBack.rollBack()

  expect([upgrade.status, rollback.status]).toEqual([0, 0])
  expect(upgraded.running()).toEqual(['api: app of 1.1.0', ...servicesOf('1.1.0')])
  expect(rolledBack.running()).toEqual(servicesOf('1.0.0'))
  expect(upgrade.calls).toContain('1.1.0 run --rm --no-deps -T api node api/src/doctor.ts --allow-outages --no-origin')
})

// catches mutation: left-apis-removed
test('R-44: an upgrade after one that was killed runs as many APIs as before', () => {
  using machine = openReleaseMachine()
  machine.checkOut('1.1.0')
  machine.addContainer('api', 'app of 1.1.0')

  const { status, calls } = machine.upgrade()

  expect([status, calls]).toEqual([0, expect.arrayContaining(['1.1.0 start api, 2 run', 'stop 1 api'])])
  expect(machine.running()).toEqual(servicesOf('1.1.0'))
})

test('an edge with the same page is not replaced', () => {
  using machine = openReleaseMachine()
  machine.checkOut('1.1.0')
  const edge = machine.listContainers().find((id) => id.startsWith('edge'))

  const { status, calls } = machine.upgrade({ page: 'the page of 1.0.0' })

  expect(status).toBe(0)
  expect(calls.filter((call) => call.includes('start edge'))).toEqual([])
  expect(machine.listContainers()).toContain(edge)
})

// catches mutation: changed-definition-applied
test('R-44: an edge with the same page is replaced when compose.yml defines it otherwise, by later upgrades not again', () => {
  using machine = openReleaseMachine()
  machine.checkOut('1.1.0')
  machine.defineServices('second')
  const first = machine.upgrade({ page: 'the page of 1.0.0' })
  machine.checkOut('1.2.0')
  const second = machine.upgrade({ page: 'the page of 1.0.0' })

  expect([first.status, second.status]).toEqual([0, 0])
  expect(first.calls).toContain('1.1.0 start edge, 1 run')
  expect(second.calls.filter((call) => call.includes('start edge'))).toEqual([])
})

test('with a registry the images are pulled, not built', () => {
  using machine = openReleaseMachine()
  machine.checkOut('1.1.0')

  const { calls } = machine.upgrade({ registry: 'registry.example/shop', fails: '1.1.0 * migrate' })

  expect(calls).toContain('1.1.0 pull api edge')
  expect(calls.join('\n')).not.toContain('build')
})

test('an upgrade is refused when there is nothing to upgrade', () => {
  using same = openReleaseMachine()
  using stopped = openReleaseMachine()
  using fresh = openReleaseMachine()
  using imageless = openReleaseMachine()
  using unversioned = openReleaseMachine()
  same.checkOut('1.0.0')
  stopped.checkOut('1.1.0')
  stopped.stop()
  fresh.checkOut('1.1.0')
  fresh.removeEnv()
  imageless.checkOut('1.1.0')
  imageless.removeImages('1.0.0')
  unversioned.checkOut('')

  const results = [same, stopped, fresh, imageless, unversioned].map((machine) => machine.upgrade())

  expect(results).toEqual([
    { status: 1, calls: [], output: 'upgrade: release 1.0.0 runs already: check out another one\n' },
    { status: 1, calls: [], output: 'upgrade: the shop does not run: docker compose up -d\n' },
    { status: 1, calls: [], output: expect.stringContaining('upgrade: there is no .env here') },
    { status: 1, calls: [], output: expect.stringContaining('upgrade: the images of release 1.0.0 are not here') },
    { status: 1, calls: [], output: 'upgrade: package.json of this checkout has no version\n' },
  ])
})

// catches mutation: only-releases-deleted
test('an upgrade deletes images of releases alone: those of a try-out that is stopped, and tags of the owner, stay', () => {
  using machine = openReleaseMachine({ release: '1.1.0', formers: '1.0.0' })
  for (const tag of ['latest', '1.0.0-before-sale', '0.9.0']) machine.addImages(tag)
  machine.checkOut('1.2.0')

  const { calls } = machine.upgrade()

  expect(calls.filter((call) => call.startsWith('remove '))).toEqual([
    'remove tsedra-app:0.9.0',
    'remove tsedra-edge:0.9.0',
  ])
})

// catches mutation: former-images-kept
test('an upgrade keeps the images of three former releases, and deletes those of older, failed and returned ones', () => {
  using machine = openReleaseMachine({ release: '1.3.0', formers: '1.2.0 1.1.0 1.0.0' })
  for (const failed of ['0.9.0', '1.3.1']) machine.addImages(failed)
  machine.checkOut('1.4.0')

  const { calls } = machine.upgrade()

  expect(machine.readEnv()).toContain('RELEASE=1.4.0\nFORMER_RELEASES=1.3.0 1.2.0 1.1.0\n')
  expect(calls.filter((call) => call.startsWith('remove ')).toSorted()).toEqual(
    ['0.9.0', '1.0.0', '1.3.1']
      .flatMap((version) => [`remove tsedra-app:${version}`, `remove tsedra-edge:${version}`])
      .toSorted(),
  )
  expect(machine.listImages()).toEqual(
    ['app', 'edge'].flatMap((kind) =>
      ['1.1.0', '1.2.0', '1.3.0', '1.4.0'].map((version) => `tsedra-${kind}:${version}`),
    ),
  )
})

test('R-44: an upgrade that is interrupted while it deletes old images has stored its release', () => {
  using machine = openReleaseMachine({ release: '1.3.0', formers: '1.2.0 1.1.0 1.0.0' })
  machine.checkOut('1.4.0')

  machine.upgrade({ interrupts: 'remove *' })

  expect(machine.running()).toEqual(servicesOf('1.4.0'))
  expect(machine.readEnv()).toContain('RELEASE=1.4.0\nFORMER_RELEASES=1.3.0 1.2.0 1.1.0\n')
})
