import http, { type ClientRequest } from 'node:http'
import https from 'node:https'
import { buffer } from 'node:stream/consumers'
import { MAX_PICTURE_BYTES } from '@tsedra/contract/uploads'
import { Client } from 'minio'
import { type ImageStore, contentTypeOf, UPLOAD_TTL_S } from './image-store.ts'
import type { Media } from './media-config.ts'

export type S3 = Extract<Media, { kind: 's3' }>

/** Timeout of a call in milliseconds, up to the last byte of the response. */
const CALL_TIMEOUT_MS = 10_000

/**
 * Stores pictures in one bucket of an S3-compatible store: `media/` is public, `incoming/` is not.
 *
 * @param publicOrigin origin of the shop: browsers upload through its edge, and the host is part of the signature
 */
export function createS3Store(media: S3, publicOrigin: string, timeoutMs: number = CALL_TIMEOUT_MS): ImageStore {
  const { bucket } = media
  const client = createS3Client(media, timeoutMs)
  const signer = createS3Client({ ...media, endpoint: publicOrigin })
  return {
    has: async (name) => (await readSize(`media/${name}`)) !== undefined,
    async put(name, bytes) {
      await client.putObject(bucket, `media/${name}`, bytes, bytes.length, {
        'Content-Type': contentTypeOf(name),
        'Cache-Control': 'public, max-age=31536000, immutable',
      })
    },
    async get(name) {
      if ((await readSize(`media/${name}`)) === undefined) return undefined
      return buffer(await client.getObject(bucket, `media/${name}`))
    },
    remove: (name) => client.removeObject(bucket, `media/${name}`),
    names: async () => (await list('media/')).map(({ name }) => name),
    incoming: {
      async uploadPath(id) {
        // mutation test: s3-url-short-lived
        const { pathname, search } = new URL(await signer.presignedPutObject(bucket, `incoming/${id}`, UPLOAD_TTL_S))
        return pathname.slice(`/${bucket}`.length) + search
      },
      async read(id) {
        if ((await readSize(`incoming/${id}`)) === undefined) return 'missing'
        const chunks: Buffer[] = []
        let length = 0
        // Counted, not read from the object's size: the object may be replaced in between.
        for await (const chunk of await client.getObject(bucket, `incoming/${id}`)) {
          length += (chunk as Buffer).length
          // mutation test: s3-bytes-counted
          if (length > MAX_PICTURE_BYTES) return 'too_large'
          chunks.push(chunk as Buffer)
        }
        return Buffer.concat(chunks)
      },
      remove: (id) => client.removeObject(bucket, `incoming/${id}`),
      listOlderThan: async (moment) =>
        (await list('incoming/')).filter(({ at }) => at < moment).map(({ name }) => name),
    },
  }

  /** Returns the size of an object in bytes; undefined when it does not exist. */
  async function readSize(key: string): Promise<number | undefined> {
    try {
      return (await client.statObject(bucket, key)).size
    } catch (error) {
      if ((error as { code?: string }).code === 'NotFound') return undefined
      throw error
    }
  }

  async function list(prefix: string): Promise<{ name: string; at: Date }[]> {
    const objects: { name: string; at: Date }[] = []
    for await (const object of client.listObjectsV2(bucket, prefix, true)) {
      const { name, lastModified } = object as { name: string; lastModified: Date }
      objects.push({ name: name.slice(prefix.length), at: lastModified })
    }
    return objects
  }
}

/** Creates the bucket: objects under `media/` are publicly readable, nothing can be listed. */
export async function prepareBucket(media: S3): Promise<void> {
  const { bucket } = media
  const client = createS3Client(media)
  if (!(await client.bucketExists(bucket))) await client.makeBucket(bucket)
  const readMedia = {
    Effect: 'Allow',
    Principal: { AWS: ['*'] },
    Action: ['s3:GetObject'],
    // mutation test: s3-incoming-private
    Resource: [`arn:aws:s3:::${bucket}/media/*`],
  }
  await client.setBucketPolicy(bucket, JSON.stringify({ Version: '2012-10-17', Statement: [readMedia] }))
}

/**
 * Sets a lifecycle rule that deletes unused uploads at the first midnight (UTC) a day later. The hourly sweep is
 * earlier; the rule covers a stopped sweep (infra/decisions/0028-picture-uploads.md).
 *
 * @returns false when the store does not support lifecycles
 */
export async function expireIncoming(media: S3): Promise<boolean> {
  const rule = { ID: 'incoming', Status: 'Enabled', Filter: { Prefix: 'incoming/' }, Expiration: { Days: 1 } }
  try {
    await createS3Client(media).setBucketLifecycle(media.bucket, { Rule: [rule] })
    return true
  } catch (error) {
    if (['NotImplemented', 'MethodNotAllowed'].includes(String((error as { code?: string }).code))) return false
    throw error
  }
}

export function createS3Client({ endpoint, accessKey, secretKey }: S3, timeoutMs: number = CALL_TIMEOUT_MS): Client {
  const { hostname, port, protocol } = new URL(endpoint)
  const useSSL = protocol === 'https:'
  const sendRequest = useSSL ? https.request : http.request
  return new Client({
    endPoint: hostname,
    port: Number(port) || (useSSL ? 443 : 80),
    useSSL,
    accessKey,
    secretKey,
    region: 'us-east-1',
    pathStyle: true,
    // Passes every overload of node:http on.
    transport: {
      request: (...call: unknown[]) =>
        abortAfter(Reflect.apply(sendRequest, undefined, call) as ClientRequest, timeoutMs),
    },
  })
}

/** Aborts a call that gets no complete response in time. */
function abortAfter(call: ClientRequest, ms: number): ClientRequest {
  // mutation test: store-timeout
  const timer = setTimeout(() => call.destroy(new StoreTimeout('The object store timed out.')), ms)
  return call.once('close', () => clearTimeout(timer))
}

/** Has the code of a socket timeout. */
class StoreTimeout extends Error {
  override readonly name = 'StoreTimeout'
  readonly code = 'ETIMEDOUT'
}
