import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const directory = fileURLToPath(new URL('.', import.meta.url))
const SECRETS = 'CODE_SECRET=a-secret-of-the-owner-0123456789abcdef\n'

interface Options {
  /** A shell pattern: during a call of `docker` that it matches, Ctrl-C is pressed. */
  ctrlC?: string
  /** A shell pattern: a call of `docker` that it matches fails. */
  fails?: string
  /** A shell pattern: at a call of `docker` that it matches, the script receives SIGTERM. */
  interrupts?: string
  /** Where the output goes: a redirection of the shell. */
  output?: string
  /** When given, every release has this page. */
  page?: string
  registry?: string
  /** Names of the services, when some are external. */
  services?: string
  /** The command that runs the script: `sh` is dash here and bash on other systems. */
  shell?: string
  /** Containers of this release do not become healthy. */
  unhealthy?: string
  /** The definition of the TLS proxy in the checkout. */
  proxy?: string
}

/** Of a production with a domain. */
const DOMAIN_SERVICES = 'postgres redis store prepare migrate api worker edge proxy'

/** A machine that runs release 1.0.0 with this many APIs; `docker` is fake-docker.sh. */
function openMachine({ apis = 1, release = '1.0.0', formers = '' } = {}) {
  const root = mkdtempSync(join(tmpdir(), 'tsedra-release-'))
  const production = join(root, 'infra', 'production')
  const state = join(root, 'docker')
  const programs = join(root, 'bin')
  for (const path of [
    production,
    programs,
    ...['images', 'containers', 'unhealthy', 'labels', 'stopping'].map((name) => join(state, name)),
  ])
    mkdirSync(path, { recursive: true })
  for (const name of ['upgrade.sh', 'rollback.sh', 'release.sh', 'doctor.sh'])
    copyFileSync(join(directory, name), join(production, name))
  copyFileSync(join(directory, 'fake-docker.sh'), join(programs, 'docker'))
  chmodSync(join(programs, 'docker'), 0o755)
  const addProgram = (name: string, text: string) =>
    writeFileSync(join(programs, name), `#!/bin/sh\n${text}`, { mode: 0o755 })
  addProgram('sleep', '')
  const envFile = join(production, '.env')
  writeFileSync(envFile, `${SECRETS}RELEASE=${release}\nFORMER_RELEASES=${formers}\n`, { mode: 0o600 })
  const addImages = (version: string) => {
    writeFileSync(join(state, 'images', `tsedra-app:${version}`), `app of ${version}\n`)
    writeFileSync(join(state, 'images', `tsedra-edge:${version}`), `edge with the page of ${version}\n`)
  }
  for (const version of [release, ...formers.split(' ').filter(Boolean)]) addImages(version)
  const defineServices = (definition: string) => writeFileSync(join(state, 'definition'), definition)
  defineServices('first')
  for (const [index, service] of [...Array<string>(apis).fill('api'), 'worker', 'edge'].entries()) {
    const id = `${service}-former-${index}`
    const [kind, content] = service === 'edge' ? ['edge', 'edge with the page'] : ['app', 'app']
    writeFileSync(join(state, 'containers', id), `${service}\n${content} of ${release}\n`)
    writeFileSync(join(state, 'labels', id), `tsedra-${kind}:${release}\n${service}-of-${release}-first\n`)
  }
  const calls = join(state, 'calls')

  function run(
    script: string,
    {
      ctrlC = 'none',
      fails = 'none',
      interrupts = 'none',
      output = '',
      page = '',
      proxy = '1',
      registry = '',
      services = '',
      shell = 'sh',
      unhealthy = '',
    }: Options = {},
  ) {
    rmSync(calls, { force: true })
    const start = `{ sh -c 'echo $$ >"$DOCKER_STATE/pid"; exec ${shell} "$0"' "$0"; echo $? >"$DOCKER_STATE/status"; } ${output}`
    const { stdout, stderr } = spawnSync('sh', ['-c', start, join(production, script)], {
      cwd: '/',
      encoding: 'utf8',
      env: {
        PATH: `${programs}:${process.env['PATH']}`,
        DOCKER_STATE: state,
        DOCKER_CTRL_C: ctrlC,
        DOCKER_FAILS: fails,
        DOCKER_INTERRUPTS: interrupts,
        DOCKER_PAGE: page,
        DOCKER_SERVICES: services,
        DOCKER_UNHEALTHY: unhealthy,
        DOCKER_PROXY: proxy,
        ...(registry && { IMAGE_REGISTRY: registry }),
      },
    })
    return {
      status: Number(readFileSync(join(state, 'status'), 'utf8')),
      output: stdout + stderr,
      calls: existsSync(calls) ? readFileSync(calls, 'utf8').split('\n').filter(Boolean) : [],
    }
  }

  return {
    addProgram,
    addImages,
    listImages: () => readdirSync(join(state, 'images')).toSorted(),
    /** Another compose.yml in the checkout. */
    defineServices,
    checkOut: (version: string) =>
      writeFileSync(join(root, 'package.json'), `{\n  "name": "tsedra",\n  "version": "${version}",\n}\n`),
    upgrade: (options?: Options) => run('upgrade.sh', options),
    rollBack: (options?: Options) => run('rollback.sh', options),
    removeImages: (version: string) => {
      for (const kind of ['app', 'edge']) rmSync(join(state, 'images', `tsedra-${kind}:${version}`))
    },
    /** What the containers of each service run, without those that stop. */
    running: (): string[] =>
      readdirSync(join(state, 'containers'))
        .filter((id) => !existsSync(join(state, 'stopping', id)))
        .map((id) =>
          readFileSync(join(state, 'containers', id), 'utf8')
            .trim()
            .replace('\n', ': '),
        )
        .toSorted(),
    /** The running API fails its health checks. */
    breakApi: () => {
      for (const id of readdirSync(join(state, 'containers')).filter((name) => name.startsWith('api')))
        writeFileSync(join(state, 'unhealthy', id), '')
    },
    addContainer: (service: string, image: string) =>
      writeFileSync(join(state, 'containers', `${service}-left`), `${service}\n${image}\n`),
    listContainers: () => readdirSync(join(state, 'containers')),
    hasCandidate: () => existsSync(join(state, 'candidate')),
    envFile,
    readEnv: () => readFileSync(envFile, 'utf8'),
    removeEnv: () => rmSync(envFile),
    stop: () => {
      for (const id of readdirSync(join(state, 'containers'))) rmSync(join(state, 'containers', id))
    },
    [Symbol.dispose]: () => rmSync(root, { recursive: true }),
  }
}

