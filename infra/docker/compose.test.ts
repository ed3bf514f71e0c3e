import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { interpolate } from './interpolate.ts'
import { mergeCompose, parseCompose } from './merge-compose.ts'

const readText = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

/** A service as its compose file has it, merge keys resolved. */
interface Service {
  image?: string
  build?: { dockerfile?: string }
  user?: string
  command?: string[]
  environment?: Record<string, string | null>
  env_file?: string | null
  depends_on?: Record<string, { required?: boolean }>
  init?: boolean
  restart?: string
  read_only?: boolean
  tmpfs?: string[]
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  privileged?: boolean
  network_mode?: string
  pid?: string
  ipc?: string
  devices?: string[]
  pids_limit?: number
  mem_limit?: string
  stop_grace_period?: string
  healthcheck?: { test?: string[]; interval?: string; timeout?: string }
  ports?: string[] | null
  networks?: string[]
  profiles?: string[]
  volumes?: string[]
  logging?: { options?: Record<string, string> }
  sysctls?: Record<string, number>
}

interface Compose {
  name?: string
  include?: { path: string[]; project_directory: string; env_file: string }[]
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean } | null>
  volumes?: Record<string, { name?: string; external?: boolean } | null>
}

interface Rule {
  name: string
  isMet: (service: Service, compose: Compose) => boolean
  /** Why a service is let off, by its name. */
  exceptions?: Record<string, string>
  /** The smallest change that breaks it. */
  breakRule: (service: Service, compose: Compose) => void
}

const isOneShot = ({ restart }: Service) => restart === 'no'

/** A version to its last number, or a release by its date: tags that are not moved. */
const pinnedTag = /^(postgres:\d+\.\d+|[\w./-]+:v?\d+\.\d+\.\d+|[\w./-]+:RELEASE\.[\dTZ-]+)(-[\w-]+)?$/

