import { Client } from 'minio'
import type { Media } from '../config.ts'
import { type ImageStore, PUBLISHED_TYPE } from './image-store.ts'

type S3 = Extract<Media, { kind: 's3' }>

/** Pictures as objects under `media/` of one bucket of an S3-compatible store. */
export function s3Store(media: S3): ImageStore {
  const { bucket } = media
  const client = clientOf(media)
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

/** Makes the bucket; anybody may read a picture under `media/`, nobody may list, nothing else is public. */
export async function prepareBucket(media: S3): Promise<void> {
  const { bucket } = media
  const client = clientOf(media)
  if (!(await client.bucketExists(bucket))) await client.makeBucket(bucket)
  const readMedia = {
    Effect: 'Allow',
    Principal: { AWS: ['*'] },
    Action: ['s3:GetObject'],
    Resource: [`arn:aws:s3:::${bucket}/media/*`],
  }
  await client.setBucketPolicy(bucket, JSON.stringify({ Version: '2012-10-17', Statement: [readMedia] }))
}

function clientOf({ endpoint, accessKey, secretKey }: S3): Client {
  const { hostname, port, protocol } = new URL(endpoint)
  const useSSL = protocol === 'https:'
  return new Client({
    endPoint: hostname,
    port: Number(port) || (useSSL ? 443 : 80),
    useSSL,
    accessKey,
    secretKey,
    region: 'us-east-1',
    pathStyle: true,
  })
}