const allOf = (release: string) => [
  `api: app of ${release}`,
  `edge: edge with the page of ${release}`,
  `worker: app of ${release}`,
]

const checksBeforeSwitch = [
  '1.0.0 run --rm --no-deps -T backup',
  '1.0.0 run --rm --no-deps -T backup node api/src/backup/check.ts',
  '1.1.0 build api edge',
  '1.1.0 up -d --no-deps --wait postgres redis store',
  '1.1.0 run --rm --no-deps -T migrate',
  '1.1.0 run --rm --no-deps -T prepare',
  '1.1.0 run --rm --no-deps -T api node api/src/doctor.ts',
  '1.1.0 run --rm --no-deps -T worker node worker/src/doctor.ts',
  '1.1.0 run --rm --no-deps -T backup node api/src/backup/doctor.ts',
  '1.1.0 try api',
  '1.1.0 candidate responds',
  '1.1.0 run --rm --no-deps -T api node api/src/complete-pictures.ts',
]

const tryFiles = (release: string) =>
  `${release} run --rm --no-deps -T edge edge-start --required caddy validate --config /etc/caddy/Caddyfile --adapter caddyfile`

test('R-44: an upgrade checks the release before it replaces anything, starts APIs first and the edge last', () => {
  using machine = openMachine({ apis: 2 })
  machine.checkOut('1.1.0')

  const { status, calls, output } = machine.upgrade()

  expect([status, output]).toEqual([0, expect.stringContaining('release 1.1.0 runs; ./rollback.sh returns to 1.0.0\n')])
  expect(calls).toEqual([
    ...checksBeforeSwitch,
    tryFiles('1.1.0'),
    '1.1.0 start api, 4 run',
    'stop 2 api',
    '1.1.0 start worker, 1 run',
    '1.1.0 start edge, 1 run',
    '1.1.0 read http://edge:8080',
  ])
  expect(machine.running()).toEqual(['api: app of 1.1.0', ...allOf('1.1.0')])
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
  ['1.1.0 * worker/src/doctor.ts', 'doctor.sh found a problem'],
  ['1.1.0 try api', 'the API of release 1.1.0 does not respond'],
  ['1.1.0 candidate responds', 'the API of release 1.1.0 does not respond'],
])('R-44: an upgrade whose check "%s" fails replaces nothing', (fails, reason) => {
  using machine = openMachine()
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
  using upgraded = openMachine()
  using rolledBack = openMachine({ release: '1.1.0', formers: '1.0.0' })
  upgraded.checkOut('1.1.0')

  const upgrade = upgraded.upgrade({ interrupts: `1.1.0 ${call}` })
  const rollback = rolledBack.rollBack({ interrupts: `1.0.0 ${call}` })

  expect([upgrade, rollback]).toMatchObject([
    { status: 1, output: expect.stringContaining('upgrade: interrupted: nothing was replaced, release 1.0.0 still') },
    { status: 1, output: expect.stringContaining('rollback: interrupted: nothing was replaced, release 1.1.0 still') },
  ])
  expect([upgraded.hasCandidate(), rolledBack.hasCandidate()]).toEqual([false, false])
  expect([upgraded.running(), rolledBack.running()]).toEqual([allOf('1.0.0'), allOf('1.1.0')])
})

