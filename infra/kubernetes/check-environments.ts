import {
  productionCompose,
  type Environment,
  exampleValues,
  type Program,
  programs,
  readInfraFile,
} from '../production/environments.ts'
import { listContainers, type Cluster, type Container, type EnvironmentKeys } from './cluster.ts'

/** What an owner fills in here that the compose file makes by itself. */
const kubernetesValues: Environment = {
  ...exampleValues,
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
const defaultedVariables = new Set([
  'PORT',
  'WEBHOOK_PORT',
  'DATABASE_POOL',
  'PASSWORD_MEMORY_KIB',
  'PASSWORD_PASSES',
  'PAGE_DIR',
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
  // The API of a cluster cannot read the backups; those that write and check them have it.
  'BACKUP_DIR',
])

/**
 * Returns mistakes in environments: keys that no program reads, required variables that are missing, secrets in
 * programs that do not need them, values that differ from production's.
 *
 * @returns `who: what` of each
 */
export function findEnvironmentProblems(cluster: Cluster): string[] {
  const containers = cluster.workloads.flatMap((workload) =>
    listContainers(workload).map((container) => ({ owner: `${workload.metadata.name}/${container.name}`, container })),
  )
  const readVariableNames = new Set(containers.flatMap(({ container }) => getContainerVariables(container)))
  const givenNames = [cluster.settings, ...Object.values(cluster.secrets)].flatMap(getKeyNames)
  return [
    ...givenNames.filter((name) => !readVariableNames.has(name)).map((name) => `no program reads ${name}`),
    ...givenNames
      .filter((name) => kubernetesValues[name] === undefined)
      .map((name) => `production.env.example has no ${name}`),
    ...containers.flatMap(({ owner, container }) =>
      findContainerProblems(cluster, container).map((problem) => `${owner}: ${problem}`),
    ),
  ]
}

function findContainerProblems(cluster: Cluster, container: Container): string[] {
  const reads = getContainerVariables(container)
  const sources = container.envFrom ?? []
  const secrets = sources.flatMap(({ secretRef }) => (secretRef ? [cluster.secrets[secretRef.name] ?? noKeys] : []))
  const keySources = [...secrets, ...(sources.some(({ configMapRef }) => configMapRef) ? [cluster.settings] : [])]
  const ownValues = Object.fromEntries((container.env ?? []).map(({ name, value }) => [name, value]))
  const unneeded = secrets.flatMap(getKeyNames).filter((name) => !reads.includes(name))
  const program = getProgram(container)
  // An optional variable of another program needs no value here; only prepare needs the root account of the store.
  const missing = reads.filter(
    (name) =>
      !defaultedVariables.has(name) &&
      !(name in ownValues) &&
      !keySources.flatMap(getKeyNames).includes(name) &&
      !isRootOnly(name, program),
  )
  const startErrors = [keySources.map(({ values: given }) => Object.keys(given)), keySources.map(getKeyNames)].flatMap(
    (names) => (program ? getConfigErrors(program, { ...fillValues(cluster, names.flat()), ...ownValues }) : []),
  )
  return [
    ...unneeded.map((name) => `receives ${name} and does not read it`),
    ...missing.map((name) => `is missing ${name}`),
    ...startErrors,
  ]
}

const noKeys: EnvironmentKeys = { values: {}, optional: [] }

function isRootOnly(name: string, program: Program | undefined): boolean {
  return name.startsWith('S3_ROOT_') && program !== 'api/src/prepare.ts'
}

/** With values that are there already, and the owner's where there is none. */
function fillValues({ settings }: Cluster, names: readonly string[]): Environment {
  return Object.fromEntries(names.map((name) => [name, settings.values[name] || kubernetesValues[name] || '']))
}

/** By program and environment: a copy with one mistake changes few of them. */
const errorsByEnvironment = new Map<string, string[]>()

function getConfigErrors(program: Program, environment: Environment): string[] {
  const cacheKey = JSON.stringify([program, environment])
  const errors = errorsByEnvironment.get(cacheKey) ?? readConfigErrors(program, environment)
  errorsByEnvironment.set(cacheKey, errors)
  return errors
}

function readConfigErrors(program: Program, environment: Environment): string[] {
  try {
    programs[program].read(environment)
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}

/** Returns the variables that this container's program reads; the edge's are in the Caddyfile. */
function getContainerVariables(container: Container): string[] {
  const program = getProgram(container)
  if (program) return getProgramVariables(program)
  if (container.command) return []
  return [...readInfraFile('docker/Caddyfile').matchAll(/\{\$([A-Z0-9_]+)/g)].map(([, name = '']) => name)
}

/** A program of ours: the command's, else the image's own. */
export function getProgram({ image, command }: Container): Program | undefined {
  if (image !== productionCompose.services['api']?.image) return undefined
  return (command?.at(-1) ?? 'api/src/main.ts') as Program
}

const variablesByProgram = new Map<Program, string[]>()

/** Each variable of a schema may be set as a file too, which is read first (readEnvironment). */
function getProgramVariables(program: Program): string[] {
  const cached = variablesByProgram.get(program)
  if (cached) return cached
  const variables = new Set<string>()
  const source = new Proxy(kubernetesValues, {
    get(target, name) {
      if (typeof name === 'string' && name.endsWith('_FILE')) variables.add(name.slice(0, -'_FILE'.length))
      return Reflect.get(target, name) as string | undefined
    },
  })
  programs[program].read(source)
  variablesByProgram.set(program, [...variables])
  return [...variables]
}

function getKeyNames({ values: given, optional: offered }: EnvironmentKeys): string[] {
  return [...Object.keys(given), ...offered]
}
