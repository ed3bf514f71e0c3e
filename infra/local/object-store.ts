import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildCache, buildWithGo, findGo } from './go-build.ts'
import { findProgram } from './machine.ts'
import { freePort } from './ports.ts'
import { type Service, startService } from './process.ts'

/** The version that is built where there is none: its makers give no programs out any more, only sources. */
const MODULE = 'github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c'

/** Two thirds of the time: nothing is optimised, and the linker leaves out what only a debugger reads. */
const QUICKLY = ['-gcflags=all=-N -l', '-ldflags=-s -w']

const built = join(buildCache, 'minio')

/** Where a real S3 server is, or undefined: MinIO or Silo on the PATH, or what was built here before. */
export function findObjectStore(): string | undefined {
  return findProgram(['minio', 'silo']) ?? (existsSync(built) ? built : undefined)
}

/**
 * The same, building MinIO with Go when the machine has no other: that takes some minutes, once. Undefined where that cannot
 * be; tests run against a stand-in then.
 */
export async function findOrBuildObjectStore(say: (text: string) => void): Promise<string | undefined> {
  const found = findObjectStore()
  if (found) {
    say(`S3: the real server ${found}`)
    return found
  }
  const go = findGo()
  if (go) say(`S3: no server here, building ${MODULE} with ${go} (some minutes, once)`)
  const complaint = go
    ? await buildWithGo({ go, module: MODULE, program: 'minio', target: built, flags: QUICKLY })
    : 'There is no minio, silo or go on the PATH.'
  if (complaint === undefined) {
    say(`S3: the real server ${built}, built just now`)
    return built
  }
  say(`\n!! S3: NO REAL SERVER, the stand-in @20minutes/s3rver plays it: what strangers are refused is not tried.`)
  say(`!! ${complaint}\n`)
  return undefined
}

export interface ObjectStore extends Service {
  /** Of an account that may do everything, made with the store. */
  readonly endpoint: string
  readonly accessKey: string
  readonly secretKey: string
}

/** Starts a real S3 server on loopback; its objects are below `dir`. */
export async function startObjectStore(program: string, dir: string): Promise<ObjectStore> {
  const port = await freePort()
  const [accessKey, secretKey] = ['tsedra-root', 'of-the-local-object-store']
  const endpoint = `http://127.0.0.1:${port}`
  mkdirSync(dir, { recursive: true })
  const service = await startService({
    name: 'object store',
    command: program,
    args: ['server', dir, '--address', `127.0.0.1:${port}`, '--quiet'],
    env: { MINIO_ROOT_USER: accessKey, MINIO_ROOT_PASSWORD: secretKey, MINIO_BROWSER: 'off' },
    isReady: () =>
      fetch(`${endpoint}/minio/health/ready`, { signal: AbortSignal.timeout(1_000) }).then(
        ({ ok }) => ok,
        () => false,
      ),
  })
  // `pid` is a getter: a spread would freeze it.
  return Object.assign(Object.create(service) as Service, { endpoint, accessKey, secretKey })
}