// catches mutation: external-services-not-started
test('R-44: an upgrade starts no bundled container of a service that is external', () => {
  using machine = openMachine()
  machine.checkOut('1.1.0')

  const { status, calls } = machine.upgrade({ services: 'redis migrate api worker edge' })

  expect(status).toBe(0)
  expect(calls.filter((call) => / up -d --no-deps --wait /.test(call))).toEqual(['1.1.0 up -d --no-deps --wait redis'])
  expect(calls.filter((call) => call.endsWith(' prepare'))).toEqual([])
})

test('R-44: a picture that cannot be completed does not stop an upgrade', () => {
  using machine = openMachine()
  machine.checkOut('1.1.0')

  const { status, output } = machine.upgrade({ fails: '* api/src/complete-pictures.ts' })

  expect([status, output]).toEqual([0, expect.stringContaining('upgrade: some pictures lack sizes (see above)')])
  expect(machine.running()).toEqual(allOf('1.1.0'))
})

// catches mutation: failed-switch-returns, replaced-when-healthy
test.each([
  '1.1.0 * caddy validate *',
  '1.1.0 start api,*',
  '1.1.0 start worker,*',
  '1.1.0 start edge,*',
  '1.1.0 read *',
])('R-44: an upgrade that fails at "%s" returns to the former release by itself', (fails) => {
  using machine = openMachine()
  machine.checkOut('1.1.0')

  const { status, output, calls } = machine.upgrade({ fails })

  expect([status, output]).toEqual([
    1,
    expect.stringContaining(
      'upgrade: release 1.1.0 failed its checks (see above); 1.0.0 runs again, on the schema as it is now\n',
    ),
  ])
  expect(machine.running()).toEqual(allOf('1.0.0'))
  expect(machine.readEnv()).toBe(`${SECRETS}RELEASE=1.0.0\nFORMER_RELEASES=\n`)
  // No moment without an API: every start has the former one beside it.
  expect(calls.filter((call) => call.endsWith(' start api, 1 run'))).toEqual([])
})

test('R-44: an upgrade whose API does not become healthy returns to the former release by itself', () => {
  using machine = openMachine({ apis: 2 })
  machine.checkOut('1.1.0')
  const containers = machine.listContainers()

  const { status, output, calls } = machine.upgrade({ unhealthy: '1.1.0' })

  expect([status, output]).toEqual([1, expect.stringContaining('upgrade: release 1.1.0 failed its checks')])
  expect(machine.listContainers()).toEqual(containers)
  expect(calls.filter((call) => call.startsWith('stop '))).toEqual([])
})

// catches mutation: broken-release-replaced
test('R-44: a release whose API is broken is replaced by an upgrade, without a check through it, and by a rollback', () => {
  using upgraded = openMachine({ apis: 2 })
  using rolledBack = openMachine({ release: '1.1.0', formers: '1.0.0' })
  upgraded.checkOut('1.1.0')
  upgraded.breakApi()
  rolledBack.breakApi()

  const upgrade = upgraded.upgrade()
  const rollback = rolledBack.rollBack()

  expect([upgrade.status, rollback.status]).toEqual([0, 0])
  expect(upgraded.running()).toEqual(['api: app of 1.1.0', ...allOf('1.1.0')])
  expect(rolledBack.running()).toEqual(allOf('1.0.0'))
  expect(upgrade.calls).toContain('1.1.0 run --rm --no-deps -T api node api/src/doctor.ts --no-origin')
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
    using machine = openMachine({ apis: 2 })
    machine.checkOut('1.1.0')

    const { status, calls } = machine.upgrade({ interrupts: call, ...options })

    expect(status).toBe(1)
    expect(machine.running()).toEqual(['api: app of 1.0.0', ...allOf('1.0.0')])
    expect(calls.filter((line) => line.startsWith('1.0.0 start api'))).toEqual(starts)
  }
})