/** Hardening of every container (infra/decisions/0015-containers.md). */
const rules: readonly Rule[] = [
  {
    name: 'comes from a tag that is not moved, or is built here',
    isMet: ({ image = '', build }) => build !== undefined || pinnedTag.test(image),
    breakRule(service) {
      delete service.build
      service.image = 'redis:8-alpine'
    },
  },
  {
    name: 'runs as a user without rights',
    isMet: ({ user = 'root', build }) =>
      build ? user === '10001:10001' : /^([1-9]\d*:[1-9]\d*|postgres|redis)$/.test(user),
    exceptions: {
      store: 'its image knows no user of its own; root without capabilities owns its volume and nothing else',
    },
    breakRule: (service) => delete service.user,
  },
  {
    name: 'cannot write to its own file system',
    isMet: ({ read_only }) => read_only === true,
    breakRule: (service) => (service.read_only = false),
  },
  {
    name: 'has scratch room in memory alone, so much and no program in it',
    isMet: ({ tmpfs = [] }) =>
      tmpfs.some((mount) => mount.startsWith('/tmp:')) &&
      tmpfs.every((mount) => /^[\w/]+:size=\d+m,noexec(,mode=\d+)?$/.test(mount)),
    breakRule: (service) => (service.tmpfs = ['/tmp']),
  },
  {
    name: 'has no capability',
    isMet: ({ cap_drop = [], cap_add = [] }) => cap_drop.join() === 'ALL' && cap_add.length === 0,
    exceptions: {
      edge: 'the file of Caddy asks for NET_BIND_SERVICE; a program whose file asks in vain is not started',
      proxy: 'as the edge',
    },
    breakRule: (service) => (service.cap_add = ['SYS_ADMIN']),
  },
  {
    name: 'drops every capability that it is not given by name',
    isMet: ({ cap_drop = [], cap_add = [] }) =>
      cap_drop.join() === 'ALL' && cap_add.every((name) => name === 'NET_BIND_SERVICE'),
    breakRule: (service) => delete service.cap_drop,
  },
  {
    name: 'gains no rights by starting a program',
    isMet: ({ security_opt = [] }) => security_opt.join() === 'no-new-privileges:true',
    breakRule: (service) => (service.security_opt = ['no-new-privileges:false']),
  },
  {
    name: 'shares nothing with the machine',
    isMet: ({ privileged, network_mode, pid, ipc, devices, volumes = [] }) =>
      !privileged &&
      !network_mode &&
      !pid &&
      !ipc &&
      !devices &&
      !volumes.some((volume) => /docker\.sock/.test(volume)),
    breakRule: (service) => (service.volumes = ['/var/run/docker.sock:/var/run/docker.sock']),
  },
  {
    name: 'has so many processes at most',
    isMet: ({ pids_limit = 0 }) => pids_limit > 0 && pids_limit <= 1024,
    breakRule: (service) => (service.pids_limit = -1),
  },
  {
    name: 'has so much memory at most',
    isMet: ({ mem_limit = '' }) => /^(\d{3}m|1g)$/.test(mem_limit),
    breakRule: (service) => delete service.mem_limit,
  },
  {
    name: 'writes so much log at most',
    isMet: ({ logging }) => Boolean(logging?.options?.['max-size'] && logging.options['max-file']),
    breakRule: (service) => delete service.logging,
  },
  {
    name: 'has a first process that reaps',
    isMet: ({ init }) => init === true,
    exceptions: {
      edge: 'Caddy starts nothing',
      proxy: 'Caddy starts nothing',
      postgres: 'the postmaster reaps',
      redis: 'starts nothing but its own savers, which it reaps',
      store: 'Silo starts nothing',
    },
    breakRule: (service) => delete service.init,
  },
  {
    name: 'has time to end what it has begun',
    isMet: ({ stop_grace_period = '' }) => /^(30|60)s$/.test(stop_grace_period),
    breakRule: (service) => delete service.stop_grace_period,
  },
  {
    name: 'starts again after a crash',
    isMet: (service) => isOneShot(service) || service.restart === 'unless-stopped',
    breakRule: (service) => delete service.restart,
  },
  {
    name: 'says whether it is well, and soon',
    isMet: (service) =>
      isOneShot(service) ||
      Boolean(service.healthcheck?.test?.length && service.healthcheck.interval && service.healthcheck.timeout),
    breakRule(service) {
      service.restart = 'unless-stopped'
      delete service.healthcheck
    },
  },
  {
    name: 'publishes no port',
    isMet: ({ ports, profiles = [] }) =>
      !ports?.length || (profiles.join() === 'demo' && ports.every((published) => published.startsWith('127.0.0.1:'))),
    exceptions: {
      edge: 'the proxy with the certificate sends requests to it',
      proxy: 'it is the door',
      grafana: 'browsers of this machine read it',
    },
    breakRule: (service) => (service.ports = ['3000:3000']),
  },
  {
    name: 'is on the network that leads nowhere, and on that alone',
    isMet: ({ networks = [] }, { networks: all }) => networks.join() === 'backend' && all['backend']?.internal === true,
    exceptions: {
      edge: 'a port of the machine leads to it',
      proxy: 'ports of the machine lead to it, and to the edge; it reaches nothing else',
      worker: 'it writes to Telegram and to mail servers',
      api: 'it asks Google and Apple who somebody is',
      alertmanager: 'it writes to Telegram',
      grafana: 'a port of the machine leads to it',
      telegram: 'a port of the machine leads to its page',
      mail: 'a port of the machine leads to its page',
    },
    breakRule: (_, compose) => (compose.networks['backend'] = {}),
  },
  {
    name: 'is no door of the network that leads nowhere',
    isMet: ({ networks = [] }) =>
      networks.length > 0 && networks.every((name) => name === 'backend' || name === 'outside'),
    breakRule: (service) => (service.networks = ['default']),
  },
  {
    name: 'keeps what is to stay in a volume that has a name',
    isMet: ({ volumes = [] }) => volumes.every((volume) => !/^\/|:\/var\/lib\/postgresql\/data$/.test(volume)),
    breakRule: (service) => (service.volumes = ['postgres:/var/lib/postgresql/data']),
  },
]

/** For IPv4 alone: from Docker's gateway all clients of IPv6 would share one address. */
const PUBLIC_PORTS = ['0.0.0.0:80:80', '0.0.0.0:443:443', '0.0.0.0:443:443/udp']

