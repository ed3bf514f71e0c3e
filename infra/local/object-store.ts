import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildCache, buildWithGo, findGo } from './go-build.ts'
import { findProgram } from './find-program.ts'
import { getFreePort } from './ports.ts'
import { type Service, startService } from './process.ts'

/** The version that is built where there is none: its makers give no programs out any more, only sources. */
const MINIO_MODULE = 'github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c'

/** Two thirds of the time: nothing is optimised, and the linker leaves out what only a debugger reads. */
const FAST_BUILD_FLAGS = ['-gcflags=all=-N -l', '-ldflags=-s -w']

const builtProgram = join(buildCache, 'minio')

/** Where a real S3 server is, or undefined: MinIO or Silo on the PATH, or what was built here before. */
export function findObjectStore(): string | undefined {
  return findProgram(['minio', 'silo']) ?? (existsSync(builtProgram) ? builtProgram : undefined)
}

/**
 * The same, building MinIO with Go when the machine has no other: that takes some minutes, once. Undefined where that cannot
 * be; tests run against a stand-in then.
 */
export async function findOrBuildObjectStore(print: (text: string) => void): Promise<string | undefined> {
  const existing = findObjectStore()
  if (existing) {
    print(`S3: the real server ${existing}`)
    return existing
  }
  const go = findGo()
  if (go) print(`S3: no server here, building ${MINIO_MODULE} with ${go} (some minutes, once)`)
  const problem = go
    ? await buildWithGo({ go, module: MINIO_MODULE, program: 'minio', target: builtProgram, flags: FAST_BUILD_FLAGS })
    : 'There is no minio, silo or go on the PATH.'
  if (problem === undefined) {
    print(`S3: the real server ${builtProgram}, built just now`)
    return builtProgram
  }
  print(`\n!! S3: NO REAL SERVER, the fake @20minutes/s3rver replaces it: refusal of anonymous access is not tested.`)
  print(`!! ${problem}\n`)
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
  const port = await getFreePort()
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