// catches mutation: return-not-interrupted
test('R-44: Ctrl-C, pressed again and again, does not stop the return to the former release', () => {
  using machine = openMachine({ apis: 2 })
  machine.checkOut('1.1.0')

  const { status, output } = machine.upgrade({ interrupts: '1.1.0 start edge,*', ctrlC: '1.0.0 start *' })

  expect([status, output]).toEqual([1, expect.stringContaining('1.0.0 runs again')])
  expect(machine.running()).toEqual(['api: app of 1.0.0', ...allOf('1.0.0')])
})

// catches mutation: left-apis-removed
test('R-44: an upgrade after one that was killed runs as many APIs as before', () => {
  using machine = openMachine()
  machine.checkOut('1.1.0')
  machine.addContainer('api', 'app of 1.1.0')

  const { status, calls } = machine.upgrade()

  expect([status, calls]).toEqual([0, expect.arrayContaining(['1.1.0 start api, 2 run', 'stop 1 api'])])
  expect(machine.running()).toEqual(allOf('1.1.0'))
})

// catches mutation: output-may-be-gone
test.each([
  ['a full disk', '>/dev/full 2>&1', { fails: '1.1.0 start worker,*' }],
  ['a pipe that is closed', "2>&1 | sed '/: 5[.] from/q'", { fails: '1.1.0 start worker,*' }],
  ['a pipe of its stdout that is closed', '| sed "/caddy validate/q"', { fails: '1.1.0 start worker,*' }],
  ['a terminal that has hung up', '>/dev/full 2>&1', { interrupts: '1.1.0 start worker,*' }],
])('R-44: an upgrade returns to the former release when its output goes to %s', (_, output, fault) => {
  using machine = openMachine()
  machine.checkOut('1.1.0')

  const { status, calls } = machine.upgrade({ output, ...fault })

  expect(status).toBe(1)
  expect(calls.at(-1)).toMatch(/^1\.0\.0 read/)
  expect(machine.running()).toEqual(allOf('1.0.0'))
})

test('R-44: when the former release fails as well, the message states it', () => {
  using machine = openMachine()
  machine.checkOut('1.1.0')

  const { status, output } = machine.upgrade({ fails: '* read *' })

  expect([status, output]).toEqual([1, expect.stringContaining('upgrade: release 1.0.0 does not run either: ')])
})

test('an edge with the same page is not replaced', () => {
  using machine = openMachine()
  machine.checkOut('1.1.0')
  const edge = machine.listContainers().find((id) => id.startsWith('edge'))

  const { status, calls } = machine.upgrade({ page: 'the page of 1.0.0' })

  expect(status).toBe(0)
  expect(calls.filter((call) => call.includes('start edge'))).toEqual([])
  expect(machine.listContainers()).toContain(edge)
})

// catches mutation: changed-definition-applied
test('R-44: an edge with the same page is replaced when compose.yml defines it otherwise, by later upgrades not again', () => {
  using machine = openMachine()
  machine.checkOut('1.1.0')
  machine.defineServices('second')
  const first = machine.upgrade({ page: 'the page of 1.0.0' })
  machine.checkOut('1.2.0')
  const second = machine.upgrade({ page: 'the page of 1.0.0' })

  expect([first.status, second.status]).toEqual([0, 0])
  expect(first.calls).toContain('1.1.0 start edge, 1 run')
  expect(second.calls.filter((call) => call.includes('start edge'))).toEqual([])
})

test('R-44: a return keeps the containers that were not replaced, even when compose.yml has changed', () => {
  using machine = openMachine()
  machine.checkOut('1.1.0')
  machine.defineServices('second')
  const containers = machine.listContainers()

  const { status } = machine.upgrade({ fails: '1.1.0 start api,*' })

  expect(status).toBe(1)
  expect(machine.listContainers()).toEqual(containers)
})