const parseComposeFile = (path: string) => parseCompose(readText(path)) as Compose
const production = parseComposeFile('../production/compose.yml')
const https = parseComposeFile('../production/https.yml')
const monitoring = parseComposeFile('../production/monitoring.yml')
/** Services that a production may use outside its project, and the variables that name them. */
const external: Record<string, { file: Compose; variables: readonly string[] }> = {
  postgres: {
    file: parseComposeFile('../production/external-postgres.yml'),
    variables: ['DATABASE_URL', 'OWNER_DATABASE_URL', 'BACKUP_DATABASE_URL'],
  },
  redis: { file: parseComposeFile('../production/external-redis.yml'), variables: ['REDIS_URL'] },
  store: { file: parseComposeFile('../production/external-store.yml'), variables: ['S3_ENDPOINT'] },
}
const tryOut = parseComposeFile('../../docker-compose.yml')
const tryOutAdditions = parseComposeFile('try-out.yml')
const settings: Record<string, string> = Object.fromEntries(
  [...readText('try-out.env').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
)

/** Every container of production, try-out and monitoring is held to the rules. */
const compose: Compose = {
  ...production,
  services: {
    ...production.services,
    ...pickKeys(tryOutAdditions.services, ['telegram', 'mail']),
    ...monitoring.services,
    ...pickKeys(https.services, ['proxy']),
  },
}
const serviceNames = Object.keys(compose.services)

/** A production that has the certificate itself. */
const withHttps = mergeCompose(compose, https)
/** A production whose Postgres, Redis and picture store are elsewhere. */
const withExternal = mergeCompose(compose, ...Object.values(external).map(({ file }) => file))

/** Services that break a rule without being let off, and those that are let off for nothing. */
function findViolations({ isMet, exceptions = {} }: Rule, composeFile: Compose): string[] {
  return serviceNames.filter((name) => isMet(composeFile.services[name] ?? {}, composeFile) === name in exceptions)
}

test('there are services to look at', () => {
  expect(serviceNames.length).toBeGreaterThan(10)
})

test.each(rules)('P-06: every container $name', (rule) => {
  expect(findViolations(rule, compose)).toEqual([])
  // There the proxy publishes the ports, and the edge none.
  expect(findViolations(rule, withHttps)).toEqual(rule.name === 'publishes no port' ? ['edge'] : [])
  // Programs that reach services outside have a way out.
  const wayOut = rule.name.startsWith('is on the network') ? ['migrate', 'backup', 'restore'] : []
  expect(findViolations(rule, withExternal)).toEqual(wayOut)
})

test.each(rules)('P-06: the check fails when a container no longer $name', (rule) => {
  for (const name of serviceNames.filter((serviceName) => !rule.exceptions || !(serviceName in rule.exceptions))) {
    const mutant = structuredClone(compose)
    rule.breakRule(mutant.services[name] ?? {}, mutant)

    expect(findViolations(rule, mutant), name).toContain(name)
  }
})

test('P-06: images are made from tags that are not moved', () => {
  const baseImages = ['shop', 'fakes'].flatMap((name) => {
    const text = readText(`${name}.Dockerfile`)
    const stages = [...text.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, stage]) => stage)
    return [...text.matchAll(/^FROM (\S+)/gm)]
      .map(([, baseImage = '']) => baseImage)
      .filter((baseImage) => baseImage !== 'scratch' && !stages.includes(baseImage))
  })

  expect(new Set(baseImages)).toEqual(
    new Set([`node:${readText('../../.node-version').trim()}-bookworm-slim`, 'caddy:2.11.9-alpine']),
  )
  expect([...baseImages].filter((baseImage) => !pinnedTag.test(baseImage))).toEqual([])
})

