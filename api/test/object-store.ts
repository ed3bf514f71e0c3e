import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { inject } from 'vitest'
import { createLog } from '@tsedra/service/log'
import { createMetrics } from '@tsedra/service/metrics'
import { createErrorHandler } from '../src/http/error-handler.ts'
import { openRequest } from '../src/http/request-guards.ts'
import { listen } from '../src/http/listen.ts'
import { createDiskStore } from '../src/images/disk-store.ts'
import type { ImageStore } from '../src/images/image-store.ts'
import { incomingRoutes } from '../src/images/incoming-routes.ts'
import { expireIncoming, prepareBucket, type S3, createS3Store } from '../src/images/s3-store.ts'
import { createStoreAccount } from '../src/images/store-account.ts'

interface FakeS3Server {
  run(): Promise<AddressInfo>
  close(): Promise<void>
}

// The package has no types.
const FakeS3Server = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => FakeS3Server

export const publicOrigin = 'http://shop.example:8080'

export interface TestStore extends AsyncDisposable {
  store: ImageStore
  /** Sends a request as the edge forwards it: with the Host header of the browser. */
  request(method: string, path: string, body?: Buffer): Promise<{ status: number; text: string }>
  /** Returns the path of an incoming picture in the store for the path that browsers use. */
  storePath(path: string): string
  /** Whether the store refuses unsigned requests: the fake has no policies. */
  checksSignatures: boolean
}

export interface TestS3Store extends TestStore {
  /** With the keys of the shop's own account, like `store`. */
  media: S3
  /** With the keys of the bucket's owner. */
  root: S3
}

/** Opens the API as the picture store on disk. */
export async function openDiskStore(): Promise<TestStore> {
  const directory = await mkdtemp(join(tmpdir(), 'tsedra-store-'))
  const store = createDiskStore({ directory: join(directory, 'media'), secret: 'of this test' })
  const app = express()
  app.use(openRequest, incomingRoutes(store), createErrorHandler(createLog('test', 'silent'), createMetrics()))
  const server = await listen(app, 0)
  return {
    store,
    request: (method, path, body) => sendRequest(server.port, method, path, body),
    storePath: (path) => path,
    checksSignatures: true,
    async [Symbol.asyncDispose]() {
      await server.close(1_000)
      await rm(directory, { recursive: true })
    },
  }
}

/** Name of the S3 server of this run, for test titles. */
export const s3Name = inject('objectStore') ? 'S3' : 'fake S3, without policies'

/** Creates an empty bucket on a real S3 server if the machine has one, else on the fake @20minutes/s3rver. */
export async function openS3Store(): Promise<TestS3Store> {
  const realServer = inject('objectStore')
  const bucket = `tsedra-${randomInt(1e9)}`
  const server = await (realServer ? connectRealServer({ kind: 's3', bucket, ...realServer }) : startFakeS3(bucket))
  const port = Number(new URL(server.root.endpoint).port)
  return {
    ...server,
    store: createS3Store(server.media, publicOrigin),
    request: (method, path, body) => sendRequest(port, method, path, body),
    storePath: (path) => `/${bucket}${path}`,
    checksSignatures: realServer !== undefined,
  }
}

type Server = Pick<TestS3Store, 'media' | 'root' | typeof Symbol.asyncDispose>

/** Connects to the shared server; the bucket and the shop's account belong to one test. */
async function connectRealServer(root: S3): Promise<Server> {
  await prepareBucket(root)
  await expireIncoming(root)
  const media = { ...root, accessKey: root.bucket, secretKey: 'secret of the account of this test' }
  await createStoreAccount(root, media)
  return { root, media, [Symbol.asyncDispose]: async () => {} }
}

/** Starts a fake S3 server, which checks signatures but has no policies and a single account. */
async function startFakeS3(bucket: string): Promise<Server> {
  const directory = await mkdtemp(join(tmpdir(), 'tsedra-s3-'))
  const buckets = { vhostBuckets: false, configureBuckets: [{ name: bucket }] }
  const server = new FakeS3Server({ address: '127.0.0.1', port: 0, silent: true, directory, ...buckets })
  const { port } = await server.run()
  const root = {
    kind: 's3',
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    accessKey: 'S3RVER',
    secretKey: 'S3RVER',
  } as const
  return {
    root,
    media: root,
    async [Symbol.asyncDispose]() {
      await server.close()
      await rm(directory, { recursive: true })
    },
  }
}

function sendRequest(
  port: number,
  method: string,
  path: string,
  body?: Buffer,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, fail) => {
    const headers = { host: new URL(publicOrigin).host, ...(body && { 'content-length': body.length }) }
    const outgoing = request({ port, host: '127.0.0.1', method, path, headers }, (res) => {
      let text = ''
      res.setEncoding('utf8')
      res.on('data', (chunk: string) => (text += chunk))
      res.on('end', () => resolve({ status: res.statusCode ?? 0, text }))
    })
    outgoing.on('error', fail)
    outgoing.end(body)
  })
}
