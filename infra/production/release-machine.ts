import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openCheckout } from './checkout.ts'

export const SECRETS = 'CODE_SECRET=a-secret-of-the-owner-0123456789abcdef\n'

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

const scripts = ['upgrade.sh', 'rollback.sh', 'release.sh', 'doctor.sh']

/** Opens a machine that runs release 1.0.0 with this many APIs; `docker` is fake-docker.sh. */
export function openReleaseMachine({ apis = 1, release = '1.0.0', formers = '' } = {}) {
  const checkout = openCheckout(scripts.map((name) => `infra/production/${name}`))
  const { root, production, envFile } = checkout
  const state = join(root, 'docker')
  for (const name of ['images', 'containers', 'unhealthy', 'labels', 'stopping'])
    mkdirSync(join(state, name), { recursive: true })
  checkout.addProgram('docker', readFileSync(new URL('fake-docker.sh', import.meta.url), 'utf8'))
  checkout.addProgram('sleep', '#!/bin/sh\n')
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
        PATH: checkout.searchPath,
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
    ...checkout,
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
    readEnv: () => readFileSync(envFile, 'utf8'),
    removeEnv: () => rmSync(envFile),
    stop: () => {
      for (const id of readdirSync(join(state, 'containers'))) rmSync(join(state, 'containers', id))
    },
  }
}

/** The running containers when every service has this release. */
export const servicesOf = (release: string) => [
  `api: app of ${release}`,
  `edge: edge with the page of ${release}`,
  `worker: app of ${release}`,
]

/** The call that checks the edge's files. */
export const edgeCheckOf = (release: string) =>
  `${release} run --rm --no-deps -T edge edge-start --required caddy validate --config /etc/caddy/Caddyfile --adapter caddyfile`
