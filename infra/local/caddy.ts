import { execFileSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { interpolate } from '../docker/interpolate.ts'
import { parseCompose } from '../docker/merge-compose.ts'
import { buildCache, buildWithGo, findGo } from './go-build.ts'
import { findOrInstall, findProgram } from './find-program.ts'
import { getFreePort, isPortFree } from './ports.ts'
import { getErrorMessage, type Service, startService } from './process.ts'
import { root } from './repository.ts'

const caddyfile = join(root, 'infra/docker/Caddyfile')
const httpsFile = join(root, 'infra/production/https.yml')

/** The version that the edge's image contains (infra/docker/shop.Dockerfile). */
const [, CADDY_VERSION = ''] =
  /^FROM caddy:([\d.]+)/m.exec(readFileSync(join(root, 'infra/docker/shop.Dockerfile'), 'utf8')) ?? []

const builtProgram = join(buildCache, `caddy-${CADDY_VERSION}`)

let acceptedProgram: string | undefined

/** Older ones answer a half-closed request with an empty 200. */
const MIN_VERSION = [2, 11, 5] as const

/** Returns the program that was built here, else a Caddy on the PATH that is new enough and accepts the shop's Caddyfile. */
export function findCaddy(): string | undefined {
  if (existsSync(builtProgram)) return builtProgram
  const systemProgram = findProgram(['caddy'])
  if (systemProgram && systemProgram !== acceptedProgram && findCaddyProblem(systemProgram) === undefined)
    acceptedProgram = systemProgram
  return acceptedProgram
}

/**
 * Finds Caddy, builds it with Go (some minutes, once), or installs the system's own. Returns undefined when none of them
 * is possible: only the local edge is tested then.
 */
export async function findOrBuildCaddy(print: (text: string) => void): Promise<string | undefined> {
  const existing = findCaddy()
  if (existing) {
    print(`Caddy: ${existing}`)
    return existing
  }
  const go = findGo()
  if (go) print(`Caddy: not here, building ${CADDY_VERSION} with ${go} (some minutes, once)`)
  const module = `github.com/caddyserver/caddy/v2/cmd/caddy@v${CADDY_VERSION}`
  const flags = ['-ldflags=-s -w']
  const problem = go
    ? await buildWithGo({ go, module, program: 'caddy', target: builtProgram, flags })
    : installCaddy(print)
  const builtCaddy = findCaddy()
  if (builtCaddy) {
    print(`Caddy: ${builtCaddy}`)
    return builtCaddy
  }
  print(`\n!! CADDY IS MISSING, the production edge is not tested.\n!! ${problem ?? 'The installed one is too old.'}\n`)
  return undefined
}

function installCaddy(print: (text: string) => void): string | undefined {
  try {
    const program = findOrInstall(
      { label: 'Caddy', names: ['caddy'], aptPackages: ['caddy'], brewPackage: 'caddy' },
      print,
    )
    return findCaddyProblem(program)
  } catch (error) {
    return getErrorMessage(error)
  }
}

function findCaddyProblem(program: string): string | undefined {
  try {
    const version = execFileSync(program, ['version'], { encoding: 'utf8' })
    const [, ...numbers] = /(\d+)\.(\d+)\.(\d+)/.exec(version)?.map(Number) ?? []
    const differingIndex = MIN_VERSION.findIndex((number, index) => number !== numbers[index])
    if (differingIndex >= 0 && (numbers[differingIndex] ?? 0) < (MIN_VERSION[differingIndex] ?? 0))
      return `${program} is ${version.trim()}, older than ${MIN_VERSION.join('.')}.`
    adaptCaddyfile(program, {})
    return undefined
  } catch (error) {
    return getErrorMessage(error)
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

/** Starts Caddy with the shop's own Caddyfile; only its listen addresses are replaced, by loopback and a free port. */
export async function startCaddy({ program, env, port: requestedPort, log }: CaddyOptions): Promise<Caddy> {
  const port = requestedPort ?? (await getFreePort())
  const hosts = listLoopbackHosts()
  const config = adaptCaddyfile(program, env)
  for (const server of Object.values(config.apps.http.servers)) server.listen = hosts.map((host) => `${host}:${port}`)
  const directory = mkdtempSync(join(tmpdir(), 'tsedra-caddy-'))
  const service = await runCaddy({
    program,
    config,
    directory,
    env,
    isReady: () => canRequest(`http://127.0.0.1:${port}/assets/ready`),
    log,
  })
  return addProperties(service, { port, hosts })
}

interface TlsProxyOptions {
  program: string
  /** Caddy certifies a name such as shop.internal itself, without a network. */
  domain: string
  edgePort: number
  /** Clients that may choose their address by X-Forwarded-For; in production there are none. */
  trustedProxies?: readonly string[]
  log?: string
}

export interface TlsProxy extends Service {
  readonly httpsPort: number
  /** Redirects to HTTPS. */
  readonly redirectPort: number
  /** The certificate of its own authority. */
  readonly rootCertificate: string
}

/**
 * Starts the TLS proxy of infra/production/https.yml; only its addresses are replaced, by loopback and free ports. Resolves when it
 * has its certificate.
 */
export async function startTlsProxy(options: TlsProxyOptions): Promise<TlsProxy> {
  const { program, domain, edgePort, trustedProxies = [], log } = options
  const { services } = parseCompose(readFileSync(httpsFile, 'utf8')) as HttpsCompose
  const { CADDYFILE, GOMEMLIMIT } = services.proxy.environment
  const caddyfileText = interpolate(CADDYFILE, { DOMAIN: domain })
  const [httpsPort, redirectPort, healthPort] = [await getFreeHttpsPort(), await getFreePort(), await getFreePort()]
  const directory = mkdtempSync(join(tmpdir(), 'tsedra-caddy-'))
  const file = join(directory, 'Caddyfile')
  writeFileSync(file, caddyfileText.replace('edge:8080', `127.0.0.1:${edgePort}`))
  const config = adaptCaddyfile(program, {}, file)
  for (const server of Object.values(config.apps.http.servers)) {
    server.listen = [`127.0.0.1:${server.listen.includes(':443') ? httpsPort : healthPort}`]
    if (trustedProxies.length > 0) server.trusted_proxies = { source: 'static', ranges: trustedProxies }
  }
  Object.assign(config.apps.http, { http_port: redirectPort, https_port: httpsPort })
  config.apps.pki = { certificate_authorities: { local: { install_trust: false } } }
  const service = await runCaddy({
    program,
    config,
    directory,
    env: { GOMEMLIMIT },
    isReady: () => canConnect(httpsPort, domain),
    log,
  })
  return addProperties(service, {
    httpsPort,
    redirectPort,
    rootCertificate: join(directory, 'caddy/pki/authorities/local/root.crt'),
  })
}

interface CaddyRun {
  program: string
  config: CaddyConfig
  /** Of its files; deleted when it ends. */
  directory: string
  env: Record<string, string>
  isReady: () => Promise<boolean>
  log: string | undefined
}

async function runCaddy({ program, config, directory, env, isReady, log }: CaddyRun): Promise<Service> {
  const file = join(directory, 'caddy.json')
  writeFileSync(file, JSON.stringify(config))
  const service = await startService({
    name: 'caddy',
    command: program,
    args: ['run', '--config', file],
    env: { ...env, XDG_CONFIG_HOME: directory, XDG_DATA_HOME: directory },
    isReady,
    stopTimeoutMs: 5_000,
    ...(log && { log }),
  })
  return addProperties(service, {
    async [Symbol.asyncDispose]() {
      await service.kill()
      rmSync(directory, { recursive: true, force: true })
    },
  })
}

const canRequest = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
    () => true,
    () => false,
  )

/** The handshake fails until Caddy has made its certificate. */
async function canConnect(port: number, servername: string): Promise<boolean> {
  const socket = tls.connect({ host: '127.0.0.1', port, servername, rejectUnauthorized: false })
  const isConnected = await once(socket, 'secureConnect', { signal: AbortSignal.timeout(1_000) }).then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isConnected
}

/** `pid` is a getter: a spread would freeze it. */
const addProperties = <Properties extends object>(service: Service, properties: Properties): Service & Properties =>
  Object.assign(Object.create(service) as Service, properties)

/** HTTP/3 needs the UDP port of the same number, which `getFreePort` holds. */
async function getFreeHttpsPort(): Promise<number> {
  for (;;) {
    const socket = createSocket('udp4').bind(0, '127.0.0.1')
    await once(socket, 'listening')
    const { port } = socket.address()
    await new Promise<void>((resolve) => socket.close(() => resolve()))
    if (await isPortFree(port)) return port
  }
}

interface HttpsCompose {
  services: { proxy: { environment: { CADDYFILE: string; GOMEMLIMIT: string } } }
}

interface CaddyServer {
  listen: string[]
  trusted_proxies?: { source: 'static'; ranges: readonly string[] }
}

interface CaddyConfig {
  apps: {
    http: { http_port?: number; https_port?: number; servers: Record<string, CaddyServer> }
    /** Without `install_trust: false` the machine would trust the authority of a test. */
    pki?: { certificate_authorities: { local: { install_trust: boolean } } }
  }
}

function adaptCaddyfile(program: string, env: Record<string, string>, file = caddyfile): CaddyConfig {
  const output = execFileSync(program, ['adapt', '--config', file, '--adapter', 'caddyfile'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return JSON.parse(output.toString()) as CaddyConfig
}

function listLoopbackHosts(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((interfaceAddresses) => interfaceAddresses ?? [])
  return ['127.0.0.1', ...(addresses.some(({ address }) => address === '::1') ? ['[::1]'] : [])]
}
