import { mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import { resolve } from 'node:path'
import type { ProcessRegistry } from './orphan-processes.ts'
import { findOrInstall } from './find-program.ts'
import { getFreePort } from './ports.ts'
import { startService } from './process.ts'
import type { Service } from './process.ts'

export interface RedisOptions {
  /** Holds the append-only file; made when it is not there. */
  dir: string
  port?: number
  /** Further arguments of the server. */
  args?: readonly string[]
  keepAlive?: boolean
  log?: string
  print?: (text: string) => void
  registry?: ProcessRegistry | undefined
}

export interface Redis extends Service {
  readonly port: number
  readonly url: string
}

/** Where Redis or Valkey is, installing one when the machine has neither. */
export function findRedis(print: (text: string) => void = () => {}): string {
  const names = ['redis-server', 'valkey-server']
  return findOrInstall(
    { label: 'Redis', names, aptPackages: ['redis-server', 'valkey-server'], brewPackage: 'redis' },
    print,
  )
}

/** Starts Redis on loopback with what BullMQ needs: nothing is evicted, and a crash loses one second at most. */
export async function startRedis(options: RedisOptions): Promise<Redis> {
  const { print = () => {}, keepAlive = false, args = [] } = options
  const command = findRedis(print)
  const port = options.port ?? (await getFreePort())
  const dir = resolve(options.dir)
  mkdirSync(dir, { recursive: true })
  const persistence = ['--dir', dir, '--appendonly', 'yes', '--save', '', '--maxmemory-policy', 'noeviction']
  const service = await startService({
    name: 'redis',
    command,
    args: ['--port', String(port), '--bind', '127.0.0.1', '--daemonize', 'no', ...persistence, ...args],
    ...(options.log && { log: options.log }),
    isReady: () => pingRedis(port),
    stopTimeoutMs: 10_000,
    keepAlive,
    filterLine: (line) => (/FATAL|# Bad file|can't|Could not/.test(line) ? line : undefined),
    print,
    registry: options.registry,
  })
  // `pid` is a getter: a spread would freeze it.
  return Object.assign(Object.create(service) as Service, { port, url: `redis://127.0.0.1:${port}` })
}

/** Redis returns LOADING while it reads its file and PONG after that. */
function pingRedis(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write('PING\r\n'))
    socket.setTimeout(1_000, () => socket.destroy())
    socket.once('data', (data) => {
      resolve(data.toString().startsWith('+PONG'))
      socket.destroy()
    })
    socket.once('error', () => {})
    socket.once('close', () => resolve(false))
  })
}