// catches mutation: proxy-started, read-through-proxy, edge-beside-former
test('R-44: the first upgrade with a TLS proxy starts it when the edge has given up its ports; a later one keeps it', () => {
  using machine = openMachine()
  machine.checkOut('1.1.0')
  const first = machine.upgrade({ services: DOMAIN_SERVICES })
  const proxy = machine.listContainers().find((id) => id.startsWith('proxy'))
  machine.checkOut('1.2.0')
  const second = machine.upgrade({ services: DOMAIN_SERVICES })
  const third = machine.rollBack({ services: DOMAIN_SERVICES })

  expect([first.status, second.status, third.status]).toEqual([0, 0, 0])
  expect(first.calls.slice(-4)).toEqual([
    '1.1.0 start edge, 2 run',
    'stop 1 edge',
    '1.1.0 start proxy, 1 run',
    '1.1.0 read https://proxy',
  ])
  // A download would make the gap longer.
  expect(first.calls.indexOf('1.1.0 pull --policy missing proxy')).toBe(first.calls.indexOf('1.1.0 build api edge') + 1)
  expect(proxy).toBeDefined()
  expect(machine.listContainers()).toContain(proxy)
})

// catches mutation: former-layout-kept
test('R-44: the first upgrade with a TLS proxy that fails leaves the edge of the former layout and its ports', () => {
  using machine = openMachine()
  machine.checkOut('1.1.0')

  const { status, output, calls } = machine.upgrade({ services: DOMAIN_SERVICES, fails: '1.1.0 start worker*' })

  expect([status, output]).toEqual([1, expect.stringContaining('failed its checks (see above); 1.0.0 runs again')])
  expect(machine.running()).toEqual(allOf('1.0.0'))
  expect(calls.filter((call) => / start (edge|proxy)/.test(call))).toEqual([])
  expect(calls.at(-1)).toBe('1.0.0 read http://edge:8080')
})

// catches mutation: left-edges-removed
test('R-44: with a TLS proxy an upgrade after one that was killed runs one edge', () => {
  using machine = openMachine()
  machine.checkOut('1.1.0')
  machine.upgrade({ services: DOMAIN_SERVICES })
  machine.addContainer('edge', 'edge with the page of 1.2.0')
  machine.checkOut('1.2.0')

  expect(machine.upgrade({ services: DOMAIN_SERVICES }).status).toBe(0)
  expect(machine.running()).toEqual([...allOf('1.2.0'), 'proxy: Caddy 1'].toSorted())
})

// catches mutation: new-edges-removed-first
test('R-44: with a TLS proxy an upgrade that is interrupted returns to one edge', () => {
  using machine = openMachine()
  machine.checkOut('1.1.0')
  machine.upgrade({ services: DOMAIN_SERVICES })
  machine.checkOut('1.2.0')

  const { status } = machine.upgrade({ services: DOMAIN_SERVICES, interrupts: '1.2.0 start edge,*' })

  expect(status).toBe(1)
  expect(machine.running()).toEqual([...allOf('1.1.0'), 'proxy: Caddy 1'].toSorted())
})

test('R-44: an upgrade replaces a TLS proxy whose definition has changed', () => {
  using machine = openMachine()
  machine.checkOut('1.1.0')
  machine.upgrade({ services: DOMAIN_SERVICES })
  machine.checkOut('1.2.0')

  expect(machine.upgrade({ services: DOMAIN_SERVICES, proxy: '2' }).status).toBe(0)
  expect(machine.running()).toContain('proxy: Caddy 2')
})

test('R-44: without the image of the TLS proxy nothing is replaced', () => {
  using machine = openMachine()
  machine.checkOut('1.1.0')

  const { status, output } = machine.upgrade({ services: DOMAIN_SERVICES, fails: '* --policy missing proxy' })

  expect([status, output]).toEqual([1, expect.stringContaining('the image of the proxy cannot be pulled: nothing was')])
  expect(machine.running()).toEqual(allOf('1.0.0'))
})

test('with a registry the images are pulled, not built', () => {
  using machine = openMachine()
  machine.checkOut('1.1.0')

  const { calls } = machine.upgrade({ registry: 'registry.example/shop', fails: '1.1.0 * migrate' })

  expect(calls).toContain('1.1.0 pull api edge')
  expect(calls.join('\n')).not.toContain('build')
})

