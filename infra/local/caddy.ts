import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildCache, buildWithGo, findGo } from './go-build.ts'
import { findOrInstall, findProgram } from './machine.ts'
import { freePort } from './ports.ts'
import { messageOf, type Service, startService } from './process.ts'
import { root } from './repository.ts'

const caddyfile = join(root, 'infra/docker/Caddyfile')

/** The version that the edge's image contains (infra/docker/shop.Dockerfile). */
const [, VERSION = ''] =
  /^FROM caddy:([\d.]+)/m.exec(readFileSync(join(root, 'infra/docker/shop.Dockerfile'), 'utf8')) ?? []

const built = join(buildCache, `caddy-${VERSION}`)

let accepted: string | undefined

/** Older ones answer a half-closed request with an empty 200. */
const OLDEST = [2, 11, 5] as const

/** Returns the program that was built here, else a Caddy on the PATH that is new enough and accepts the shop's Caddyfile. */
export function findCaddy(): string | undefined {
  if (existsSync(built)) return built
  const found = findProgram(['caddy'])
  if (found && found !== accepted && complaintOf(found) === undefined) accepted = found
  return accepted
}

/**
 * Finds Caddy, builds it with Go (some minutes, once), or installs the system's own. Returns undefined when none of them
 * is possible: only the local edge is tested then.
 */
export async function findOrBuildCaddy(say: (text: string) => void): Promise<string | undefined> {
  const found = findCaddy()
  if (found) {
    say(`Caddy: ${found}`)
    return found
  }
  const go = findGo()
  if (go) say(`Caddy: not here, building ${VERSION} with ${go} (some minutes, once)`)
  const module = `github.com/caddyserver/caddy/v2/cmd/caddy@v${VERSION}`
  const flags = ['-ldflags=-s -w']
  const complaint = go ? await buildWithGo({ go, module, program: 'caddy', target: built, flags }) : install(say)
  const caddy = findCaddy()
  if (caddy) {
    say(`Caddy: ${caddy}`)
    return caddy
  }
  say(`\n!! CADDY IS MISSING, the production edge is not tested.\n!! ${complaint ?? 'The installed one is too old.'}\n`)
  return undefined
}

function install(say: (text: string) => void): string | undefined {
  try {
    const program = findOrInstall(
      { what: 'Caddy', names: ['caddy'], aptPackages: ['caddy'], brewPackage: 'caddy' },
      say,
    )
    return complaintOf(program)
  } catch (error) {
    return messageOf(error)
  }
}

function complaintOf(program: string): string | undefined {
  try {
    const version = execFileSync(program, ['version'], { encoding: 'utf8' })
    const [, ...numbers] = /(\d+)\.(\d+)\.(\d+)/.exec(version)?.map(Number) ?? []
    const different = OLDEST.findIndex((number, place) => number !== numbers[place])
    if (different >= 0 && (numbers[different] ?? 0) < (OLDEST[different] ?? 0))
      return `${program} is ${version.trim()}, older than ${OLDEST.join('.')}.`
    adapt(program, {})
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

interface CaddyOptions {
  program: string
  /** Variables of the Caddyfile. */
  env: Record<string, string>
  port?: number
  log?: string
}

export interface Caddy extends Service {
  readonly port: number
  /** Loopback addresses that it listens on. */
  readonly hosts: readonly string[]
}

/** Starts Caddy with the shop's own Caddyfile; only its listen address is replaced, by loopback. */
export async function startCaddy({ program, env, port: asked, log }: CaddyOptions): Promise<Caddy> {
  const port = asked ?? (await freePort())
  const directory = mkdtempSync(join(tmpdir(), 'tsedra-caddy-'))
  const hosts = loopbackHosts()
  const config = adapt(program, env)
  for (const server of Object.values(config.apps.http.servers)) server.listen = hosts.map((host) => `${host}:${port}`)
  const file = join(directory, 'caddy.json')
  writeFileSync(file, JSON.stringify(config))
  const service = await startService({
    name: 'caddy',
    command: program,
    args: ['run', '--config', file],
    env: { ...env, XDG_CONFIG_HOME: directory, XDG_DATA_HOME: directory },
    isReady: () =>
      fetch(`http://127.0.0.1:${port}/assets/ready`, { signal: AbortSignal.timeout(1_000) }).then(
        () => true,
        () => false,
      ),
    stopWithinMs: 5_000,
    ...(log && { log }),
  })
  // `pid` is a getter: a spread would freeze it.
  return Object.assign(Object.create(service) as Service, {
    port,
    hosts,
    async [Symbol.asyncDispose]() {
      await service.kill()
      rmSync(directory, { recursive: true, force: true })
    },
  })
}

interface Config {
  apps: { http: { servers: Record<string, { listen: string[] }> } }
}

function adapt(program: string, env: Record<string, string>): Config {
  const out = execFileSync(program, ['adapt', '--config', caddyfile, '--adapter', 'caddyfile'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return JSON.parse(out.toString()) as Config
}

function loopbackHosts(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return ['127.0.0.1', ...(addresses.some(({ address }) => address === '::1') ? ['[::1]'] : [])]
}
