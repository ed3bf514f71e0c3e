import { expect, test } from 'vitest'
import { openS3Store, s3Name } from '../../test/object-store.ts'
import { clientOf, prepareBucket } from './s3-store.ts'
import { makeStoreAccount } from './store-account.ts'

// catches mutation: store-account-two-folders, store-account-list-limited
test(`U-04, ${s3Name}: the account of the shop keeps pictures in two folders of one bucket, and may nothing else`, async () => {
  await using place = await openS3Store()
  const { media } = place
  const client = clientOf(media)
  const bytes = Buffer.from('x')
  await place.store.put('a-1x1.webp', bytes)
  expect(await place.store.names()).toEqual(['a-1x1.webp'])
  // The stand-in knows one account, which may do anything.
  if (!place.refusesStrangers) return

  const attempts: Record<string, () => Promise<unknown>> = {
    'put beside the folders': () => client.putObject(media.bucket, 'a', bytes),
    'read beside the folders': () => client.getObject(media.bucket, 'media'),
    'list all': () => client.listObjectsV2(media.bucket, '', true).toArray(),
    'open the bucket': () => prepareBucket(media),
    'keep what was sent for good': () => client.removeBucketLifecycle(media.bucket),
    'make a bucket': () => client.makeBucket('another'),
    'take the bucket away': () => client.removeBucket(media.bucket),
    'list buckets': () => client.listBuckets(),
  }
  const heard: Record<string, unknown> = {}
  for (const [what, attempt] of Object.entries(attempts)) {
    heard[what] = await attempt().then(
      () => 'done',
      (error: { code?: string }) => error.code,
    )
  }
  expect(new Set(Object.values(heard)), JSON.stringify(heard)).toEqual(new Set(['AccessDenied']))
  // It answers in another form, which the client does not read.
  await expect(makeStoreAccount(media, { accessKey: 'somebody', secretKey: 'else and more' })).rejects.toThrow()
})