test('an upgrade is refused when there is nothing to upgrade', () => {
  using same = openMachine()
  using stopped = openMachine()
  using fresh = openMachine()
  using imageless = openMachine()
  using unversioned = openMachine()
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

// catches mutation: former-images-kept
test('an upgrade keeps the images of three former releases, and deletes those of older, failed and returned ones', () => {
  using machine = openMachine({ release: '1.3.0', formers: '1.2.0 1.1.0 1.0.0' })
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
  using machine = openMachine({ release: '1.3.0', formers: '1.2.0 1.1.0 1.0.0' })
  machine.checkOut('1.4.0')

  machine.upgrade({ interrupts: 'remove *' })

  expect(machine.running()).toEqual(allOf('1.4.0'))
  expect(machine.readEnv()).toContain('RELEASE=1.4.0\nFORMER_RELEASES=1.3.0 1.2.0 1.1.0\n')
})

test('R-44: when .env cannot be written, the message states which lines it needs', () => {
  using machine = openMachine({ release: '1.1.0', formers: '1.0.0' })
  machine.checkOut('1.2.0')
  mkdirSync(`${machine.envFile}.unfinished`)
  const text = machine.readEnv()

  const { status, output } = machine.upgrade()

  expect([status, output]).toEqual([
    1,
    expect.stringContaining(
      'upgrade: release 1.2.0 runs, but .env cannot be written: put RELEASE=1.2.0 and FORMER_RELEASES=1.1.0 1.0.0 into it\n',
    ),
  ])
  expect(machine.running()).toEqual(allOf('1.2.0'))
  expect(machine.readEnv()).toBe(text)
})

test('an .env that is a link, with an owner and a mode of its own, stays so', () => {
  using machine = openMachine()
  machine.checkOut('1.1.0')
  const target = `${machine.envFile}.of-the-owner`
  renameSync(machine.envFile, target)
  chmodSync(target, 0o640)
  symlinkSync(target, machine.envFile)
  const { ino } = statSync(target)

  expect(machine.upgrade().status).toBe(0)

  expect(readFileSync(target, 'utf8')).toBe(`${SECRETS}RELEASE=1.1.0\nFORMER_RELEASES=1.0.0\n`)
  expect(statSync(target)).toMatchObject({ ino, mode: 0o100_640 })
  expect(readlinkSync(machine.envFile)).toBe(target)
  expect(existsSync(`${machine.envFile}.unfinished`)).toBe(false)
})

test('R-44: an .env that cannot be written in place loses no line', () => {
  using machine = openMachine()
  machine.checkOut('1.1.0')
  machine.addProgram('cat', 'case "$1" in .env*) exit 1 ;; esac\ncommand -p cat "$@"\n')

  expect(machine.upgrade().status).toBe(0)

  expect(machine.readEnv()).toBe(`${SECRETS}RELEASE=1.1.0\nFORMER_RELEASES=1.0.0\n`)
})

test('a rollback returns to the release before, twice, and has no third', () => {
  using machine = openMachine({ release: '1.2.0', formers: '1.1.0 1.0.0' })

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
      tryFiles('1.1.0'),
      '1.1.0 start api, 2 run',
      'stop 1 api',
      '1.1.0 start worker, 1 run',
      '1.1.0 start edge, 1 run',
      '1.1.0 read http://edge:8080',
    ],
  })
  expect(runningAfterFirst).toEqual(allOf('1.1.0'))
  expect(second.status).toBe(0)
  expect(machine.running()).toEqual(allOf('1.0.0'))
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
  using machine = openMachine({ release: '1.1.0', formers: '1.0.0' })

  const { status, output } = machine.rollBack({ fails })

  expect([status, output]).toEqual([
    1,
    expect.stringContaining(`rollback: ${reason}: nothing was replaced, release 1.1.0 still runs\n`),
  ])
  expect(machine.running()).toEqual(allOf('1.1.0'))
  expect(machine.readEnv()).toBe(`${SECRETS}RELEASE=1.1.0\nFORMER_RELEASES=1.0.0\n`)
})

// catches mutation: rollback-needs-images
test('a rollback never builds the former release from this checkout', () => {
  using machine = openMachine({ release: '1.1.0', formers: '1.0.0' })
  machine.removeImages('1.0.0')

  const { status, calls, output } = machine.rollBack()

  expect([status, output]).toEqual([
    1,
    'rollback: the images of release 1.0.0 are not on this machine: nothing was replaced, release 1.1.0 still runs\n',
  ])
  expect(calls).toEqual([])
})

test('a rollback that fails while it replaces containers returns to the release that ran', () => {
  using machine = openMachine({ release: '1.1.0', formers: '1.0.0' })

  const { status, output } = machine.rollBack({ fails: '1.0.0 read *' })

  expect([status, output]).toEqual([1, expect.stringContaining('rollback: release 1.0.0 failed its checks')])
  expect(machine.running()).toEqual(allOf('1.1.0'))
})