test('production: a project of its own, without demo data, stand-ins, profiles of the try-out or local secrets', () => {
  const text = readText('../production/compose.yml')
  const images = Object.values(production.services).map(({ image }) => image)
  const profiles = Object.values(production.services).flatMap(({ profiles = [] }) => profiles)

  expect(production.name).toBe('tsedra-production')
  expect(production.include).toBeUndefined()
  expect(images.filter((image) => image?.match(/fakes|mailpit/))).toEqual([])
  expect(new Set(profiles)).toEqual(new Set(['backup']))
  expect(text.replaceAll(/#.*/g, '')).not.toMatch(/local-only|localhost|demo|seeds|development/)
  for (const { environment = {}, image } of Object.values(production.services))
    if (image?.includes('tsedra-app')) expect(environment['NODE_ENV']).toBe('production')
})

// catches mutation: postgres-password-required
test('production: no secret has a default, so a forgotten environment file is refused before a container is touched', () => {
  const text = ['compose', 'monitoring'].map((name) => readText(`../production/${name}.yml`)).join('')
  const secrets = [...text.matchAll(/\$\{(\w*(?:SECRET|PASSWORD|TOKEN|KEY)\w*)(:.)?[^}]*\}/g)]

  expect(secrets.length).toBeGreaterThan(12)
  expect(secrets.filter(([, , operator]) => operator !== ':?').map(([variable]) => variable)).toEqual([])
})

// catches mutation: try-out-own-project
test('try-out and production share no project, container or volume', () => {
  expect(tryOut.name).toBe('tsedra-try-out')
  // A volume with a name of its own would be one volume in both projects.
  expect(Object.values(production.volumes ?? {}).filter((volume) => volume !== null)).toEqual([])
  expect(tryOut.volumes).toBeUndefined()
  expect(Object.values(compose.services).filter((service) => 'container_name' in service)).toEqual([])
})

test.each(['POSTGRES_PASSWORD', 'SESSION_SECRETS', 'TELEGRAM_BOT_TOKEN'])(
  'try-out: with %s of a production set, the compose file is refused with the reason',
  (name) => {
    const file = tryOut.include?.[0]?.env_file ?? ''

    expect(interpolate(file, {})).toBe('infra/docker/try-out.env')
    expect(interpolate(file, { [name]: 'any' })).toContain(`(${name} is set: a production runs from infra/production`)
  },
)

test('try-out: it is the production with settings of its own, and none of those starts a production', () => {
  const requiredVariables = new Set(
    [...readText('../production/compose.yml').matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name),
  )

  expect(tryOut.include?.[0]).toMatchObject({
    path: ['infra/production/compose.yml', 'infra/docker/try-out.yml'],
    project_directory: 'infra/production',
  })
  expect([...requiredVariables].filter((name) => !settings[name])).toEqual([])
  expect(settings).toHaveProperty('TRUSTED_PROXIES')
  const secrets = Object.entries(settings).filter(([name]) => /SECRET|PASSWORD|TOKEN|BACKUP_KEY/.test(name))
  expect(secrets.filter(([, value]) => !value.includes('local-only'))).toEqual([])
  for (const [name, { image }] of Object.entries(compose.services))
    if (image && /tsedra-(app|fakes)/.test(image))
      expect(tryOutAdditions.services[name]?.environment?.['NODE_ENV'], name).toBe('development')
})

test('try-out: addresses that browsers get follow PORT and TELEGRAM_PORT', () => {
  const origin = settings['PUBLIC_ORIGIN'] ?? ''
  const linkRoot = tryOutAdditions.services['api']?.environment?.['TELEGRAM_LINK_ROOT'] ?? ''

  expect(interpolate(origin, {})).toBe('http://localhost:8080')
  expect(interpolate(origin, { PORT: '9090' })).toBe('http://localhost:9090')
  expect(interpolate(linkRoot, {})).toBe('http://localhost:8081')
  expect(interpolate(linkRoot, { TELEGRAM_PORT: '9091' })).toBe('http://localhost:9091')
})

test('every port is published on loopback only, except those of the TLS proxy, unless the edge is configured otherwise', () => {
  const published = Object.values(compose.services).flatMap(({ ports }) => ports ?? [])

  expect(published.map((port) => interpolate(port, {}))).toEqual([
    '127.0.0.1:8080:8080',
    '127.0.0.1:8081:8081',
    '127.0.0.1:8082:8025',
    '127.0.0.1:3030:3000',
    ...PUBLIC_PORTS,
  ])
  expect(interpolate(published[0] ?? '', { BIND_ADDRESS: '0.0.0.0', PORT: '80' })).toBe('0.0.0.0:80:8080')
})

test('a production with a domain has a TLS proxy, which alone is reached from outside', () => {
  const { edge: mergedEdge = {}, proxy = {} } = withHttps.services

  expect(Object.keys(https)).toEqual(['services', 'volumes'])
  expect(Object.keys(https.services)).toEqual(['proxy', 'edge', 'api'])
  expect([mergedEdge.ports, proxy.ports]).toEqual([null, PUBLIC_PORTS])
  // A volume without a name of its own is the project's.
  expect(https.volumes).toEqual({ certificates: null })
  expect(proxy.volumes).toEqual([`certificates:${proxy.environment?.['XDG_DATA_HOME']}`])
  expect(readText('shop.Dockerfile')).toContain(`\nFROM ${proxy.image} AS edge\n`)
  // Compose replaces no container because of a file, and writes none into a read-only one.
  expect(proxy).not.toHaveProperty('configs')
  expect(() => interpolate(proxy.environment?.['CADDYFILE'] ?? '', { DOMAIN: '' })).toThrow('DOMAIN')
})

test('a production with a domain trusts its TLS proxy, and ignores .env', () => {
  const { edge: mergedEdge = {}, api = {} } = withHttps.services

  expect(mergedEdge.environment).toMatchObject({ TRUSTED_PROXIES: 'private_ranges' })
  expect(api.environment).toMatchObject({ TRUST_PROXY: 'uniquelocal' })
})

test('monitoring adds containers and changes none of the shop', () => {
  expect(Object.keys(monitoring.services).toSorted()).toEqual(['alertmanager', 'grafana', 'prometheus'])
  expect(Object.keys(monitoring.services).filter((name) => name in production.services)).toEqual([])
  // Only this machine reaches Grafana, with every value of BIND_ADDRESS.
  expect(monitoring.services['grafana']?.ports?.map((port) => interpolate(port, { BIND_ADDRESS: '0.0.0.0' }))).toEqual([
    '127.0.0.1:3030:3000',
  ])
  expect(monitoring.services['grafana']?.environment).toMatchObject({
    GF_AUTH_ANONYMOUS_ORG_ROLE: 'Viewer',
    GF_AUTH_BASIC_ENABLED: 'false',
    GF_SECURITY_DISABLE_INITIAL_ADMIN_CREATION: 'true',
  })
})

// catches mutation: external-needs-file
test.each(Object.entries(external))(
  'an external %s is used only with its file, which requires all its variables and stops the bundled container',
  (name, { file, variables }) => {
    const bundled = production.services[name] ?? {}
    const [variable = ''] = variables

    expect(interpolate(bundled.env_file ?? '', {})).toBe('/dev/null')
    expect(interpolate(bundled.env_file ?? '', { [variable]: 'any' })).toBe(
      `/dev/null (${variable} is set, add external-${name}.yml to COMPOSE_FILE)`,
    )
    const merged = mergeCompose(production, file)
    expect(merged.services[name]).toMatchObject({ profiles: ['bundled'], env_file: null })
    const text = readText(`../production/external-${name}.yml`)
    expect(new Set([...text.matchAll(/\$\{(\w+)(.{2})/g)].map(([, read, operator]) => `${read}${operator}`))).toEqual(
      new Set(variables.map((required) => `${required}:?`)),
    )
    // No program is left with an address of the bundled one, or waits for it.
    const address = new RegExp(`[@/]${name}:`)
    for (const [service, { environment = {}, depends_on: dependencies = {}, profiles }] of Object.entries(
      merged.services,
    )) {
      if (profiles?.includes('bundled')) continue
      expect([service, Object.values(environment).filter((value) => address.test(value ?? ''))]).toEqual([service, []])
      for (const [dependency, { required }] of Object.entries(dependencies)) {
        const isBundled = merged.services[dependency]?.profiles?.includes('bundled')
        expect([service, dependency, isBundled && required !== false]).not.toContain(true)
      }
    }
  },
)

test('variables of the shell give the try-out neither a domain nor an external service', () => {
  expect(tryOutAdditions.services['edge']?.environment).toEqual({ DOMAIN: '' })
  for (const name of Object.keys(external)) expect(tryOutAdditions.services[name]).toEqual({ env_file: null })
})

test('fakes run in the try-out; production starts none', () => {
  const servicesInProfile = (name: string) =>
    serviceNames.filter((serviceName) => compose.services[serviceName]?.profiles?.includes(name))

  expect(servicesInProfile('demo')).toEqual(['telegram', 'mail'])
  expect(serviceNames.filter((serviceName) => compose.services[serviceName]?.image?.match(/fakes|mailpit/))).toEqual([
    'telegram',
    'mail',
  ])
  expect(readText('../../.env')).toMatch(/^COMPOSE_PROFILES=demo$/m)
  expect(readText('../production.env.example')).not.toContain('COMPOSE_PROFILES')
})

test('the keys of the store are known to the store and to who makes its bucket', () => {
  const servicesWithKey = serviceNames.filter((serviceName) =>
    /S3_ROOT_SECRET_KEY/.test(JSON.stringify(compose.services[serviceName])),
  )

  expect(servicesWithKey).toEqual(['prepare', 'store'])
})

function pickKeys<T>(all: Record<string, T>, keys: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => keys.includes(name)))
}
