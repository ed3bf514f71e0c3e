import { httpUrl } from '@tsedra/service/config'
import * as z from 'zod'

/** Environment variables of the picture storage: a directory or a bucket. */
export const mediaVariables = {
  MEDIA_DIR: z.string().min(1).optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^(?!.*\.\.)[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, '3 to 63 of a-z, 0-9, . and -, as S3 names buckets')
    .default('tsedra'),
  S3_ACCESS_KEY: z.string().min(3).optional(),
  S3_SECRET_KEY: z.string().min(8).optional(),
}

export type Media =
  | { kind: 'disk'; directory: string }
  | { kind: 's3'; endpoint: string; bucket: string; accessKey: string; secretKey: string }

type Variables = z.infer<z.ZodObject<typeof mediaVariables>>

export function readMedia(data: Variables): Media {
  if (data.S3_ENDPOINT && data.S3_ACCESS_KEY && data.S3_SECRET_KEY) {
    return {
      kind: 's3',
      endpoint: data.S3_ENDPOINT,
      bucket: data.S3_BUCKET,
      accessKey: data.S3_ACCESS_KEY,
      secretKey: data.S3_SECRET_KEY,
    }
  }
  return { kind: 'disk', directory: data.MEDIA_DIR ?? '' }
}

/** Returns missing variables, as `NAME: reason`. */
export function checkMedia(data: Variables): string[] {
  const problems: string[] = []
  if (!data.MEDIA_DIR && !data.S3_ENDPOINT) problems.push('MEDIA_DIR: set it, or S3_ENDPOINT with its keys')
  if (data.S3_ENDPOINT && !data.S3_ACCESS_KEY) problems.push('S3_ACCESS_KEY: required with S3_ENDPOINT')
  if (data.S3_ENDPOINT && !data.S3_SECRET_KEY) problems.push('S3_SECRET_KEY: required with S3_ENDPOINT')
  return problems
}
