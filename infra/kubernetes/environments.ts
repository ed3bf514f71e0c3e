import { compose, type Environment, filledIn, type Program, programs, readInfra } from '../production/environments.ts'
import { allContainers, type Cluster, type Container, type Keys } from './cluster.ts'

/** What an owner fills in here that the compose file makes by itself. */
const filledInHere: Environment = {
  ...filledIn,
  NODE_ENV: 'production',
  HEALTH_PORT: '3001',
  DATABASE_URL: 'postgres://shop:Wq7Zr2kVmN8pQs4YbHc6DeGjKtU3x9Fs@postgres.example:5432/shop?sslmode=verify-full',
  SHOP_DATABASE_URL:
    'postgres://shop_app:s4YWq7Zr2kVmN8pQ3x9FsbHc6DeGjKtU@postgres.example:5432/shop?sslmode=verify-full',
  BACKUP_DATABASE_URL:
    'postgres://shop_backup:Zr2kVmN8pQs4YWq7jKtU3x9FsbHc6DeG@postgres.example:5432/shop?sslmode=verify-full',
  REDIS_URL: 'rediss://shop:mN8pQs4YWq7Zr2kVGjKtU3x9FsbHc6De@redis.example:6379',
  S3_ENDPOINT: 'https://s3.example',
  S3_ADDRESS: 'https://s3.example',
}

/** Variables whose default is right wherever the shop runs; everything else that a program reads has to be given or offered. */
const usual = new Set([
  'PORT',
  'WEBHOOK_PORT',
  'DATABASE_POOL',
  'PASSWORD_MEMORY_KIB',
  'PASSWORD_PASSES',
  'PAGE_DIR',
  'SITE_ADDRESS',
  'API_ADDRESS',
  'API_HEALTH_PORT',
  'WORKER_ADDRESS',
  'PAGE_ROOT',
  'KEPT',
  'READ_HEADER_TIMEOUT',
  'READ_BODY_TIMEOUT',
  'BODY_RATE',
  'WRITE_TIMEOUT',
  'IDLE_TIMEOUT',
  'API_TIMEOUT',
  'STORE_TIMEOUT',
  'GOOGLE_ISSUER',
  'APPLE_ISSUER',
  'TELEGRAM_API_ROOT',
  'TELEGRAM_LINK_ROOT',
  'TELEGRAM_PROBE_S',
  'RETAIN_ATTEMPT_DAYS',
  'RETAIN_SESSION_DAYS',
  'RETAIN_ORDER_MONTHS',
  // Pictures in a directory are for one machine.
  'MEDIA_DIR',
])

/**
 * What is wrong with what programs are told: keys that nobody reads, variables that nobody gives, secrets told to whoever
 * does not need them, values already there that are not those of a production.
 *
 * @returns `who: what` of each
 */
export function badEnvironments(cluster: Cluster): string[] {
  const containers = cluster.workloads.flatMap((workload) =>
    allContainers(workload).map((container) => ({ who: `${workload.metadata.name}/${container.name}`, container })),
  )
  const allRead = new Set(containers.flatMap(({ container }) => readBy(container)))
  const all = [cluster.settings, ...Object.values(cluster.secrets)].flatMap(namesOf)
  return [
    ...all.filter((name) => !allRead.has(name)).map((name) => `nobody reads ${name}`),
    ...all.filter((name) => filledInHere[name] === undefined).map((name) => `production.env.example has no ${name}`),
    ...containers.flatMap(({ who, container }) => ofContainer(cluster, container).map((what) => `${who}: ${what}`)),
  ]
}

function ofContainer(cluster: Cluster, container: Container): string[] {
  const reads = readBy(container)
  const sources = container.envFrom ?? []
  const secrets = sources.flatMap(({ secretRef }) => (secretRef ? [cluster.secrets[secretRef.name] ?? nothing] : []))
  const told = [...secrets, ...(sources.some(({ configMapRef }) => configMapRef) ? [cluster.settings] : [])]
  const own = Object.fromEntries((container.env ?? []).map(({ name, value }) => [name, value]))
  const needless = secrets.flatMap(namesOf).filter((name) => !reads.includes(name))
  const program = programOf(container)
  // An optional one that only somebody else reads needs no offer here; the root of the store is prepare's alone.
  const missing = reads.filter(
    (name) =>
      !usual.has(name) && !(name in own) && !told.flatMap(namesOf).includes(name) && !isRootsAlone(name, program),
  )
  const starts = [told.map(({ given }) => Object.keys(given)), told.map(namesOf)].flatMap((names) =>
    program ? refusalOf(program, { ...filledFrom(cluster, names.flat()), ...own }) : [],
  )
  return [
    ...needless.map((name) => `is told ${name} and does not read it`),
    ...missing.map((name) => `nobody tells it ${name}`),
    ...starts,
  ]
}

const nothing: Keys = { given: {}, offered: [] }

function isRootsAlone(name: string, program: Program | undefined): boolean {
  return name.startsWith('S3_ROOT_') && program !== 'api/src/prepare.ts'
}

/** With values that are there already, and the owner's where there is none. */
function filledFrom({ settings }: Cluster, names: readonly string[]): Environment {
  return Object.fromEntries(names.map((name) => [name, settings.given[name] || filledInHere[name] || '']))
}

/** By program and environment: a copy with one mistake changes few of them. */
const refusals = new Map<string, string[]>()

function refusalOf(program: Program, environment: Environment): string[] {
  const asked = JSON.stringify([program, environment])
  const known = refusals.get(asked) ?? refuse(program, environment)
  refusals.set(asked, known)
  return known
}

function refuse(program: Program, environment: Environment): string[] {
  try {
    programs[program].read(environment)
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}

/** The variables that this container's program asks for; the edge's are Caddy's. */
function readBy(container: Container): string[] {
  const program = programOf(container)
  if (program) return askedBy(program)
  if (container.command) return []
  return [...readInfra('docker/Caddyfile').matchAll(/\{\$([A-Z0-9_]+)/g)].map(([, name = '']) => name)
}

/** A program of ours: the command's, else the image's own. */
export function programOf({ image, command }: Container): Program | undefined {
  if (image !== compose.services['api']?.image) return undefined
  return (command?.at(-1) ?? 'api/src/main.ts') as Program
}

const asks = new Map<Program, string[]>()

/** Each variable of a schema may be named as a file too, and is looked for there first (readEnvironment). */
function askedBy(program: Program): string[] {
  const known = asks.get(program)
  if (known) return known
  const asked = new Set<string>()
  const source = new Proxy(filledInHere, {
    get(target, name) {
      if (typeof name === 'string' && name.endsWith('_FILE')) asked.add(name.slice(0, -'_FILE'.length))
      return Reflect.get(target, name) as string | undefined
    },
  })
  programs[program].read(source)
  asks.set(program, [...asked])
  return [...asked]
}

function namesOf({ given, offered }: Keys): string[] {
  return [...Object.keys(given), ...offered]
}
