import { Client } from 'minio'
import type { Media } from '../config.ts'
import { type ImageStore, PUBLISHED_TYPE } from './image-store.ts'

/** Pictures as objects under `media/` of one bucket of an S3-compatible store. */
export function s3Store({ endpoint, bucket, accessKey, secretKey }: Extract<Media, { kind: 's3' }>): ImageStore {
  const { hostname, port, protocol } = new URL(endpoint)
  const useSSL = protocol === 'https:'
  const client = new Client({
    endPoint: hostname,
    port: Number(port) || (useSSL ? 443 : 80),
    useSSL,
    accessKey,
    secretKey,
    region: 'us-east-1',
    pathStyle: true,
  })
  return {
    async has(name) {
      try {
        await client.statObject(bucket, `media/${name}`)
        return true
      } catch (error) {
        if ((error as { code?: string }).code === 'NotFound') return false
        throw error
      }
    },
    async put(name, bytes) {
      await client.putObject(bucket, `media/${name}`, bytes, bytes.length, {
        'Content-Type': PUBLISHED_TYPE,
        'Cache-Control': 'public, max-age=31536000, immutable',
      })
    },
  }
}
