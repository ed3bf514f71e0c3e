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

// It brings no types.
const FakeS3Server = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => FakeS3Server

export const publicOrigin = 'http://shop.example:8080'

export interface TestStore extends AsyncDisposable {
  store: ImageStore
  /** One request as the edge passes it on: the host that the browser named stays. */
  request(method: string, path: string, body?: Buffer): Promise<{ status: number; text: string }>
  /** How the edge names an incoming picture to the store, by the path that browsers use. */
  storePath(path: string): string
  /** Whether it refuses who signs nothing: a stand-in knows no policies. */
  checksSignatures: boolean
}

export interface TestS3Store extends TestStore {
  /** With the keys of the shop's own account, as the store in `store` has them. */
  media: S3
  /** With those of who made the bucket. */
  root: S3
}

/** The API as the store of pictures on disk. */
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

/** What plays the S3 store of this run, for the names of tests. */
export const s3Name = inject('objectStore') ? 'S3' : 'S3 stand-in, strangers untried'

/** An empty bucket of an S3 server: a real one where the machine has it, or else @20minutes/s3rver. */
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

/** The server is everybody's, the bucket and the shop's account in it are one test's own. */
async function connectRealServer(root: S3): Promise<Server> {
  await prepareBucket(root)
  await expireIncoming(root)
  const media = { ...root, accessKey: root.bucket, secretKey: 'secret of the account of this test' }
  await createStoreAccount(root, media)
  return { root, media, [Symbol.asyncDispose]: async () => {} }
}

/** It checks signatures but knows no policies; its one account is its own. */
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
